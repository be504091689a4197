package dev.attache.handlers.cmd.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;

/**
 * The end of a stream, quoted on one line: line ends and whatever nobody could see are escaped as
 * in Java.
 */
public final class Excerpt {

  private static final int LONGEST_CHARACTER = 4;

  private Excerpt() {}

  /** Quotes at most {@code max} characters; an ellipsis stands for what was before them. */
  public static String ofEnd(Captured stream, int max) {
    if (StreamBytes.isBinary(stream)) {
      return "(binary)";
    }
    byte[] last = stream.isCut() ? stream.tail() : stream.head();
    int from = Math.max(0, last.length - (max + 1) * LONGEST_CHARACTER);
    String end = new String(last, from, last.length - from, UTF_8);
    var quoted = new StringBuilder();
    int at = end.length();
    while (at > 0) {
      int c = end.codePointBefore(at);
      String shown = escaped(c);
      if (quoted.length() + shown.length() > max) {
        break;
      }
      quoted.insert(0, shown);
      at -= Character.charCount(c);
    }
    boolean isAll = at == 0 && from == 0 && !stream.isCut();
    return (isAll ? "\"" : "\"…") + quoted + "\"";
  }

  private static String escaped(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      default -> isVisible(c) ? Character.toString(c) : codes(c);
    };
  }

  private static boolean isVisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  private static String codes(int c) {
    var codes = new StringBuilder();
    for (char unit : Character.toChars(c)) {
      codes.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
    }
    return codes.toString();
  }
}
