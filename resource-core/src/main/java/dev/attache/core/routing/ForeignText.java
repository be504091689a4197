package dev.attache.core.routing;

import dev.attache.support.text.OneLine;

/** The words of a stranger, as a short piece of one line. */
public final class ForeignText {

  private static final int MAX_LENGTH = 500;

  private ForeignText() {}

  /** Returns a text without control characters, and of a long one the beginning. */
  public static String of(String text) {
    String cut = text.length() <= MAX_LENGTH ? text : OneLine.cut(text, MAX_LENGTH - 1);
    var line = new StringBuilder(cut.length());
    for (int i = 0; i < cut.length(); i++) {
      char c = cut.charAt(i);
      line.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c);
    }
    return line.toString().strip();
  }

  /** Returns what an exception says of itself, even if it fails at that. */
  public static String of(Throwable thrown) {
    try {
      return of(thrown.toString());
    } catch (RuntimeException | Error e) { // a stranger's class
      return thrown.getClass().getName();
    }
  }
}
