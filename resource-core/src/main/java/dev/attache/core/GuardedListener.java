package dev.attache.core;

import dev.attache.core.outcome.Outcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A listener whose exceptions break nothing, and are remembered. Thread-safe. */
final class GuardedListener implements ResolverListener {

  private final ResolverListener listener;
  private volatile @Nullable String problem;

  GuardedListener(ResolverListener listener) {
    this.listener = listener;
  }

  /** What it threw last; null if it never did. */
  @Nullable String problem() {
    return problem;
  }

  @Override
  public void resolved(Outcome.Resolved outcome, Duration took) {
    guarded(() -> listener.resolved(outcome, took));
  }

  @Override
  public void skipped(Outcome.Skipped outcome, Duration took) {
    guarded(() -> listener.skipped(outcome, took));
  }

  @Override
  public void failed(Outcome.Failed outcome, Duration took) {
    guarded(() -> listener.failed(outcome, took));
  }

  @Override
  public void ended(Duration took) {
    guarded(() -> listener.ended(took));
  }

  private void guarded(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      problem = "the listener failed: " + e;
    }
  }
}
