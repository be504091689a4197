package dev.attache.server.session;

import dev.attache.server.rpc.Outlet;

/** What makes a session for each client. Thread-safe. */
@FunctionalInterface
public interface Sessions {

  /**
   * Returns a session for a client that has just come.
   *
   * @param unasked takes the notifications that belong to no message of the client
   */
  ClientSession open(Outlet unasked);
}
