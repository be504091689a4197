package dev.attache.model;

import dev.attache.resource.json.InvisibleCharacters;
import dev.attache.resource.json.JsonLine;
import org.jspecify.annotations.Nullable;

/**
 * A value of others in one of our lines {@code [resource uri="…"]}, which it cannot break out of:
 * quotes, brackets, line ends, and what cannot be seen or turns the direction of text are JSON
 * escapes, as a model writes them when it calls a tool with the value.
 */
final class QuotedValue {

  private QuotedValue() {}

  /** Returns a value in quotes; nothing in quotes if there is none. */
  static String of(@Nullable String value) {
    return value == null ? "\"\"" : '"' + escaped(value) + '"';
  }

  /** Returns a value as it stands between quotes. */
  static String escaped(String value) {
    var escaped = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); ) {
      int c = value.codePointAt(i);
      int next = i + Character.charCount(c);
      if (c == '"' || c == '\\') {
        escaped.append('\\').append((char) c);
      } else if (isPlain(c)) {
        escaped.appendCodePoint(c);
      } else {
        JsonLine.escape(escaped, value, i, next);
      }
      i = next;
    }
    return escaped.toString();
  }

  private static boolean isPlain(int c) {
    return c < 0x7f
        ? c >= ' ' && c != '[' && c != ']'
        : c > 0x9f
            && c != 0xad // soft hyphen
            && !InvisibleCharacters.has(c)
            && !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }
}
