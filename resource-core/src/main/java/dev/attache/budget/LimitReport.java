package dev.attache.budget;

import dev.attache.core.outcome.Outcome;

/** What takes note of what a limit in tokens left out. */
public interface LimitReport {

  /** Takes note of an item, and of what it would have cost. */
  void leftOut(TokenLimit limit, Outcome.Skipped skipped, long tokens);

  /** Takes note of how many tokens there are now. */
  void used(TokenLimit limit, long tokens);
}
