package dev.attache.resource.secrets;

/**
 * A decoder of percent-encoded text for a look at its ASCII characters: each byte becomes one
 * character, and what is no encoding stays as it is.
 */
final class PercentDecoding {

  private PercentDecoding() {}

  static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    var decoded = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      int value = text.charAt(i) == '%' ? byteAt(text, i + 1) : -1;
      decoded.append(value < 0 ? text.charAt(i) : (char) value);
      i += value < 0 ? 0 : 2;
    }
    return decoded.toString();
  }

  /** Whether a byte is encoded here. */
  static boolean isEncoded(String text, int index) {
    return text.charAt(index) == '%' && byteAt(text, index + 1) >= 0;
  }

  private static int byteAt(String text, int index) {
    if (index + 1 >= text.length()) {
      return -1;
    }
    int high = Character.digit(text.charAt(index), 16);
    int low = Character.digit(text.charAt(index + 1), 16);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }
}
