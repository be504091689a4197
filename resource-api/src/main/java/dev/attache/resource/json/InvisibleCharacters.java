package dev.attache.resource.json;

/**
 * The characters that cannot be seen in a text, or that change the direction of it (Unicode's
 * {@code Default_Ignorable_Code_Point}; Unicode Standard Annex 9). A table, since the JDK's own
 * grows from version to version.
 */
public final class InvisibleCharacters {

  private InvisibleCharacters() {}

  /**
   * {@return whether a character is among them}
   *
   * @param c a code point
   */
  public static boolean has(int c) {
    return c == 0x34f // combining grapheme joiner
        || c == 0x61c // Arabic letter mark
        || c == 0x115f // Hangul fillers
        || c == 0x1160
        || c == 0x3164
        || c == 0xffa0
        || c == 0x17b4 // Khmer inherent vowels
        || c == 0x17b5
        || (c >= 0x180b && c <= 0x180f) // Mongolian variation selectors, vowel separator
        || (c >= 0x200b && c <= 0x200f) // zero width, directional marks
        || (c >= 0x2028 && c <= 0x202e) // separators, embeddings, overrides
        || (c >= 0x2060 && c <= 0x206f) // word joiner, isolates, invisible operators
        || (c >= 0xfe00 && c <= 0xfe0f) // variation selectors
        || c == 0xfeff // zero width no-break space
        || (c >= 0xfff0 && c <= 0xfffb) // unassigned, interlinear annotation
        || (c >= 0x1bca0 && c <= 0x1bca3) // shorthand controls
        || (c >= 0x1d173 && c <= 0x1d17a) // musical controls
        || (c >= 0xe0000 && c <= 0xe0fff); // tags, more variation selectors
  }

  /**
   * {@return a text without them, without control characters but line feeds and tabs, and without
   * halves of characters, as models are given what others say of their tools; the same object if it
   * had none}
   *
   * @param text what others wrote
   */
  public static String strip(String text) {
    if (text.codePoints().allMatch(InvisibleCharacters::isShown)) {
      return text;
    }
    var shown = new StringBuilder(text.length());
    text.codePoints().filter(InvisibleCharacters::isShown).forEach(shown::appendCodePoint);
    return shown.toString();
  }

  private static boolean isShown(int c) {
    boolean isControl = Character.isISOControl(c) && c != '\n' && c != '\t';
    boolean isHalf = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    return !isControl && !isHalf && c != 0xad && !has(c); // a soft hyphen
  }
}
