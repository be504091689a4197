package dev.attache.types.tables;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The root element of an XML document, read no further than its start tag.
 *
 * <p>A scanner instead of a parser: it knows as much of XML 1.0 (and of Namespaces in XML 1.0) as
 * stands before and in that tag, and finds nothing where a parser would have failed by then.
 */
final class XmlRoot {
  private final byte[] data;
  private final int end;
  private int at;
  private String prefixes = " xml xmlns ";
  private String used = "";
  private String declared = "";

  private XmlRoot(byte[] data, int length) {
    this.data = data;
    this.end = length;
    this.at = ContentTypes.afterMark(data, length);
  }

  /**
   * The namespace, a blank, and the local name of the root element; null if the bytes are no XML.
   */
  static @Nullable String find(byte[] data, int length) {
    var scan = new XmlRoot(data, length);
    return scan.skipProlog() ? scan.startTag() : null;
  }

  private boolean skipProlog() {
    int start = at;
    while (true) {
      skipBlanks();
      if (at + 1 >= end || data[at] != '<') {
        return false;
      } else if (startsWith("<?")) {
        if ((isXmlTarget() && at != start) || !skipPast("?>")) {
          return false;
        }
      } else if (startsWith("<!--")) {
        at += 4;
        if (!skipPast("--") || at >= end || data[at++] != '>') {
          return false;
        }
      } else if (startsWith("<!DOCTYPE")) {
        if (!skipDoctype()) {
          return false;
        }
      } else {
        at++;
        return true;
      }
    }
  }

  private boolean isXmlTarget() {
    return at + 5 < end
        && (data[at + 2] | 0x20) == 'x'
        && (data[at + 3] | 0x20) == 'm'
        && (data[at + 4] | 0x20) == 'l'
        && isBlank(data[at + 5]);
  }

  /** Passes the declaration with its internal subset; quotes and comments may hold brackets. */
  private boolean skipDoctype() {
    at += 9;
    int depth = 0;
    while (at < end) {
      byte b = data[at++];
      if (b == '"' || b == '\'') {
        if (!skipPast(b == '"' ? "\"" : "'")) {
          return false;
        }
      } else if (b == '<' && startsWith("!--")) {
        if (!skipPast("-->")) {
          return false;
        }
      } else if (b == '[' || b == '<') {
        depth++;
      } else if (b == ']' || (b == '>' && depth > 0)) {
        depth--;
      } else if (b == '>') {
        return true;
      }
    }
    return false;
  }

  private @Nullable String startTag() {
    String name = name();
    while (name != null) {
      boolean blank = skipBlanks();
      if (startsWith(">") || startsWith("/>")) {
        return expand(name);
      } else if (!blank || !attribute()) {
        return null;
      }
    }
    return null;
  }

  /** Reads one attribute; keeps its prefix, or what it declares. */
  private boolean attribute() {
    String name = name();
    skipBlanks();
    if (name == null || !startsWith("=")) {
      return false;
    }
    at++;
    skipBlanks();
    if (!startsWith("\"") && !startsWith("'")) {
      return false;
    }
    String quote = data[at] == '"' ? "\"" : "'";
    int from = ++at;
    if (!skipPast(quote)) {
      return false;
    }
    String value = new String(data, from, at - 1 - from, StandardCharsets.UTF_8);
    keep(name, value);
    return value.indexOf('<') < 0;
  }

  private void keep(String name, String value) {
    if (name.equals("xmlns")) {
      declared += " =" + value + "\n";
    } else if (name.startsWith("xmlns:")) {
      prefixes += name.substring(6) + " ";
      declared += " " + name.substring(6) + "=" + value + "\n";
    } else if (name.indexOf(':') > 0) {
      used += name.substring(0, name.indexOf(':')) + " ";
    }
  }

  private @Nullable String expand(String name) {
    int colon = name.indexOf(':');
    String prefix = colon < 0 ? "" : name.substring(0, colon);
    for (String other : (used + prefix).trim().split(" ", -1)) {
      if (!other.isEmpty() && !prefixes.contains(" " + other + " ")) {
        return null;
      }
    }
    int from = declared.indexOf(" " + prefix + "=");
    String namespace =
        from < 0
            ? ""
            : declared.substring(from + prefix.length() + 2, declared.indexOf('\n', from));
    return namespace + " " + name.substring(colon + 1);
  }

  private @Nullable String name() {
    int from = at;
    while (at < end && isNamePart(data[at])) {
      at++;
    }
    boolean good = at > from && (data[from] < 0 || data[from] > '9') && at < end;
    return good ? new String(data, from, at - from, StandardCharsets.UTF_8) : null;
  }

  private static boolean isNamePart(byte b) {
    return b < 0
        || (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || (b >= '0' && b <= ':')
        || b == '_'
        || b == '-'
        || b == '.';
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  private boolean skipBlanks() {
    int from = at;
    while (at < end && isBlank(data[at])) {
      at++;
    }
    return at > from;
  }

  private boolean skipPast(String text) {
    while (at < end) {
      if (startsWith(text)) {
        at += text.length();
        return true;
      }
      at++;
    }
    return false;
  }

  private boolean startsWith(String text) {
    return ContentTypes.isAt(text, data, at, end);
  }
}
