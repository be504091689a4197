package dev.attache.documents.markdown;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The numbers of lists, counted as the program counts that shows them. */
public final class ListNumbers {

  private static final int LEVELS = 9;
  private static final int UNSET = Integer.MIN_VALUE;

  /**
   * How items of one level look.
   *
   * @param format {@code bullet}, {@code decimal}, {@code lowerLetter} …
   * @param text with {@code %1} for the number of the first level
   */
  public record Level(String format, String text, int start) {

    /** An item without a number. */
    public static final Level BULLET = new Level("bullet", "", 1);
  }

  private final Map<String, int[]> counters = new HashMap<>();

  /** The marker of the next item of a list. */
  public String next(String list, Map<Integer, Level> levels, int depth) {
    int level = Math.max(0, Math.min(depth, LEVELS - 1));
    int[] counts = counters.computeIfAbsent(list, key -> unset());
    Level own = levels.getOrDefault(level, Level.BULLET);
    counts[level] = counts[level] == UNSET ? own.start() : counts[level] + 1;
    for (int i = level + 1; i < LEVELS; i++) {
      counts[i] = UNSET;
    }
    return switch (own.format()) {
      case "bullet" -> "-";
      case "none" -> "";
      default -> marker(own.text(), counts, levels);
    };
  }

  private static int[] unset() {
    int[] counts = new int[LEVELS];
    Arrays.fill(counts, UNSET);
    return counts;
  }

  private static String marker(String pattern, int[] counts, Map<Integer, Level> levels) {
    String marker = pattern;
    for (int i = 0; i < LEVELS; i++) {
      if (marker.contains("%" + (i + 1))) {
        Level level = levels.getOrDefault(i, Level.BULLET);
        int count = counts[i] == UNSET ? level.start() : counts[i];
        marker = marker.replace("%" + (i + 1), number(count, level.format()));
      }
    }
    return marker.strip();
  }

  public static String number(int count, String format) {
    return switch (format) {
      case "lowerLetter" -> letters(count).toLowerCase(Locale.ROOT);
      case "upperLetter" -> letters(count);
      case "lowerRoman" -> roman(count).toLowerCase(Locale.ROOT);
      case "upperRoman" -> roman(count);
      case "decimalZero" -> String.format(Locale.ROOT, "%02d", count);
      default -> String.valueOf(count);
    };
  }

  private static String letters(int count) {
    int letter = Math.max(0, count - 1) % 26;
    int times = Math.min(Math.max(0, count - 1) / 26 + 1, 10);
    return String.valueOf((char) ('A' + letter)).repeat(times);
  }

  private static String roman(int count) {
    int[] values = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    String[] signs = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
    var out = new StringBuilder();
    int rest = count < 1 || count > 3999 ? 0 : count;
    for (int i = 0; i < values.length; i++) {
      while (rest >= values[i]) {
        out.append(signs[i]);
        rest -= values[i];
      }
    }
    return out.length() == 0 ? String.valueOf(count) : out.toString();
  }
}
