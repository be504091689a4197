package dev.attache.budget;

import dev.attache.core.outcome.Outcome;
import dev.attache.resource.Resource;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import dev.attache.support.text.TokenText;
import dev.attache.tokens.TokenEstimator;

/**
 * A number of tokens that all together may have, and what counts them. Immutable.
 *
 * @param tokens how many, at least one
 */
public record TokenLimit(long tokens, TokenEstimator estimator) {

  /**
   * Checks that there is at least one token.
   *
   * @param tokens how many
   * @param estimator what counts them
   * @throws IllegalArgumentException if {@code tokens} is less than 1
   */
  public TokenLimit {
    if (tokens < 1) {
      throw new IllegalArgumentException("tokens (" + tokens + ") must be at least 1");
    }
  }

  /**
   * Counts what these bytes of UTF-8 spell.
   *
   * @param utf8 well-formed UTF-8, all of which counts
   * @return how many tokens that is; 0 only for none
   */
  public long count(byte[] utf8) {
    return estimator.count(utf8, utf8.length);
  }

  /** {@return the limit as people say it: {@code 50k tokens}} */
  public String inWords() {
    return TokenText.of(tokens) + (tokens == 1 ? " token" : " tokens");
  }

  /**
   * {@return a number of tokens as people say it: {@code ≈ 3.1k tokens}}
   *
   * @param number how many tokens; shown with {@code ≈} if they are an estimate
   */
  public String counted(long number) {
    return TokenText.counted(number, estimator.isExact());
  }

  /**
   * {@return the same number without its unit: {@code ≈ 3.1k}}
   *
   * @param number how many tokens
   */
  public String spelled(long number) {
    return estimator.isExact() ? Long.toString(number) : "≈ " + TokenText.of(number);
  }

  /**
   * {@return what is said of something that does not fit}
   *
   * @param reference what led to it
   * @param candidate what was found
   * @param cost how many tokens it would have cost
   */
  public Outcome.Skipped leftOut(Reference reference, Candidate candidate, long cost) {
    return new Outcome.Skipped(
        reference,
        candidate,
        SkipReason.OVER_LIMIT,
        "its " + counted(cost) + " do not fit into the limit of " + inWords());
  }

  /**
   * {@return the same of something that was read}
   *
   * @param resolved what was read
   * @param cost how many tokens it would have cost
   */
  public Outcome.Skipped leftOut(Outcome.Resolved resolved, long cost) {
    Resource resource = resolved.snapshot().resource();
    var candidate =
        new Candidate(
            resource.uri(), resource.name(), resource.content().size(), resolved.isNamed(), null);
    return leftOut(resolved.reference(), candidate, cost);
  }
}
