package dev.attache.model;

import java.time.Duration;

/**
 * The terms on which a provider keeps the beginning of a request for the next one. Prices are in
 * units of what a token costs that is not cached. Immutable.
 *
 * @param kind who says what is kept
 * @param marks how many marks a request may have; 0 unless the kind is {@code MARKS}
 * @param lookback how many positions before a mark are searched for what was kept; 0 for all
 * @param minimumTokens how many tokens a beginning must have to be kept
 * @param read what a token costs that is read from the cache
 * @param write what a token costs that is written to the cache
 * @param ttl how long it is kept after its last use
 */
public record CacheTerms(
    Kind kind,
    int marks,
    int lookback,
    int minimumTokens,
    double read,
    double write,
    Duration ttl) {

  /** No cache, or none that anybody is charged for. */
  public static final CacheTerms NONE = new CacheTerms(Kind.NONE, 0, 0, 0, 1, 1, Duration.ZERO);

  /** Who says what is kept. */
  public enum Kind {
    /** Nothing is kept. */
    NONE,
    /** The provider, by itself. */
    AUTOMATIC,
    /** The request, by marks in it. */
    MARKS
  }
}
