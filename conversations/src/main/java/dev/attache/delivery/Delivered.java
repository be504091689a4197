package dev.attache.delivery;

import dev.attache.history.Attachment;
import dev.attache.history.DeliveryPlace;

/**
 * The rule for which attachments and results of a history have reached the model: all of them if
 * the conversation is sent as a whole; none is certain if clients choose what to pass on.
 * Thread-safe.
 */
@FunctionalInterface
public interface Delivered {

  /** All attachments were given to the model, as it is where the history is the request. */
  Delivered ALL = (place, attachment) -> true;

  /**
   * Nothing was given to the model, or nobody knows what it still has: all is delivered in full, by
   * turns and by tools.
   */
  Delivered NOTHING =
      new Delivered() {
        @Override
        public boolean counts(DeliveryPlace place, Attachment attachment) {
          return false;
        }

        @Override
        public boolean countsResult(DeliveryPlace place) {
          return false;
        }
      };

  /**
   * {@return whether the model was given an attachment} What does not count is never referred to,
   * nor is it a version that came in between.
   *
   * @param place where it was attached
   * @param attachment what was attached, with who asked for it
   */
  boolean counts(DeliveryPlace place, Attachment attachment);

  /**
   * {@return whether the model was given what a tool answered}
   *
   * @param place where that stands in the history
   */
  default boolean countsResult(DeliveryPlace place) {
    return true;
  }
}
