package dev.attache.resource.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;

/**
 * A JSON object on one line, whatever takes what for a line end: separators of Unicode, controls
 * and half characters are escaped, and all else stands there as itself.
 */
public final class JsonLine {

  private static final char DELETE = 0x7f;
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private JsonLine() {}

  /** What writes the fields of an object. */
  @FunctionalInterface
  public interface Fields {
    /**
     * Writes the fields, each with a name and a value.
     *
     * @param json in the open object, which is closed afterwards
     * @throws IOException if they cannot be written
     */
    void writeTo(JsonGenerator json) throws IOException;
  }

  /**
   * {@return an object on one line in UTF-8, without an end of the line}
   *
   * @param fields asked once
   * @throws IOException if the fields cannot be written
   */
  public static byte[] write(Fields fields) throws IOException {
    var out = new StringWriter();
    try (JsonGenerator json = JsonTree.generator(out)) {
      json.writeStartObject();
      fields.writeTo(json);
      json.writeEndObject();
    }
    return escaped(out.toString()).getBytes(UTF_8);
  }

  /**
   * {@return JSON with escapes for all that some take for a line end} All that is not ASCII is
   * within strings, so an escape means the same.
   *
   * @param json the text of a value, on one line already as far as ASCII goes
   */
  public static String escaped(String json) {
    if (isAscii(json) && json.indexOf(DELETE) < 0) {
      return json;
    }
    StringBuilder escaped = null;
    for (int i = 0; i < json.length(); ) {
      int c = json.codePointAt(i);
      int next = i + Character.charCount(c);
      boolean isPlain = isPlain(c);
      if (escaped == null && !isPlain) {
        escaped = new StringBuilder(json.length() + 16).append(json, 0, i);
      }
      if (escaped != null && isPlain) {
        escaped.append(json, i, next);
      } else if (escaped != null) {
        escape(escaped, json, i, next);
      }
      i = next;
    }
    return escaped == null ? json : escaped.toString();
  }

  /** Looks by what Java itself has compiled by then: summaries of conversations are long. */
  private static boolean isAscii(String json) {
    byte[] bytes = json.getBytes(UTF_8);
    return bytes.length == json.length() && new String(bytes, ISO_8859_1).equals(json);
  }

  /**
   * Appends characters as JSON escapes, one for each {@code char}.
   *
   * @param escaped takes what is appended
   * @param text the text that has the characters
   * @param start the index of the first {@code char}
   * @param end the index after the last one
   */
  public static void escape(StringBuilder escaped, String text, int start, int end) {
    for (int i = start; i < end; i++) {
      escaped.append("\\u");
      for (int shift = 12; shift >= 0; shift -= 4) {
        escaped.append(HEX[(text.charAt(i) >> shift) & 0xf]);
      }
    }
  }

  /** Returns a text on one line, with escapes for what cannot be seen in it. */
  static String visible(String text) {
    var visible = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int next = i + Character.charCount(c);
      if (isVisible(c)) {
        visible.append(text, i, next);
      } else {
        escape(visible, text, i, next);
      }
      i = next;
    }
    return visible.toString();
  }

  private static boolean isVisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  private static boolean isPlain(int c) {
    return c < DELETE
        || (c > 0x9f
            && c != 0x2028
            && c != 0x2029
            && c != 0xfeff
            && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE));
  }
}
