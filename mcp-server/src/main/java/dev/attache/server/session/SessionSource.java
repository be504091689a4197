package dev.attache.server.session;

import dev.attache.server.rpc.MessageSink;

/** The maker of a session for each client. Thread-safe. */
@FunctionalInterface
public interface SessionSource {

  /**
   * Returns a session for a client that has just come.
   *
   * @param unasked takes the notifications that belong to no message of the client
   */
  ClientSession open(MessageSink unasked);
}
