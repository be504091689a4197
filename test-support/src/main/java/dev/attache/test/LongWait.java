package dev.attache.test;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A wait for what has to happen, longer than the slowest machine needs. */
public final class LongWait {

  /** Less than the five minutes after which a test is interrupted. */
  public static final Duration PATIENCE = Duration.ofMinutes(3);

  private LongWait() {}

  /** Waits for a condition that holds soon on a quick machine. */
  public static ConditionFactory await() {
    return Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5));
  }
}
