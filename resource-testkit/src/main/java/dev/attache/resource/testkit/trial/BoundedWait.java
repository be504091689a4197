package dev.attache.resource.testkit.trial;

import java.time.Duration;

/** A wait for something that is about to be so, with a bound for what never will be. */
public final class BoundedWait {

  private static final long POLL_MILLIS = 5;

  private BoundedWait() {}

  /** Something that is so, or is not yet. */
  public interface Condition {
    boolean holds();
  }

  /** Waits for something at most that long; returns whether it is so. */
  public static boolean until(Condition condition, Duration bound) throws InterruptedException {
    long end = System.nanoTime() + bound.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
      Thread.sleep(POLL_MILLIS);
    }
    return true;
  }
}
