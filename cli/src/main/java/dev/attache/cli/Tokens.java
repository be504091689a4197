package dev.attache.cli;

/** The estimate of how many tokens a text costs a model. */
final class Tokens {

  /** Source code and English prose come to about four bytes a token with current tokenizers. */
  private static final int BYTES_PER_TOKEN = 4;

  private Tokens() {}

  /** Returns the estimate for a text of that many bytes, rounded up. */
  static long estimate(long bytes) {
    return (bytes + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
  }
}
