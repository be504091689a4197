package dev.attache.delivery.page;

/**
 * The limit of one page of a text. Immutable.
 *
 * @param tokens estimated tokens
 * @param bytes bytes of UTF-8 in a JSON string, in which a line end has two
 * @param lines lines of text
 */
public record PageLimit(long tokens, long bytes, long lines) {

  /** About 10,000 tokens. */
  public static final PageLimit DEFAULT = ofTokens(10_000);

  /**
   * {@return a limit in tokens only}
   *
   * @param tokens estimated tokens
   */
  public static PageLimit ofTokens(long tokens) {
    return new PageLimit(tokens, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /**
   * {@return the same limit with another number of tokens}
   *
   * @param number estimated tokens
   */
  public PageLimit withTokens(long number) {
    return new PageLimit(number, bytes, lines);
  }

  /** Tests whether the parts so far fit. */
  boolean isKept() {
    return tokens >= 0 && bytes >= 0 && lines >= 0;
  }

  /** Returns the rest after a part. */
  PageLimit less(long usedTokens, long usedBytes, long usedLines) {
    return new PageLimit(tokens - usedTokens, bytes - usedBytes, lines - usedLines);
  }
}
