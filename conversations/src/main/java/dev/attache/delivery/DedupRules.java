package dev.attache.delivery;

/**
 * The rules by which a reference takes the place of a content that the model has. Immutable.
 *
 * @param isEnabled whether it ever does
 * @param minBytes the content has to have more bytes than this
 * @param lookbackTurns the full delivery is at most so many turns ago
 */
public record DedupRules(boolean isEnabled, long minBytes, int lookbackTurns) {

  /** More than 1024 bytes, at most 30 turns ago. */
  public static final DedupRules DEFAULT = new DedupRules(true, 1024, 30);

  /**
   * Checks that no number is negative.
   *
   * @param isEnabled whether a reference ever takes the place of a content
   * @param minBytes the content has to have more bytes than this
   * @param lookbackTurns the full delivery is at most so many turns ago
   * @throws IllegalArgumentException if a number is negative
   */
  public DedupRules {
    if (minBytes < 0 || lookbackTurns < 0) {
      throw new IllegalArgumentException(
          "min bytes ("
              + minBytes
              + ") and lookback turns ("
              + lookbackTurns
              + ") must not be negative");
    }
  }
}
