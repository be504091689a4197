package dev.attache.core.type;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The charset label that a document states about itself: in an XML declaration (XML 1.0, section
 * 2.8) or in a {@code meta} element of HTML (HTML Standard, 13.2.3.2), within the first 1024 bytes.
 */
final class DeclaredCharset {
  private static final int REACH = 1024;

  private DeclaredCharset() {}

  /** The label, as it stands there; null if there is none. */
  static @Nullable String find(byte[] bytes, int length, @Nullable String type) {
    boolean xml = ContentTypes.isAt("<?xml", bytes, 0, length);
    if (!xml && !isHtml(type)) {
      return null;
    }
    var head =
        new String(bytes, 0, Math.min(length, REACH), StandardCharsets.ISO_8859_1)
            .toLowerCase(Locale.ROOT);
    if (xml) {
      int end = head.indexOf("?>");
      return end < 0 ? null : valueAfter("encoding", head.substring(0, end), 5);
    }
    return ofMeta(head);
  }

  private static boolean isHtml(@Nullable String type) {
    return type != null && (type.equals(TypeTree.HTML) || type.equals("application/xhtml+xml"));
  }

  private static @Nullable String ofMeta(String head) {
    int at = head.indexOf("<meta");
    while (at >= 0) {
      int end = head.indexOf('>', at);
      String label = valueAfter("charset", head.substring(at, end < 0 ? head.length() : end), 5);
      if (label != null) {
        return label;
      }
      at = head.indexOf("<meta", at + 5);
    }
    return null;
  }

  /** What follows a name and an equals sign, in quotes of either kind or up to a blank. */
  private static @Nullable String valueAfter(String name, String text, int from) {
    int at = text.indexOf(name, from);
    at = at < 0 ? -1 : skipBlanks(text, at + name.length());
    if (at < 0 || at >= text.length() || text.charAt(at) != '=') {
      return null;
    }
    at = skipBlanks(text, at + 1);
    int start = at < text.length() && isQuote(text.charAt(at)) ? at + 1 : at;
    int end = start;
    while (end < text.length() && isLabelPart(text.charAt(end))) {
      end++;
    }
    return end > start ? text.substring(start, end) : null;
  }

  private static int skipBlanks(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) <= ' ') {
      at++;
    }
    return at;
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'';
  }

  private static boolean isLabelPart(char c) {
    return c > ' ' && !isQuote(c) && c != ';' && c != '/' && c != '>';
  }
}
