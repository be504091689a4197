package dev.attache.server.watch;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is told how much time passes. Thread-safe. */
final class ManualClock implements WatchClock {

  private final AtomicLong now = new AtomicLong(1);

  @Override
  public long now() {
    return now.get();
  }

  /** Whoever waits looks at it all the time. */
  @Override
  public long millis(long nanos) {
    return 1;
  }

  void pass(Duration duration) {
    now.addAndGet(duration.toNanos());
  }
}
