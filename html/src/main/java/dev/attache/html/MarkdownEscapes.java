package dev.attache.html;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Backslashes that keep text from being read as Markdown or HTML. */
final class MarkdownEscapes {

  /** What makes a heading, a list, a rule, a quote, a definition or a table at a line's start. */
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?:#{1,6}(?=\\s|$)|[-+=](?=[-+=\\s]|$)|[>|]|:(?=\\s|$)|\\d{1,9}(?=[.)](?:\\s|$)))");

  private static final Pattern ENTITY = Pattern.compile("&(?:#\\w{1,8}|[A-Za-z]\\w{1,31});");

  private MarkdownEscapes() {}

  /**
   * Escapes text.
   *
   * @param before the character before it, or a line feed if it begins a line
   * @param inCell whether it stands in a cell of a table
   */
  static String escape(String text, char before, boolean inCell) {
    var escaped = new StringBuilder(text.length() + 8);
    int at = before == '\n' ? escapeBlock(text, escaped) : 0;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if ((inCell && c == '|') || isMarkup(text, at, at == 0 ? before : text.charAt(at - 1))) {
        escaped.append('\\');
      }
      escaped.append(c);
    }
    return escaped.toString();
  }

  private static int escapeBlock(String text, StringBuilder escaped) {
    Matcher block = BLOCK.matcher(text);
    if (!block.lookingAt()) {
      return 0;
    }
    if (Character.isDigit(text.charAt(0))) {
      escaped.append(text, 0, block.end()).append('\\').append(text.charAt(block.end()));
      return block.end() + 1;
    }
    escaped.append('\\').append(text.charAt(0));
    return 1;
  }

  private static boolean isMarkup(String text, int at, char before) {
    return switch (text.charAt(at)) {
      case '\\', '*', '`', '[', ']' -> true;
      case '_' -> !isWord(before) || at + 1 == text.length() || !isWord(text.charAt(at + 1));
      case '~' ->
          before == '~' || text.indexOf('~', at + 1) >= 0 || text.lastIndexOf('~', at - 1) >= 0;
      case '<' -> at + 1 == text.length() || isTagStart(text.charAt(at + 1));
      case '&' -> isEntity(text, at);
      default -> false;
    };
  }

  private static boolean isEntity(String text, int at) {
    return ENTITY.matcher(text).region(at, Math.min(text.length(), at + 40)).lookingAt();
  }

  private static boolean isTagStart(char c) {
    return Character.isLetter(c) || c == '/' || c == '!' || c == '?';
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
