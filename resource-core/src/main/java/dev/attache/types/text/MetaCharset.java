package dev.attache.types.text;

import com.google.common.base.Ascii;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The search for a {@code meta} element that states the charset of HTML: the prescan of the HTML
 * Standard, section 13.2.3.2.
 *
 * <p>It knows comments, other tags and the quotes in them, and no more of HTML. Values are taken as
 * they stand: a character reference in them is none.
 */
final class MetaCharset {
  private final String head;
  private final int end;
  private int at;
  private String name = "";
  private String value = "";
  private @Nullable String unknown;

  private MetaCharset(String head) {
    this.head = head;
    this.end = head.length();
  }

  /**
   * The label of the first element that names a known encoding, or else the first one that is
   * unknown, so that somebody can say so; null if there is neither.
   *
   * @param head the first bytes, each as one character
   */
  static @Nullable String find(String head) {
    var scan = new MetaCharset(Ascii.toLowerCase(head));
    String known = scan.scan();
    return known == null ? scan.unknown : known;
  }

  private @Nullable String scan() {
    for (at = head.indexOf('<'); at >= 0; at = head.indexOf('<', at)) {
      if (startsWith("<!--")) {
        at += 2; // the dashes that begin a comment can also end it
        skipPast("-->");
      } else if (startsWith("<meta") && at + 5 < end && isBlankOrSlash(head.charAt(at + 5))) {
        at += 6;
        String label = meta();
        if (label != null) {
          return label;
        }
      } else if (isTag()) {
        skipTagName();
        while (attribute()) {
          // passed over: a greater-than sign in its quotes ends nothing
        }
      } else if (startsWith("<!") || startsWith("</") || startsWith("<?")) {
        skipPast(">");
      } else {
        at++;
      }
    }
    return null;
  }

  /** Reads the attributes of one element, and what they say if all of them are there. */
  private @Nullable String meta() {
    Set<String> seen = new HashSet<>();
    boolean isPragma = false;
    boolean needsPragma = false;
    String label = null;
    while (attribute()) {
      if (!seen.add(name)) {
        continue; // the first of a name counts
      }
      if (name.equals("http-equiv")) {
        isPragma = value.equals("content-type");
      } else if (name.equals("content") && label == null) {
        label = ofContent(value);
        needsPragma = label != null;
      } else if (name.equals("charset")) {
        label = value;
        needsPragma = false;
      }
    }
    boolean isComplete = at < end && (isPragma || !needsPragma);
    return label == null || !isComplete ? null : usable(label);
  }

  /** The label to go by: the document could be read up to here, so that it is not in UTF-16. */
  private @Nullable String usable(String label) {
    TextEncoding encoding = TextEncoding.parse(label);
    if (encoding == null) {
      unknown = unknown == null ? label : unknown;
      return null;
    } else if (encoding.isWide()) {
      return "utf-8";
    }
    return encoding.name().equals("x-user-defined") ? "windows-1252" : label;
  }

  /** "Extracting a character encoding from a meta element", HTML Standard, section 2.5.3. */
  private static @Nullable String ofContent(String content) {
    int from = 0;
    do {
      int found = content.indexOf("charset", from);
      if (found < 0) {
        return null;
      }
      from = skipBlanks(content, found + "charset".length());
    } while (from >= content.length() || content.charAt(from) != '=');
    from = skipBlanks(content, from + 1);
    if (from == content.length()) {
      return null;
    }
    char first = content.charAt(from);
    if (first == '"' || first == '\'') {
      int close = content.indexOf(first, from + 1);
      return close < 0 ? null : content.substring(from + 1, close);
    }
    int to = from;
    while (to < content.length() && !isBlank(content.charAt(to)) && content.charAt(to) != ';') {
      to++;
    }
    return content.substring(from, to);
  }

  /** "Get an attribute": reads the next one; false at the end of the tag or of the bytes. */
  private boolean attribute() {
    while (at < end && isBlankOrSlash(head.charAt(at))) {
      at++;
    }
    if (at >= end || head.charAt(at) == '>') {
      return false;
    }
    int from = at++; // an equals sign at the beginning belongs to the name
    while (at < end && !isBlankOrSlash(head.charAt(at)) && "=>".indexOf(head.charAt(at)) < 0) {
      at++;
    }
    name = head.substring(from, at);
    value = "";
    at = skipBlanks(head, at);
    if (at < end && head.charAt(at) == '=') {
      at = skipBlanks(head, at + 1);
      readValue();
    }
    return at < end;
  }

  private void readValue() {
    char quote = at < end ? head.charAt(at) : '>';
    int from = at;
    if (quote == '"' || quote == '\'') {
      int close = head.indexOf(quote, at + 1);
      value = head.substring(from + 1, close < 0 ? end : close);
      at = close < 0 ? end : close + 1;
      return;
    }
    while (at < end && !isBlank(head.charAt(at)) && head.charAt(at) != '>') {
      at++;
    }
    value = head.substring(from, at);
  }

  private boolean isTag() {
    int letter = startsWith("</") ? at + 2 : at + 1;
    return letter < end && head.charAt(letter) >= 'a' && head.charAt(letter) <= 'z';
  }

  private void skipTagName() {
    while (at < end && !isBlank(head.charAt(at)) && head.charAt(at) != '>') {
      at++;
    }
  }

  private void skipPast(String text) {
    int found = head.indexOf(text, at);
    at = found < 0 ? end : found + text.length();
  }

  private boolean startsWith(String text) {
    return head.startsWith(text, at);
  }

  private static int skipBlanks(String text, int from) {
    int at = from;
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isBlankOrSlash(char c) {
    return c == '/' || isBlank(c);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
  }
}
