package dev.attache.core.outcome;

/** Sums that stay at the largest or smallest number where they would be beyond it. */
public final class SaturatedMath {

  private SaturatedMath() {}

  /**
   * {@return the sum of two numbers}
   *
   * @param one any number
   * @param other any number
   */
  public static long sum(long one, long other) {
    long sum = one + other;
    boolean isBeyond = ((one ^ sum) & (other ^ sum)) < 0;
    return !isBeyond ? sum : one < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }
}
