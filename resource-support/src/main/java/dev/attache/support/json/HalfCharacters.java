package dev.attache.support.json;

/**
 * Escapes in JSON that stand for half a character: one of a pair of surrogates without the other.
 */
final class HalfCharacters {

  private static final String REPLACEMENT = "\\ufffd";
  private static final int LENGTH = REPLACEMENT.length();

  private HalfCharacters() {}

  /** A JSON text with the replacement character in place of each. */
  static String replaced(String json) {
    var replaced = new StringBuilder(json);
    for (int i = json.indexOf('\\'); i >= 0; i = json.indexOf('\\', i)) {
      int unit = unit(json, i);
      if (unit < 0) {
        i += 2;
      } else if (isHigh(unit) && isLow(unit(json, i + LENGTH))) {
        i += 2 * LENGTH;
      } else {
        if (isHigh(unit) || isLow(unit)) {
          replaced.replace(i, i + LENGTH, REPLACEMENT);
        }
        i += LENGTH;
      }
    }
    return replaced.toString();
  }

  /**
   * Whether each escape of a character has the four digits of RFC 8259, section 7. A parser of
   * characters looks at the lower half of each, and takes U+0631 for a 1.
   */
  static boolean areEscapedByDigits(String json) {
    for (int i = json.indexOf('\\'); i >= 0; i = json.indexOf('\\', i)) {
      boolean isOfCharacter = json.startsWith("\\u", i);
      if (isOfCharacter && unit(json, i) < 0) {
        return false;
      }
      i += isOfCharacter ? LENGTH : 2;
    }
    return true;
  }

  /** What the escape that begins there stands for; -1 if none does, or one of another kind. */
  private static int unit(String json, int begin) {
    if (!json.startsWith("\\u", begin) || begin + LENGTH > json.length()) {
      return -1;
    }
    int unit = 0;
    for (int i = begin + 2; i < begin + LENGTH; i++) {
      char c = json.charAt(i);
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        return -1;
      }
      unit = 16 * unit + digit;
    }
    return unit;
  }

  private static boolean isHigh(int unit) {
    return unit >= 0xD800 && unit <= 0xDBFF;
  }

  private static boolean isLow(int unit) {
    return unit >= 0xDC00 && unit <= 0xDFFF;
  }
}
