package dev.attache.history;

import dev.attache.support.text.Sanitizer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The place in a conversation where something was delivered: the attachment of a turn, or a block
 * of the result of a tool call. Immutable.
 *
 * @param turn the turn, from 0 on
 * @param call the id of the tool call; null for an attachment
 * @param index which of the turn's attachments, or of the result's blocks, from 0 on
 */
public record DeliveryPlace(int turn, @Nullable String call, int index) {

  /**
   * {@return the place of an attachment}
   *
   * @param turn the turn that attaches it, from 0 on
   * @param index which of the turn's attachments, from 0 on
   */
  public static DeliveryPlace ofAttachment(int turn, int index) {
    return new DeliveryPlace(turn, null, index);
  }

  /**
   * {@return the place of a block of a tool's result}
   *
   * @param turn the turn of the call, from 0 on
   * @param call the id of the call, which is unique within the turn only
   * @param index which of the result's blocks, those that are no resources counted, from 0 on
   */
  public static DeliveryPlace ofResult(int turn, String call, int index) {
    return new DeliveryPlace(turn, call, index);
  }

  /** The place for models: {@code the attachment at turn 0}. */
  String inWords() {
    return call == null
        ? "the attachment at turn " + turn
        : "the result of tool call " + Sanitizer.sanitizeLine(call) + " in turn " + turn;
  }

  // written out: what a record derives is slow to start
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DeliveryPlace place
        && turn == place.turn
        && index == place.index
        && Objects.equals(call, place.call);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * turn + index) + (call == null ? 0 : call.hashCode());
  }
}
