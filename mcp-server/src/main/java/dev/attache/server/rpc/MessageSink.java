package dev.attache.server.rpc;

/** The receiver of messages for a client. Thread-safe. */
@FunctionalInterface
public interface MessageSink {

  /**
   * Sends a message, whole or not at all; one for which there is nobody any more is dropped.
   *
   * @param message one JSON text in UTF-8 without line breaks
   */
  void send(byte[] message);

  /** Has something done as soon as it is known that nobody takes messages here any more. */
  default void whenGone(Runnable action) {}
}
