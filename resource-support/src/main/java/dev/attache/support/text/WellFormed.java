package dev.attache.support.text;

/** Text that UTF-8 can express. */
public final class WellFormed {

  private static final char REPLACEMENT = '\uFFFD';

  private WellFormed() {}

  /** Returns the text with every unpaired surrogate replaced by U+FFFD; mostly the same object. */
  public static String text(String text) {
    StringBuilder mended = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      mended = mended == null ? new StringBuilder(text) : mended;
      mended.setCharAt(i, REPLACEMENT);
    }
    return mended == null ? text : mended.toString();
  }
}
