package dev.attache.support.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The difference of two texts by lines: the fewest lines that have to go and to come (Myers, An
 * O(ND) Difference Algorithm, 1986). Of texts that have next to nothing in common, all lines
 * between their common beginning and end: they may be long, and nobody reads that line by line.
 */
public final class LineDiff {

  /** How many lines may go and come before nobody looks for the fewest. */
  private static final int MAX_CHANGES = 1000;

  private final List<String> before;
  private final List<String> after;
  private final List<Edit> edits = new ArrayList<>();

  /**
   * A line of either text or of both, with its end: {@code ' '}, {@code '-'} or {@code '+'}.
   *
   * @param mark {@code ' '} for a line of both texts, {@code '-'} for one of the old, {@code '+'}
   *     for one of the new
   * @param line the line with its end, which the last one may be without
   */
  public record Edit(char mark, String line) {}

  private LineDiff(List<String> before, List<String> after) {
    this.before = before;
    this.after = after;
  }

  /**
   * {@return all lines of both texts, in order}
   *
   * @param before the old text, with line feeds between lines
   * @param after the new text
   */
  public static List<Edit> of(String before, String after) {
    Map<String, String> known = new HashMap<>();
    var diff = new LineDiff(lines(before, known), lines(after, known));
    diff.compare();
    return diff.edits;
  }

  /**
   * The lines with their ends, so that the last one differs if only its end does.
   *
   * @param known each line once, so that equal ones are the same: they are compared very often
   */
  private static List<String> lines(String text, Map<String, String> known) {
    var lines = new ArrayList<String>();
    for (int begin = 0; begin < text.length(); ) {
      int end = text.indexOf('\n', begin);
      String line = text.substring(begin, end < 0 ? text.length() : end + 1);
      lines.add(known.computeIfAbsent(line, each -> each));
      begin += line.length();
    }
    return lines;
  }

  private void compare() {
    int begin = 0;
    int shorter = Math.min(before.size(), after.size());
    while (begin < shorter && before.get(begin).equals(after.get(begin))) {
      begin++;
    }
    int end = 0;
    while (end < shorter - begin
        && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
      end++;
    }
    keep(before.subList(0, begin));
    compareMiddle(
        before.subList(begin, before.size() - end), after.subList(begin, after.size() - end));
    keep(before.subList(before.size() - end, before.size()));
  }

  private void keep(List<String> lines) {
    lines.forEach(line -> edits.add(new Edit(' ', line)));
  }

  private void compareMiddle(List<String> old, List<String> now) {
    List<int[]> trace = trace(old, now);
    if (trace.isEmpty()) {
      old.forEach(line -> edits.add(new Edit('-', line)));
      now.forEach(line -> edits.add(new Edit('+', line)));
    } else {
      edits.addAll(walk(trace, old, now));
    }
  }

  /** How far each diagonal leads after 0, 1, 2 … changes; nothing if there are too many. */
  private static List<int[]> trace(List<String> old, List<String> now) {
    var trace = new ArrayList<int[]>();
    int most = Math.min(MAX_CHANGES, old.size() + now.size());
    int[] reach = new int[2 * most + 3];
    for (int changes = 0; changes <= most; changes++) {
      trace.add(Arrays.copyOfRange(reach, most + 1 - changes - 1, most + 1 + changes + 2));
      for (int k = -changes; k <= changes; k += 2) {
        int at = most + 1 + k;
        boolean isDown = k == -changes || (k != changes && reach[at - 1] < reach[at + 1]);
        int x = isDown ? reach[at + 1] : reach[at - 1] + 1;
        while (x < old.size() && x - k < now.size() && old.get(x).equals(now.get(x - k))) {
          x++;
        }
        reach[at] = x;
        if (x >= old.size() && x - k >= now.size()) {
          return trace;
        }
      }
    }
    return List.of();
  }

  /** Goes the way back from the end of both. */
  private static List<Edit> walk(List<int[]> trace, List<String> old, List<String> now) {
    var edits = new ArrayList<Edit>();
    int x = old.size();
    int y = now.size();
    for (int changes = trace.size() - 1; changes >= 0; changes--) {
      int[] reach = trace.get(changes);
      int k = x - y;
      int at = changes + 1 + k;
      boolean isDown = k == -changes || (k != changes && reach[at - 1] < reach[at + 1]);
      int fromX = changes == 0 ? 0 : isDown ? reach[at + 1] : reach[at - 1];
      int fromY = changes == 0 ? 0 : fromX - (isDown ? k + 1 : k - 1);
      while (x > fromX && y > fromY) {
        edits.add(new Edit(' ', old.get(--x)));
        y--;
      }
      if (changes > 0) {
        edits.add(isDown ? new Edit('+', now.get(--y)) : new Edit('-', old.get(--x)));
      }
    }
    Collections.reverse(edits);
    return edits;
  }
}
