package dev.attache.budget;

import dev.attache.core.outcome.Outcome;

/** What takes note of what a limit in tokens left out. */
public interface LimitReport {

  /**
   * Takes note of an item, and of what it would have cost.
   *
   * @param limit the limit that leaves it out
   * @param skipped the item, with the reference that led to it
   * @param tokens what it would have cost
   */
  void leftOut(TokenLimit limit, Outcome.Skipped skipped, long tokens);

  /**
   * Takes note of how many tokens there are now.
   *
   * @param limit the limit that they count against
   * @param tokens how many there are in all, not how many more
   */
  void used(TokenLimit limit, long tokens);
}
