package dev.attache.server;

import dev.attache.core.outcome.Outcome;

/** An observer that can be told nothing. */
public final class BrokenObserver implements ServerObserver {

  @Override
  public void outcome(Outcome outcome) {
    throw new IllegalStateException("broken");
  }

  @Override
  public void note(String line) {
    throw new IllegalStateException("broken");
  }
}
