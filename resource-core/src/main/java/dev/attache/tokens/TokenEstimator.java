package dev.attache.tokens;

import dev.attache.resource.Text;

/** A count of the tokens that texts cost a model, exact or nearly so. Thread-safe. */
public interface TokenEstimator {

  /** {@return what counts, as a user names it: {@code estimate}, {@code o200k}} */
  String name();

  /** {@return whether it counts what the tokenizer of its name does, token for token} */
  boolean isExact();

  /**
   * {@return how many tokens a text has; 0 only for the empty text}
   *
   * @param text the text, which need not be a string anywhere
   */
  long count(Text text);

  /**
   * {@return how many tokens the text has that the first {@code length} of some bytes spell in
   * UTF-8; 0 only for the empty text}
   *
   * @param utf8 well-formed UTF-8 up to {@code length}
   * @param length how many bytes count, from the first on
   */
  default long count(byte[] utf8, int length) {
    return count(Text.ofUtf8(utf8, 0, length));
  }

  /**
   * {@return how many tokens a text has; 0 only for the empty text}
   *
   * @param text the text, without unpaired surrogates
   */
  default long count(String text) {
    return count(Text.of(text));
  }

  /**
   * {@return the estimator that needs no tokenizer: within 15 % of {@code o200k} for nearly all
   * texts of 200 bytes or more (docs/performance.md has the figures), at a fraction of what it
   * costs to read them}
   */
  static TokenEstimator standard() {
    return BoundaryEstimator.INSTANCE;
  }
}
