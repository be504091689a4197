package dev.attache.core.outcome;

/** The estimate of how many tokens a text costs a model. */
public final class Tokens {

  /** Source code and English prose come to about four bytes a token with current tokenizers. */
  private static final int BYTES_PER_TOKEN = 4;

  private Tokens() {}

  /**
   * {@return the estimate for a text of that many bytes, rounded up}
   *
   * @param bytes the length in UTF-8, not negative
   */
  public static long estimate(long bytes) {
    return bytes / BYTES_PER_TOKEN + (bytes % BYTES_PER_TOKEN == 0 ? 0 : 1);
  }
}
