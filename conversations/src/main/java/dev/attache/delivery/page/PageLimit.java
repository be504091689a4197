package dev.attache.delivery.page;

/**
 * The most of a text that a model is given at once. Immutable.
 *
 * @param tokens about how many tokens
 * @param bytes how many bytes of UTF-8 in a JSON string, where a line end has two
 * @param lines how many lines
 */
public record PageLimit(long tokens, long bytes, long lines) {

  /** About 10,000 tokens. */
  public static final PageLimit DEFAULT = ofTokens(10_000);

  /**
   * {@return a limit in tokens alone}
   *
   * @param tokens about how many tokens
   */
  public static PageLimit ofTokens(long tokens) {
    return new PageLimit(tokens, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /**
   * {@return this limit with another number of tokens, and the same bytes and lines}
   *
   * @param number about how many tokens
   */
  public PageLimit withTokens(long number) {
    return new PageLimit(number, bytes, lines);
  }

  /** Tests whether no part was more than was left. */
  boolean isKept() {
    return tokens >= 0 && bytes >= 0 && lines >= 0;
  }

  /** Returns what is left after a part. */
  PageLimit less(long usedTokens, long usedBytes, long usedLines) {
    return new PageLimit(tokens - usedTokens, bytes - usedBytes, lines - usedLines);
  }
}
