package dev.attache.core;

import java.time.Duration;

/** Durations as people write them. */
final class Durations {

  private Durations() {}

  /** Seconds where they are whole, else milliseconds: {@code 30 s}, {@code 250 ms}. */
  static String format(Duration duration) {
    return duration.toMillisPart() == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
  }
}
