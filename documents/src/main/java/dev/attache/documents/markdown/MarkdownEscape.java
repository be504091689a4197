package dev.attache.documents.markdown;

import java.util.regex.Pattern;

/**
 * The escaping of text that is not meant as Markdown. Only what would be read otherwise is escaped:
 * {@code snake_case}, {@code 2 * 3} and {@code [1]} stay as they are.
 */
public final class MarkdownEscape {

  /**
   * What is special at the beginning of a line: a heading, a quotation, a rule, an underline, a
   * fence, and what looks like a mark of ours.
   */
  private static final Pattern LINE_START =
      Pattern.compile(
          "(?m)^(?=#{1,6}(?:\\s|$)|>|(?:-\\s*){3,}$|=+\\s*$|~~~"
              + "|\\[(?:page|slide|sheet|image|chart|diagram|notes|text box|attached file|form fields)"
              + "\\b[^\\]\\n]*\\]\\s*$)");

  /** What is a link as it stands there. */
  private static final Pattern ADDRESS =
      Pattern.compile("<(?:https?://[^\\s<>]+|[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)*)>");

  private MarkdownEscape() {}

  /** {@return a text with backslashes where Markdown would not take it as text} */
  public static String text(String text) {
    StringBuilder out = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isSpecial(text, i, c)) {
        if (out == null) {
          out = new StringBuilder(text.length() + 16).append(text, 0, i);
        }
        out.append('\\');
      }
      if (out != null) {
        out.append(c);
      }
    }
    return out == null ? text : out.toString();
  }

  static String lineStarts(String text) {
    return LINE_START.matcher(text).replaceAll("\\\\");
  }

  private static boolean isSpecial(String text, int at, char c) {
    char before = at == 0 ? ' ' : text.charAt(at - 1);
    char after = at + 1 == text.length() ? ' ' : text.charAt(at + 1);
    return switch (c) {
      case '`' -> true;
      case '*' -> !(Character.isWhitespace(before) && Character.isWhitespace(after));
      case '_' -> opensOrCloses(text, at);
      case '[' -> isLink(text, at);
      case '<' ->
          (Character.isLetter(after) || after == '/' || after == '!' || after == '?')
              && !ADDRESS.matcher(text).region(at, text.length()).lookingAt();
      case '&' -> isEntity(text, at);
      case '\\' -> after > ' ' && after < 0x7f && !Character.isLetterOrDigit(after);
      case '~' -> before == '~' || after == '~';
      default -> false;
    };
  }

  /** Whether a run of underscores stands at an end of a word, and not within it or alone. */
  private static boolean opensOrCloses(String text, int at) {
    int start = at;
    while (start > 0 && text.charAt(start - 1) == '_') {
      start--;
    }
    int end = at + 1;
    while (end < text.length() && text.charAt(end) == '_') {
      end++;
    }
    boolean wordBefore = start > 0 && !Character.isWhitespace(text.charAt(start - 1));
    boolean wordAfter = end < text.length() && !Character.isWhitespace(text.charAt(end));
    if (!wordBefore && !wordAfter) {
      return false;
    }
    boolean isWithin =
        wordBefore
            && wordAfter
            && Character.isLetterOrDigit(text.charAt(start - 1))
            && Character.isLetterOrDigit(text.charAt(end));
    return !isWithin && end - start < 4; // longer ones are blanks to be filled in
  }

  private static boolean isLink(String text, int at) {
    int end = text.indexOf(']', at);
    return end > 0 && end + 1 < text.length() && text.charAt(end + 1) == '(';
  }

  private static boolean isEntity(String text, int at) {
    int end = text.indexOf(';', at);
    if (end < at + 2 || end > at + 10) {
      return false;
    }
    for (int i = at + 1; i < end; i++) {
      char c = text.charAt(i);
      if (!Character.isLetterOrDigit(c) && c != '#') {
        return false;
      }
    }
    return true;
  }
}
