package dev.attache.support.text;

import dev.attache.support.text.LineDiff.Edit;
import java.util.ArrayList;
import java.util.List;

/**
 * The unified form of a difference: hunks of what changes, each with up to three lines around it
 * that do not. Without lines that name files.
 */
public final class UnifiedDiff {

  private static final int CONTEXT = 3;
  private static final String NO_LINE_END = "\\ No newline at end of file";

  private final List<Edit> edits;
  private final List<String> lines = new ArrayList<>();
  private int done;
  private long old;
  private long now;

  private UnifiedDiff(List<Edit> edits) {
    this.edits = edits;
  }

  /**
   * {@return the lines of the hunks, without their ends; none if nothing changes}
   *
   * @param edits all lines of both texts in order, as {@link LineDiff#of} gives them
   */
  public static List<String> of(List<Edit> edits) {
    var diff = new UnifiedDiff(edits);
    int end = 0;
    for (int i = diff.nextChange(0); i < edits.size(); i = diff.nextChange(end)) {
      int begin = Math.max(end, i - CONTEXT);
      end = diff.end(i);
      diff.add(begin, end);
    }
    return diff.lines;
  }

  /**
   * {@return the line that begins a hunk, by the first line and their number on both sides}
   *
   * @param old the number of the first line in the old text, from 1; that of the line before if
   *     there is none
   * @param oldCount how many lines of the old text the hunk has
   * @param now the number of the first line in the new text, from 1; that of the line before if
   *     there is none
   * @param nowCount how many lines of the new text the hunk has
   */
  public static String place(long old, long oldCount, long now, long nowCount) {
    return "@@ -" + old + "," + oldCount + " +" + now + "," + nowCount + " @@";
  }

  private int nextChange(int from) {
    int at = from;
    while (at < edits.size() && edits.get(at).mark() == ' ') {
      at++;
    }
    return at;
  }

  /** Where a hunk ends: after the context of a change that is far enough from the next one. */
  private int end(int firstChange) {
    int at = firstChange;
    while (true) {
      while (at < edits.size() && edits.get(at).mark() != ' ') {
        at++;
      }
      int next = nextChange(at);
      if (next == edits.size() || next - at > 2 * CONTEXT) {
        return Math.min(at + CONTEXT, edits.size());
      }
      at = next;
    }
  }

  private void add(int begin, int end) {
    pass(begin);
    int head = lines.size();
    long oldBefore = old;
    long nowBefore = now;
    for (Edit edit : edits.subList(begin, end)) {
      String line = edit.line();
      boolean isEnded = line.endsWith("\n");
      lines.add(edit.mark() + (isEnded ? line.substring(0, line.length() - 1) : line));
      if (!isEnded) {
        lines.add(NO_LINE_END);
      }
    }
    pass(end);
    long oldCount = old - oldBefore;
    long nowCount = now - nowBefore;
    lines.add(
        head,
        place(
            oldCount == 0 ? oldBefore : oldBefore + 1,
            oldCount,
            nowCount == 0 ? nowBefore : nowBefore + 1,
            nowCount));
  }

  /** Counts the lines up to there. */
  private void pass(int end) {
    for (; done < end; done++) {
      char mark = edits.get(done).mark();
      old += mark == '+' ? 0 : 1;
      now += mark == '-' ? 0 : 1;
    }
  }
}
