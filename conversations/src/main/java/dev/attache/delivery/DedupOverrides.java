package dev.attache.delivery;

import org.jspecify.annotations.Nullable;

/**
 * The rules that one tool or handler has instead of the general {@link DedupRules}. Immutable.
 *
 * @param isEnabled whether a reference ever takes the place of a content; null if as in general
 * @param minBytes the content has to have more bytes than this; null if as in general
 * @param lookbackTurns the full delivery is at most so many turns ago; null if as in general
 */
public record DedupOverrides(
    @Nullable Boolean isEnabled, @Nullable Long minBytes, @Nullable Integer lookbackTurns) {

  /**
   * Checks that no number is negative.
   *
   * @param isEnabled whether a reference ever takes the place of a content; null if as in general
   * @param minBytes the content has to have more bytes than this; null if as in general
   * @param lookbackTurns the full delivery is at most so many turns ago; null if as in general
   * @throws IllegalArgumentException if a number is negative
   */
  public DedupOverrides {
    over(DedupRules.DEFAULT, isEnabled, minBytes, lookbackTurns);
  }

  /**
   * {@return the overrides that leave nothing to the general rules}
   *
   * @param rules rules that hold whatever the general ones are
   */
  public static DedupOverrides of(DedupRules rules) {
    return new DedupOverrides(rules.isEnabled(), rules.minBytes(), rules.lookbackTurns());
  }

  /**
   * {@return the rules that hold with these over the general ones}
   *
   * @param general what holds where these say nothing
   */
  public DedupRules over(DedupRules general) {
    return over(general, isEnabled, minBytes, lookbackTurns);
  }

  private static DedupRules over(
      DedupRules general,
      @Nullable Boolean isEnabled,
      @Nullable Long minBytes,
      @Nullable Integer lookbackTurns) {
    return new DedupRules(
        isEnabled == null ? general.isEnabled() : isEnabled,
        minBytes == null ? general.minBytes() : minBytes,
        lookbackTurns == null ? general.lookbackTurns() : lookbackTurns);
  }

  /** {@return these, switched off} */
  public DedupOverrides disabled() {
    return new DedupOverrides(false, minBytes, lookbackTurns);
  }
}
