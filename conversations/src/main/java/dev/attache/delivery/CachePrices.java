package dev.attache.delivery;

import java.math.BigDecimal;

/**
 * The price of a request with a provider's cache, as far as it is known. Immutable.
 *
 * @param isCold whether the cache holds nothing of the conversation any more
 * @param requests how many more requests are expected, the next one among them
 * @param write the price of a token that is written to the cache, of one that is not cached 1
 * @param read the price of a token that is read from it
 * @param stubTokens how many tokens take the place of a snapshot that is left out
 */
record CachePrices(boolean isCold, int requests, double write, double read, long stubTokens) {

  /**
   * @throws IllegalArgumentException if a number is negative or not finite
   */
  CachePrices {
    if (requests < 0 || !isPrice(write) || !isPrice(read) || stubTokens < 0) {
      throw new IllegalArgumentException(
          "requests ("
              + requests
              + "), write ("
              + write
              + "), read ("
              + read
              + ") and stub tokens ("
              + stubTokens
              + ") must be finite and not negative");
    }
  }

  private static boolean isPrice(double value) {
    return value >= 0 && value < Double.POSITIVE_INFINITY;
  }

  /**
   * What leaving out brings: a number over 0 if it pays.
   *
   * @param spared the tokens that each request has less
   * @param rewritten the tokens that come after the first change, and are written once more
   */
  BigDecimal gain(long spared, long rewritten) {
    // in decimals, as the prices are: what is even must not pay by a rounding
    BigDecimal reading = BigDecimal.valueOf(read);
    BigDecimal rewriting = BigDecimal.valueOf(write).subtract(reading);
    return reading
        .multiply(BigDecimal.valueOf(requests))
        .multiply(BigDecimal.valueOf(spared))
        .subtract(rewriting.multiply(BigDecimal.valueOf(rewritten)));
  }
}
