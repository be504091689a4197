package dev.attache.agent;

import org.jspecify.annotations.Nullable;

/**
 * How far a loop may go. Immutable.
 *
 * @param requests how many requests may go out for one question of the user
 * @param tokens how many tokens they and their answers may take in all; null for any number. A
 *     request that begins within it is answered to its end
 * @param outputTokens how long an answer may be; null for the limit of the model
 * @param parallelCalls how many calls of one answer may run at once
 */
public record LoopLimits(
    int requests, @Nullable Long tokens, @Nullable Integer outputTokens, int parallelCalls) {

  public static final LoopLimits STANDARD = new LoopLimits(20, null, null, 8);

  /**
   * @throws IllegalArgumentException if one is less than 1
   */
  public LoopLimits {
    if (requests < 1
        || parallelCalls < 1
        || (tokens != null && tokens < 1)
        || (outputTokens != null && outputTokens < 1)) {
      throw new IllegalArgumentException("a limit must be at least 1");
    }
  }

  /** {@return the same with so many requests} */
  public LoopLimits requests(int value) {
    return new LoopLimits(value, tokens, outputTokens, parallelCalls);
  }

  /** {@return the same with so many tokens in all} */
  public LoopLimits tokens(@Nullable Long value) {
    return new LoopLimits(requests, value, outputTokens, parallelCalls);
  }

  /** {@return the same with so many tokens an answer} */
  public LoopLimits outputTokens(@Nullable Integer value) {
    return new LoopLimits(requests, tokens, value, parallelCalls);
  }
}
