package dev.attache.mcp;

import dev.attache.resource.secrets.Redaction;

/** What a server says, made fit for a line of a message, a note or a name. */
public final class ServerText {

  /** How long a line is that has no other limit. */
  private static final int USUAL_LIMIT = 1000;

  /** How far a secret is looked for that is cut through. */
  private static final int BEYOND = 2000;

  private ServerText() {}

  /** One line of at most 1000 characters; see {@link #line(String, int)}. */
  public static String line(String text) {
    return line(text, USUAL_LIMIT);
  }

  /**
   * One line of at most {@code limit} characters, with an ellipsis if there were more, and without
   * the secrets of the URIs in it. A space stands for each run of what does not belong on a line:
   * line ends and other control characters, what changes the direction of text or cannot be seen,
   * and half characters. Colours are taken out.
   */
  public static String line(String text, int limit) {
    String line = Redaction.redactAllIn(cleaned(text, limit + BEYOND));
    if (line.length() <= limit) {
      return line;
    }
    boolean isSplit = Character.isHighSurrogate(line.charAt(limit - 1));
    return line.substring(0, limit - (isSplit ? 1 : 0)) + "…";
  }

  /** Returns the text with U+FFFD in place of each half of a character. */
  public static String whole(String text) {
    var whole = new StringBuilder(text.length());
    text.codePoints().forEach(c -> whole.appendCodePoint(isHalf(c) ? 0xfffd : c));
    return whole.toString();
  }

  private static String cleaned(String text, int limit) {
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

  private static boolean isHalf(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
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
