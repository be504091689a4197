package dev.attache.server;

import dev.attache.budget.LimitReport;
import dev.attache.budget.TokenLimit;
import dev.attache.core.outcome.Outcome;

/** An observer of the work of a server, for the people who run it. Thread-safe. */
public interface ServerObserver extends LimitReport {

  /**
   * Takes what became of a candidate that a session attaches.
   *
   * @param outcome what became of it, with the reference that led to it
   */
  void outcome(Outcome outcome);

  /** Takes note that the first turn of a session is recorded, and all its outcomes are known. */
  default void begun() {}

  @Override
  default void leftOut(TokenLimit limit, Outcome.Skipped skipped, long tokens) {}

  @Override
  default void used(TokenLimit limit, long tokens) {}

  /**
   * Takes a line about something that went wrong, or was strange.
   *
   * @param line a sentence without a line end
   */
  void note(String line);
}
