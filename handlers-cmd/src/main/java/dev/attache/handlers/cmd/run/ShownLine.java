package dev.attache.handlers.cmd.run;

/** The beginning of a foreign text on one line, without what nobody could see. */
public final class ShownLine {

  private ShownLine() {}

  /** Returns at most {@code max} characters; an ellipsis stands for what follows them. */
  public static String of(String text, int max) {
    var line = new StringBuilder();
    boolean isGap = false;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      at += Character.charCount(c);
      if (!isShown(c)) {
        isGap = line.length() > 0;
        continue;
      }
      if (line.length() + 2 + Character.charCount(c) > max) {
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

  private static boolean isShown(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
