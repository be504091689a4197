package dev.attache.test;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A diff in a text that a model is given, read and applied as strictly as GNU patch does without
 * fuzz. It shares no code with what writes diffs. Immutable.
 *
 * @param begin where it begins in the text, with the line that says what it is
 * @param end where it ends, with its element
 * @param path by which name it knows the file
 * @param base the words for the place of what it is against
 * @param from the digest of what it is against
 * @param to the digest of what it gives
 * @param hunks its lines, without their ends
 * @param bytes how long the line and the hunks are
 */
public record SeenDiff(
    int begin,
    int end,
    String path,
    String base,
    String from,
    String to,
    List<String> hunks,
    int bytes) {

  private static final String SAID = " has changed. Unified diff against ";
  private static final Pattern HEAD =
      Pattern.compile(
          "(?<path>\\S+) has changed\\. Unified diff against (?:the attachment at turn"
              + " (?<turn>\\d+)|the result of tool call (?<call>\\S+) in turn \\d+)"
              + " \\(sha256:(?<from>\\w{12})\\), giving the current content"
              + " \\(sha256:(?<to>\\w{12})\\):\\n"
              + "<(?<tag>resource-diff(?:-\\w+)?) path=\"\\S+\">\\n");
  private static final Pattern HUNK = Pattern.compile("@@ -(\\d+),(\\d+) \\+(\\d+),(\\d+) @@");

  /** Returns the diffs of a text, in order. */
  public static List<SeenDiff> in(String text) {
    if (!text.contains(SAID)) {
      return List.of(); // most have none, and looking for a path takes long in one without blanks
    }
    var diffs = new ArrayList<SeenDiff>();
    for (Matcher head = HEAD.matcher(text); head.find(); ) {
      String close = "</" + head.group("tag") + ">";
      int end = text.indexOf("\n" + close, head.end());
      require(end >= 0, "a diff without an end: " + head.group());
      String inner = text.substring(head.end(), end);
      require(inner.endsWith("\n"), "a diff ends within a line: " + inner);
      List<String> hunks = List.of(inner.substring(0, inner.length() - 1).split("\n", -1));
      diffs.add(
          new SeenDiff(
              head.start(),
              end + 1 + close.length(),
              head.group("path"),
              place(head.group("turn"), head.group("call")),
              head.group("from"),
              head.group("to"),
              hunks,
              text.indexOf('\n', head.start()) - head.start() + 1 + inner.length()));
    }
    return diffs;
  }

  /** The words for a place: one of the two is null. */
  public static String place(@Nullable String turn, @Nullable String call) {
    return turn == null ? "call " + call : "turn " + turn;
  }

  private static void require(boolean isKept, String rule) {
    if (!isKept) {
      throw new AssertionError(rule);
    }
  }

  /** Returns what a text becomes by it. */
  public String applied(String before) {
    List<String> old = lines(before);
    var now = new ArrayList<String>();
    int at = 0;
    for (int next = 0; next < hunks.size(); ) {
      Matcher hunk = HUNK.matcher(hunks.get(next++));
      require(hunk.matches(), "no hunk begins with " + hunks.get(next - 1));
      int oldLeft = number(hunk, 2);
      int nowLeft = number(hunk, 4);
      int begin = number(hunk, 1) - (oldLeft == 0 ? 0 : 1);
      require(begin >= at && begin <= old.size(), "a hunk is out of order: " + hunk.group());
      now.addAll(old.subList(at, begin));
      at = begin;
      require(
          now.size() == number(hunk, 3) - (nowLeft == 0 ? 0 : 1),
          "a hunk does not begin where it says: " + hunk.group());
      while (oldLeft > 0 || nowLeft > 0) {
        require(next < hunks.size(), "a hunk is too short: " + hunk.group());
        String line = hunks.get(next++);
        boolean isEnded = next == hunks.size() || !hunks.get(next).startsWith("\\");
        next += isEnded ? 0 : 1;
        String said = line.substring(1) + (isEnded ? "\n" : "");
        if (line.charAt(0) != '+') {
          require(at < old.size() && old.get(at).equals(said), "this is not there: " + line);
          at++;
          oldLeft--;
        }
        if (line.charAt(0) != '-') {
          now.add(said);
          nowLeft--;
        }
        require("+- ".indexOf(line.charAt(0)) >= 0, "no line of a hunk: " + line);
      }
      require(oldLeft == 0 && nowLeft == 0, "a hunk is too long: " + hunk.group());
    }
    now.addAll(old.subList(at, old.size()));
    return String.join("", now);
  }

  private static int number(Matcher hunk, int group) {
    return Integer.parseInt(hunk.group(group));
  }

  /** The lines of a text, each with its end. */
  public static List<String> lines(String text) {
    var lines = new ArrayList<String>();
    for (int at = 0; at < text.length(); ) {
      int end = text.indexOf('\n', at) + 1;
      lines.add(text.substring(at, end == 0 ? text.length() : end));
      at = end == 0 ? text.length() : end;
    }
    return lines;
  }
}
