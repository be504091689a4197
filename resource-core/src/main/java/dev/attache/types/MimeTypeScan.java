package dev.attache.types;

import com.google.common.base.Ascii;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One walk over the characters of a MIME type, or of a header that holds several. */
final class MimeTypeScan {
  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private final String text;
  private final int end;
  private int at;

  MimeTypeScan(String text) {
    this.text = text;
    int from = 0;
    int to = text.length();
    while (from < to && isBlank(text.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(text.charAt(to - 1))) {
      to--;
    }
    this.at = from;
    this.end = to;
  }

  /**
   * Reads the type (MIME Sniffing, section 4.4).
   *
   * @param parameters takes the valid ones
   * @return the essence; null if there is none
   */
  @Nullable String read(Map<String, String> parameters) {
    String type = until("/");
    if (!isToken(type) || at == end) {
      return null;
    }
    at++;
    String subtype = withoutBlanksBehind(until(";"));
    if (!isToken(subtype)) {
      return null;
    }
    while (at < end) {
      at++; // the semicolon
      readParameter(parameters);
    }
    return Ascii.toLowerCase(type + "/" + subtype);
  }

  private void readParameter(Map<String, String> parameters) {
    while (at < end && isBlank(text.charAt(at))) {
      at++;
    }
    String name = Ascii.toLowerCase(until(";="));
    if (at == end || text.charAt(at) == ';') {
      return;
    }
    at++;
    String value;
    if (at < end && text.charAt(at) == '"') {
      value = quoted();
      until(";"); // what follows the quotes is passed over
    } else {
      value = withoutBlanksBehind(until(";"));
      if (value.isEmpty()) {
        return;
      }
    }
    if (isToken(name) && isQuotable(value)) {
      parameters.putIfAbsent(name, value);
    }
  }

  /** The value of a quoted string (Fetch, section 2.2); one without an end goes to the end. */
  private String quoted() {
    var value = new StringBuilder();
    at++;
    while (at < end) {
      char c = text.charAt(at++);
      if (c == '"') {
        break;
      }
      boolean escapes = c == '\\' && at < end;
      value.append(escapes ? text.charAt(at++) : c);
    }
    return value.toString();
  }

  private String until(String marks) {
    int from = at;
    while (at < end && marks.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(from, at);
  }

  /** Splits a header at its commas, save for those in quotes ("get, decode, and split", Fetch). */
  static List<String> split(String header) {
    List<String> values = new ArrayList<>(1);
    int from = 0;
    boolean inQuotes = false;
    for (int i = 0; i < header.length(); i++) {
      char c = header.charAt(i);
      if (c == '"') {
        inQuotes = !inQuotes;
      } else if (c == '\\' && inQuotes) {
        i++; // the next one is escaped
      } else if (c == ',' && !inQuotes) {
        values.add(header.substring(from, i));
        from = i + 1;
      }
    }
    values.add(header.substring(from));
    return values;
  }

  /** Whether this is an HTTP token (RFC 9110, section 5.6.2). */
  static boolean isToken(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean good =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || TOKEN_MARKS.indexOf(c) >= 0;
      if (!good) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** Whether each of these characters may stand in a quoted string. */
  private static boolean isQuotable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\t' && (c < ' ' || c == 0x7F || c > 0xFF)) {
        return false;
      }
    }
    return true;
  }

  private static String withoutBlanksBehind(String text) {
    int to = text.length();
    while (to > 0 && isBlank(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(0, to);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }
}
