package dev.attache.agent;

import dev.attache.history.answer.ModelUsage;
import org.jspecify.annotations.Nullable;

/**
 * What a loop came to. Immutable.
 *
 * @param end why it ended
 * @param text the text of the last answer; empty if it had none
 * @param usage what all requests of the loop took, as far as the provider said; zero if it said
 *     nothing
 * @param requests how many requests went out
 * @param word the provider's own word for the end of the last answer; null if it has none
 */
public record LoopOutcome(
    End end, String text, ModelUsage usage, int requests, @Nullable String word) {

  /**
   * {@return this outcome with what an earlier loop of the same question took, too}
   *
   * @param earlier one that ended before this one began
   */
  public LoopOutcome after(LoopOutcome earlier) {
    return new LoopOutcome(end, text, earlier.usage.plus(usage), earlier.requests + requests, word);
  }

  /** Why a loop ended. */
  public enum End {
    /** The model has answered. */
    ANSWERED,
    /** The last answer is as long as it may be, and not complete. */
    LENGTH,
    /** The window of the model is full. */
    CONTEXT_FULL,
    /** The model, or a filter of its provider, refused. */
    REFUSED,
    /** The model called again when no more requests may go out. */
    REQUESTS,
    /** The model called again when all tokens were spent. */
    TOKENS,
    /** The model made the same call again and again, and got the same answer. */
    REPEATS,
    /** The model has answered nothing, twice. */
    EMPTY,
    /** Somebody ended it. */
    CANCELLED,
    /** The model ended its answer for a reason that is not known. */
    OTHER
  }
}
