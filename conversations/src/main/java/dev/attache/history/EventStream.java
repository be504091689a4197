package dev.attache.history;

import org.jspecify.annotations.Nullable;

/**
 * Events of a conversation one after the other, as the history was when the stream was opened.
 * Reads no more than is asked for. Not thread-safe.
 */
public interface EventStream extends AutoCloseable {

  /**
   * {@return the next event; null after the last one} What cannot be read as an event is passed
   * over; {@link ConversationLog#problems} says what it was.
   *
   * @throws StoreException if the store cannot be read
   */
  @Nullable ConversationEvent next() throws StoreException;

  @Override
  void close();
}
