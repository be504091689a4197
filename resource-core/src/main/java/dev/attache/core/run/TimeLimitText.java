package dev.attache.core.run;

import java.time.Duration;

/** Durations as people write them. */
public final class TimeLimitText {

  private TimeLimitText() {}

  /** Seconds where they are whole, else milliseconds: {@code 30 s}, {@code 250 ms}. */
  public static String format(Duration duration) {
    return duration.toMillisPart() == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
  }
}
