package dev.attache.support.text;

/** Foreign text made fit for a part of a line, of which no character is ever halved. */
public final class OneLine {

  private OneLine() {}

  /**
   * Returns the beginning of a text on one line: a space stands for each run of what does not
   * belong there, which are line ends and other control characters, what changes the direction of
   * text or cannot be seen, and half characters. Colours are taken out.
   *
   * @param limit about how many characters, in UTF-16
   */
  public static String clean(String text, int limit) {
    var line = new StringBuilder(Math.min(text.length(), limit));
    boolean isGap = false;
    int i = 0;
    while (i < text.length() && line.length() < limit) {
      int c = text.codePointAt(i);
      if (c == '\033') {
        i = endOfEscape(text, i);
        continue;
      }
      i += Character.charCount(c);
      if (c == ' ' || !isPrintable(c)) {
        isGap |= !isPrintable(c) && line.length() > 0;
        if (c == ' ' && !isGap) {
          line.append(' ');
        }
        continue;
      }
      if (isGap && line.charAt(line.length() - 1) != ' ') {
        line.append(' ');
      }
      isGap = false;
      line.appendCodePoint(c);
    }
    return line.toString().strip();
  }

  /** Returns a line, or so many characters of it, in UTF-16, and an ellipsis. */
  public static String cut(String line, int limit) {
    if (line.length() <= limit) {
      return line;
    }
    boolean isSplit = limit > 0 && Character.isHighSurrogate(line.charAt(limit - 1));
    return line.substring(0, limit - (isSplit ? 1 : 0)) + "…";
  }

  private static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      case Character.FORMAT -> c == 0x200c || c == 0x200d; // joins letters, and emoji
      default -> true;
    };
  }

  /**
   * Where a control sequence (ECMA-48) ends, such as those of colours; what else begins so, too.
   */
  private static int endOfEscape(String text, int begin) {
    int i = begin + 1;
    if (i >= text.length() || text.charAt(i) != '[') {
      return i;
    }
    i++;
    while (i < text.length() && text.charAt(i) >= ' ' && text.charAt(i) < '@') {
      i++;
    }
    return Math.min(i + 1, text.length());
  }
}
