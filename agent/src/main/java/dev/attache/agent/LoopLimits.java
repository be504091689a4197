package dev.attache.agent;

import dev.attache.conversation.ToolOutputLimit;
import org.jspecify.annotations.Nullable;

/**
 * How far a loop may go. Immutable.
 *
 * @param requests how many requests may go out for one question of the user
 * @param tokens how many tokens they and their answers may take in all; null for any number. A
 *     request that begins within it is answered to its end
 * @param outputTokens how long an answer may be; null for the limit of the model
 * @param parallelCalls how many calls of one answer may run at once
 * @param calls how many calls of one answer may run; each beyond them gets a result that says so
 * @param toolTokens how many tokens of a tool's output reach the model; a longer output has a line
 *     in place of its middle
 */
public record LoopLimits(
    int requests,
    @Nullable Long tokens,
    @Nullable Integer outputTokens,
    int parallelCalls,
    int calls,
    int toolTokens) {

  /** More than any model makes at a time that does not go wrong. */
  private static final int USUAL_CALLS = 128;

  /** 20 requests and 128 calls an answer, 8 at once, 10,000 tokens a tool, no other bound. */
  public static final LoopLimits STANDARD = new LoopLimits(20, null, null, 8);

  /**
   * Checks that none is less than 1.
   *
   * @param requests how many requests may go out
   * @param tokens how many tokens in all; null for any number
   * @param outputTokens how many tokens an answer; null for the limit of the model
   * @param parallelCalls how many calls at once
   * @param calls how many calls an answer
   * @param toolTokens how many tokens of the answer of a tool
   * @throws IllegalArgumentException if one is less than 1
   */
  public LoopLimits {
    if (requests < 1
        || parallelCalls < 1
        || calls < 1
        || toolTokens < 1
        || (tokens != null && tokens < 1)
        || (outputTokens != null && outputTokens < 1)) {
      throw new IllegalArgumentException("a limit must be at least 1");
    }
  }

  /**
   * Limits with 128 calls an answer, and 10,000 tokens of each answer of a tool.
   *
   * @param requests how many requests may go out
   * @param tokens how many tokens in all; null for any number
   * @param outputTokens how many tokens an answer; null for the limit of the model
   * @param parallelCalls how many calls at once
   * @throws IllegalArgumentException if one is less than 1
   */
  public LoopLimits(
      int requests, @Nullable Long tokens, @Nullable Integer outputTokens, int parallelCalls) {
    this(requests, tokens, outputTokens, parallelCalls, USUAL_CALLS, ToolOutputLimit.USUAL_TOKENS);
  }

  /**
   * {@return the same with so many requests}
   *
   * @param value at least 1
   */
  public LoopLimits requests(int value) {
    return new LoopLimits(value, tokens, outputTokens, parallelCalls, calls, toolTokens);
  }

  /**
   * {@return the same with so many tokens in all}
   *
   * @param value at least 1; null for any number
   */
  public LoopLimits tokens(@Nullable Long value) {
    return new LoopLimits(requests, value, outputTokens, parallelCalls, calls, toolTokens);
  }

  /**
   * {@return the same with so many tokens an answer}
   *
   * @param value at least 1; null for the limit of the model
   */
  public LoopLimits outputTokens(@Nullable Integer value) {
    return new LoopLimits(requests, tokens, value, parallelCalls, calls, toolTokens);
  }

  /**
   * {@return the same with so many calls an answer}
   *
   * @param value at least 1
   */
  public LoopLimits calls(int value) {
    return new LoopLimits(requests, tokens, outputTokens, parallelCalls, value, toolTokens);
  }

  /**
   * {@return the same limits with another number of tokens for a tool's output}
   *
   * @param value at least 1
   */
  public LoopLimits toolTokens(int value) {
    return new LoopLimits(requests, tokens, outputTokens, parallelCalls, calls, value);
  }
}
