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

  /** 20 requests and 8 calls at once, with no bound in tokens. */
  public static final LoopLimits STANDARD = new LoopLimits(20, null, null, 8);

  /**
   * Checks that none is less than 1.
   *
   * @param requests how many requests may go out
   * @param tokens how many tokens in all; null for any number
   * @param outputTokens how many tokens an answer; null for the limit of the model
   * @param parallelCalls how many calls at once
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

  /**
   * {@return the same with so many requests}
   *
   * @param value at least 1
   */
  public LoopLimits requests(int value) {
    return new LoopLimits(value, tokens, outputTokens, parallelCalls);
  }

  /**
   * {@return the same with so many tokens in all}
   *
   * @param value at least 1; null for any number
   */
  public LoopLimits tokens(@Nullable Long value) {
    return new LoopLimits(requests, value, outputTokens, parallelCalls);
  }

  /**
   * {@return the same with so many tokens an answer}
   *
   * @param value at least 1; null for the limit of the model
   */
  public LoopLimits outputTokens(@Nullable Integer value) {
    return new LoopLimits(requests, tokens, value, parallelCalls);
  }
}
