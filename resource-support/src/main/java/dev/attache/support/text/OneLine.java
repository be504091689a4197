package dev.attache.support.text;

/** Foreign text made fit for a part of a line, of which no character is ever halved. */
public final class OneLine {

  private OneLine() {}

  /**
   * {@return the beginning of a text on one line: a space stands for each run of what does not
   * belong there, which are line ends and other control characters, what changes the direction of
   * text or cannot be seen, and half characters} Colours are taken out.
   *
   * @param text of any length and any characters
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

  /**
   * {@return the beginning of a text on one line: a space stands for each run of blanks, control
   * characters, what changes the direction of text or cannot be seen, joiners, and half characters}
   * Colours lose what makes them one, but stay as text.
   *
   * @param text of any length and any characters
   * @param limit how many characters it has at most, in UTF-16, with the ellipsis that stands for
   *     what follows, and the space that may stand before that
   */
  public static String words(String text, int limit) {
    var line = new StringBuilder();
    boolean isGap = false;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      at += Character.charCount(c);
      if (!isWord(c)) {
        isGap = line.length() > 0;
        continue;
      }
      if (line.length() + 2 + Character.charCount(c) > limit) {
        return line.append('…').toString();
      }
      if (isGap) {
        line.append(' ');
        isGap = false;
      }
      line.appendCodePoint(c);
    }
    return line.toString();
  }

  /**
   * {@return a text in which a space stands for each line end and each other control character}
   *
   * @param text of any characters; blanks at both ends are dropped
   */
  public static String blanked(String text) {
    var line = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      line.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c);
    }
    return line.toString().strip();
  }

  /**
   * {@return a line, or so many characters of it, in UTF-16, and an ellipsis}
   *
   * @param line one line, which is returned as it is if it is short enough
   * @param limit how many of its characters there may be, in UTF-16; the ellipsis is one more
   */
  public static String cut(String line, int limit) {
    return line.length() <= limit ? line : beginning(line, limit) + "…";
  }

  /**
   * {@return a line, or the beginning of it with an ellipsis, as so many characters, in UTF-16}
   *
   * @param line one line, which is returned as it is if it is short enough
   * @param limit how many characters there may be, in UTF-16, the ellipsis among them; at least 1
   */
  public static String fit(String line, int limit) {
    return line.length() <= limit ? line : beginning(line, limit - 1) + "…";
  }

  /**
   * {@return a line, or so many characters of it, in UTF-16}
   *
   * @param line one line, which is returned as it is if it is short enough
   * @param limit how many characters there may be; one less where the last would be half of one
   */
  public static String beginning(String line, int limit) {
    if (line.length() <= limit) {
      return line;
    }
    boolean isSplit = limit > 0 && Character.isHighSurrogate(line.charAt(limit - 1));
    return line.substring(0, limit - (isSplit ? 1 : 0));
  }

  private static boolean isWord(int c) {
    return switch (Character.getType(c)) {
      case Character.FORMAT, Character.SPACE_SEPARATOR -> false;
      default -> isPrintable(c);
    };
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
