package dev.attache.resource.json;

/** Texts without halves of characters, which no content can hold. */
public final class WholeCharacters {

  private WholeCharacters() {}

  /**
   * {@return the text with U+FFFD for each half of a character; the same object if it has none}
   *
   * @param text any characters
   */
  public static String of(String text) {
    StringBuilder whole = null;
    for (int i = 0; i < text.length(); i++) {
      if (isHalf(text, i)) {
        whole = whole == null ? new StringBuilder(text) : whole;
        whole.setCharAt(i, '\ufffd');
      }
    }
    return whole == null ? text : whole.toString();
  }

  private static boolean isHalf(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
