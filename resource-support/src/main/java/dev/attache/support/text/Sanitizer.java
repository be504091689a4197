package dev.attache.support.text;

import dev.attache.resource.json.InvisibleCharacters;
import dev.attache.resource.json.JsonLine;

/**
 * The rule for what may reach a terminal: no control characters but line ends and tab, nothing that
 * changes the direction of text (Unicode Standard Annex 9; Trojan Source, CVE-2021-42574), nothing
 * invisible (Unicode's {@code Default_Ignorable_Code_Point}) but what holds an emoji together
 * (Unicode Technical Standard 51), no half characters.
 *
 * <p>What may not is shown as a JSON escape, {@code \}{@code u001b}, so that JSON stays JSON.
 */
public final class Sanitizer {

  private static final int JOINER = 0x200d;
  private static final int AS_TEXT = 0xfe0e;
  private static final int AS_EMOJI = 0xfe0f;
  private static final int KEYCAP = 0x20e3;

  private Sanitizer() {}

  /**
   * {@return text that is safe to show; the same object if it was}
   *
   * @param text what others wrote, with lines and tabs
   */
  public static String sanitize(String text) {
    return sanitize(text, true);
  }

  /**
   * {@return text that is safe to show on a single line: line ends and tabs are escaped too}
   *
   * @param text what others wrote
   */
  public static String sanitizeLine(String text) {
    return sanitize(text, false);
  }

  private static String sanitize(String text, boolean severalLines) {
    int plain = 0;
    while (plain < text.length() && isPlain(text.charAt(plain))) {
      plain++;
    }
    if (plain == text.length()) {
      return text;
    }
    var safe = new StringBuilder(text.length() + 16).append(text, 0, plain);
    for (int i = plain; i < text.length(); ) {
      int c = text.codePointAt(i);
      int next = i + Character.charCount(c);
      if (isSafe(c) || isOfEmoji(text, i, c) || (severalLines && isLayout(text, i))) {
        safe.append(text, i, next);
      } else {
        JsonLine.escape(safe, text, i, next);
      }
      i = next;
    }
    return safe.length() == text.length() ? text : safe.toString();
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c < 0x7f;
  }

  /** Whether this is a line feed, with or without a return before it, or a tab. */
  private static boolean isLayout(String text, int i) {
    char c = text.charAt(i);
    return c == '\n'
        || c == '\t'
        || (c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n');
  }

  private static boolean isSafe(int c) {
    return c < 0x300
        ? c >= ' ' && !(c >= 0x7f && c <= 0x9f) && c != 0xad // controls, soft hyphen
        : !InvisibleCharacters.has(c) && !isHalf(c);
  }

  /** Whether a selector or a joiner belongs to the emoji before it, and to the one after it. */
  private static boolean isOfEmoji(String text, int i, int c) {
    if (i == 0 || (c != JOINER && c != AS_EMOJI && c != AS_TEXT)) {
      return false;
    }
    int before = text.codePointBefore(i);
    int next = i + 1 < text.length() ? text.codePointAt(i + 1) : -1;
    if (c != JOINER) {
      return isSymbol(before) || (next == KEYCAP && isKey(before));
    }
    if (before == AS_EMOJI && i > 1) {
      before = text.codePointBefore(i - 1);
    }
    return isSymbol(before) && isSymbol(next);
  }

  private static boolean isKey(int c) {
    return (c >= '0' && c <= '9') || c == '#' || c == '*';
  }

  /** Whether this is a picture, or the tone of one. */
  private static boolean isSymbol(int c) {
    return c > 0xff
        && (Character.getType(c) == Character.OTHER_SYMBOL || (c >= 0x1f3fb && c <= 0x1f3ff));
  }

  private static boolean isHalf(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
  }
}
