package dev.attache.models.http;

import dev.attache.model.call.ModelException;

/**
 * A reader of one answer in the words of a wire. Made for each try; not thread-safe.
 *
 * <p>What it does not know it passes over, as providers add events and fields. A message of the
 * exceptions that it throws is completed with the name of the provider.
 */
public interface AnswerReader {

  /**
   * Reads one event of a stream.
   *
   * @param data the data of a server-sent event, or a line
   * @param out takes what the event comes to, which may be nothing
   * @throws ModelException if it says that the provider gave up, or cannot be read
   */
  void read(byte[] data, AnswerEvents out) throws ModelException;

  /**
   * Reads an answer that came at once.
   *
   * @param json all of it
   * @param out takes what the answer comes to, its end too
   * @throws ModelException if it says that the provider gave up, or cannot be read
   */
  void readWhole(byte[] json, AnswerEvents out) throws ModelException;

  /** {@return whether its streams are lines of JSON; else they are server-sent events} */
  default boolean readsLines() {
    return false;
  }

  /**
   * Says that no event comes any more. Where the answer was complete without one that says so, it
   * is finished now.
   *
   * @param out takes the end, and what was held back until it
   * @throws ModelException if what came until now cannot be a whole answer
   */
  default void end(AnswerEvents out) throws ModelException {}
}
