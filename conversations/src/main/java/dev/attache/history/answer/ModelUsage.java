package dev.attache.history.answer;

import dev.attache.core.outcome.SaturatedMath;

/**
 * What a model was asked for its answers, in tokens as its provider counts them. Immutable.
 *
 * @param input those that were neither read from the cache nor written to it
 * @param cacheRead those that were read from the cache
 * @param cacheWrite those that were written to the cache
 * @param output those of the answer, thinking and all
 */
public record ModelUsage(long input, long cacheRead, long cacheWrite, long output) {

  /** What no answer takes. */
  public static final ModelUsage ZERO = new ModelUsage(0, 0, 0, 0);

  /**
   * Checks the numbers.
   *
   * @param input those that were neither read from the cache nor written to it
   * @param cacheRead those that were read from the cache
   * @param cacheWrite those that were written to the cache
   * @param output those of the answer, thinking and all
   * @throws IllegalArgumentException if one is negative
   */
  public ModelUsage {
    if (input < 0 || cacheRead < 0 || cacheWrite < 0 || output < 0) {
      throw new IllegalArgumentException("a number of tokens must not be negative");
    }
  }

  /** {@return all of them} */
  public long total() {
    return SaturatedMath.sum(
        SaturatedMath.sum(input, cacheRead), SaturatedMath.sum(cacheWrite, output));
  }

  /**
   * {@return the sum of both}
   *
   * @param other what other answers took
   */
  public ModelUsage plus(ModelUsage other) {
    return new ModelUsage(
        SaturatedMath.sum(input, other.input),
        SaturatedMath.sum(cacheRead, other.cacheRead),
        SaturatedMath.sum(cacheWrite, other.cacheWrite),
        SaturatedMath.sum(output, other.output));
  }
}
