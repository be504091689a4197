package dev.attache.history;

import org.jspecify.annotations.Nullable;

/** The name of a conversation for people: the beginning of what was asked. */
final class Title {

  private static final int MAX_LENGTH = 80;

  private Title() {}

  /** Returns the first line with something in it, at most 80 characters; null if there is none. */
  static @Nullable String of(String text) {
    String line = firstLine(text.strip()).strip();
    if (line.isEmpty()) {
      return null;
    }
    if (line.codePointCount(0, line.length()) <= MAX_LENGTH) {
      return line;
    }
    return line.substring(0, line.offsetByCodePoints(0, MAX_LENGTH - 1)).stripTrailing() + "…";
  }

  private static String firstLine(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\n' || text.charAt(i) == '\r') {
        return text.substring(0, i);
      }
    }
    return text;
  }
}
