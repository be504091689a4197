package dev.attache.core.notebook;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The text of an output as a terminal would leave it, and no longer than a model needs it. */
final class OutputText {

  /** How many characters of an output are shown at most, without the line that says so. */
  static final int MAX_CHARS = 4000;

  /** How many of these are its end, where errors say what was wrong. */
  private static final int TAIL_CHARS = 1500;

  /** ECMA-48: control sequences, strings up to their end, and single escapes. */
  private static final Pattern ESCAPES =
      Pattern.compile(
          "(?:\u001b\\[|\u009b)[0-?]*+[ -/]*+[@-~]?"
              + "|\u001b[\\]PX^_][^\u0007\u001b]*+(?:\u0007|\u001b\\\\)?"
              + "|\u001b[ -/]*+[0-~]?");

  private OutputText() {}

  /** Takes out what only moves a cursor or colours; of a line that was written over, the last. */
  static String clean(String raw) {
    String plain =
        raw.indexOf('\u001b') < 0 && raw.indexOf('\u009b') < 0
            ? raw
            : ESCAPES.matcher(raw).replaceAll("");
    String lines = plain.replace("\r\n", "\n");
    String written =
        lines.indexOf('\r') < 0
            ? lines
            : Arrays.stream(lines.split("\n", -1))
                .map(OutputText::lastWritten)
                .collect(Collectors.joining("\n"));
    return written.stripTrailing();
  }

  /** A progress bar writes its line again and again, each time after a carriage return. */
  private static String lastWritten(String line) {
    int end = line.length();
    while (end > 0 && line.charAt(end - 1) == '\r') {
      end--;
    }
    return line.substring(line.lastIndexOf('\r', end - 1) + 1, end);
  }

  /** Leaves out the middle of a long text, and says how much that is. */
  static String cut(String text) {
    if (text.length() <= MAX_CHARS) {
      return text;
    }
    int head = lineEnd(text, MAX_CHARS - TAIL_CHARS);
    int tail = lineStart(text, text.length() - TAIL_CHARS);
    return text.substring(0, head)
        + String.format(Locale.ROOT, "\n[%,d characters left out]\n", tail - head)
        + text.substring(tail);
  }

  /** The end of the last whole line before a place, unless that is far away. */
  private static int lineEnd(String text, int place) {
    int feed = text.lastIndexOf('\n', place);
    return feed > place / 2 ? feed : whole(text, place);
  }

  private static int lineStart(String text, int place) {
    int feed = text.indexOf('\n', place);
    return feed >= 0 && feed < place + TAIL_CHARS / 2 ? feed + 1 : whole(text, place);
  }

  /** A place that is not within a character. */
  private static int whole(String text, int place) {
    return Character.isLowSurrogate(text.charAt(place)) ? place - 1 : place;
  }
}
