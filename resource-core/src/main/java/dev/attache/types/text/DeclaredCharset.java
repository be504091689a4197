package dev.attache.types.text;

import com.google.common.base.Ascii;
import dev.attache.types.tables.ContentTypes;
import dev.attache.types.tables.TypeTree;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The charset label that a document states about itself, within the first 1024 bytes: in an XML
 * declaration (XML 1.0, section 2.8), or in a {@code meta} element of HTML.
 */
final class DeclaredCharset {
  private static final int REACH = 1024;

  private DeclaredCharset() {}

  /** The label, in lower case; null if there is none. */
  static @Nullable String find(byte[] bytes, int length, @Nullable String type) {
    boolean xml = ContentTypes.isAt("<?xml", bytes, 0, length);
    boolean html = TypeTree.HTML.equals(type);
    if (!xml && !html && !"application/xhtml+xml".equals(type)) {
      return null;
    }
    var head = new String(bytes, 0, Math.min(length, REACH), StandardCharsets.ISO_8859_1);
    String fromXml = xml ? ofXml(head) : null;
    if (html) {
      String fromMeta = MetaCharset.find(head);
      return fromMeta == null ? fromXml : fromMeta;
    }
    return xml ? fromXml : MetaCharset.find(head);
  }

  /** "Get an XML encoding" (HTML Standard, 13.2.3.2), in any case of its letters. */
  private static @Nullable String ofXml(String head) {
    String declaration = Ascii.toLowerCase(head.substring(0, head.indexOf('>') + 1));
    int name = declaration.indexOf("encoding");
    int at = name < 0 ? -1 : skipControls(declaration, name + "encoding".length());
    if (at < 0 || declaration.charAt(at) != '=') {
      return null;
    }
    at = skipControls(declaration, at + 1);
    char quote = declaration.charAt(at);
    int end = quote == '"' || quote == '\'' ? declaration.indexOf(quote, at + 1) : -1;
    return end <= at + 1 ? null : declaration.substring(at + 1, end);
  }

  /** Ends before the {@code >} of the declaration at the latest. */
  private static int skipControls(String text, int from) {
    int at = from;
    while (text.charAt(at) <= ' ') {
      at++;
    }
    return at;
  }
}
