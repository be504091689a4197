package dev.attache.handlers.http.fetch;

import java.time.Duration;

/** A duration in the words of messages. */
public final class RoughDuration {

  private RoughDuration() {}

  /** The two largest units that are not zero, down to seconds: {@code 3 h 20 min}. */
  public static String format(Duration duration) {
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
