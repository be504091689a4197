package dev.attache.support.text;

import java.time.Duration;

/** Durations in the words of messages. */
public final class DurationText {

  private DurationText() {}

  /**
   * {@return a duration in seconds where they are whole, else in milliseconds: {@code 30 s}, {@code
   * 250 ms}}
   *
   * @param duration not negative; what is below a millisecond is dropped
   */
  public static String exact(Duration duration) {
    return duration.toMillisPart() == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
  }

  /**
   * {@return the two largest units that are not zero, down to seconds: {@code 3 h 20 min}}
   *
   * @param duration not negative; what is below the second unit is dropped
   */
  public static String rough(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < 60) {
      return seconds + " s";
    } else if (seconds < 3600) {
      return two(seconds / 60, "min", seconds % 60, "s");
    } else if (seconds < 86_400) {
      return two(seconds / 3600, "h", seconds % 3600 / 60, "min");
    }
    return two(seconds / 86_400, seconds < 172_800 ? "day" : "days", seconds % 86_400 / 3600, "h");
  }

  private static String two(long large, String unit, long small, String smallUnit) {
    String first = large + " " + unit;
    return small == 0 ? first : first + " " + small + " " + smallUnit;
  }
}
