package dev.attache.server.http;

import java.net.URI;

/** A server that listens, until it is closed. Thread-safe. */
public interface HttpEndpoint extends AutoCloseable {

  /** {@return the URL of the endpoint, with the port that it really has} */
  URI url();

  /** Ends all sessions and stops listening. */
  @Override
  void close();
}
