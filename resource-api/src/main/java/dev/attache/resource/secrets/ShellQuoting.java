package dev.attache.resource.secrets;

import java.util.HexFormat;

/** Quotes around one word for a POSIX shell, in the way that is easiest to read. */
final class ShellQuoting {

  /** What needs no quotes, besides letters and digits. */
  private static final String PLAIN = "_@%+=:,./-";

  private static final HexFormat HEX = HexFormat.of();

  private ShellQuoting() {}

  static String quoteIfNeeded(String word) {
    return isPlain(word) ? word : quote(word);
  }

  /** Returns the word in single quotes, or as {@code $'…'} if it would not stay on one line. */
  static String quote(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (needsEscape(word, i)) {
        return escaped(word);
      }
    }
    return "'" + word.replace("'", "'\\''") + "'";
  }

  private static boolean isPlain(String word) {
    boolean hasList = word.contains(",") || word.contains("..");
    for (int i = 0; i < word.length(); ) {
      int c = word.codePointAt(i);
      boolean isPlain =
          Character.isLetterOrDigit(c)
              || PLAIN.indexOf(c) >= 0
              || ((c == '~' || c == '^') && isAfterLetter(word, i)) // HEAD~3, HEAD^
              || ((c == '{' || c == '}') && word.length() > 1 && !hasList); // @{u}
      if (!isPlain) {
        return false;
      }
      i += Character.charCount(c);
    }
    return !word.isEmpty();
  }

  private static boolean isAfterLetter(String word, int index) {
    return index > 0 && (Character.isLetterOrDigit(word.charAt(index - 1)) || isSame(word, index));
  }

  /** Whether the character is the one before it, as in {@code HEAD^^}. */
  private static boolean isSame(String word, int index) {
    return word.charAt(index) == word.charAt(index - 1);
  }

  private static String escaped(String word) {
    var escaped = new StringBuilder("$'");
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      switch (c) {
        case '\n' -> escaped.append("\\n");
        case '\t' -> escaped.append("\\t");
        case '\r' -> escaped.append("\\r");
        case '\'', '\\' -> escaped.append('\\').append(c);
        default -> escaped.append(needsEscape(word, i) ? escape(c) : String.valueOf(c));
      }
    }
    return escaped.append('\'').toString();
  }

  private static String escape(char c) {
    return c < 0x80 ? "\\x" + HEX.toHexDigits((byte) c) : "\\u" + HEX.toHexDigits(c);
  }

  /** Whether a character is a control character, ends a line, or is half of one. */
  private static boolean needsEscape(String word, int index) {
    int c = word.codePointAt(index);
    boolean isSecondHalf =
        index > 0
            && Character.isLowSurrogate(word.charAt(index))
            && Character.isHighSurrogate(word.charAt(index - 1));
    return Character.isISOControl(c)
        || c == 0x2028
        || c == 0x2029
        || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE && !isSecondHalf);
  }
}
