package dev.attache.history.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.io.StringWriter;

/**
 * A JSON object on one line, whatever takes what for a line end: separators of Unicode, controls
 * and half characters are escaped, and all else stands there as itself.
 */
final class JsonLine {

  private JsonLine() {}

  /** What writes the fields of an object. */
  @FunctionalInterface
  interface Fields {
    void writeTo(JsonGenerator json) throws IOException;
  }

  static byte[] write(Fields fields) throws IOException {
    var out = new StringWriter();
    try (JsonGenerator json = JsonTree.generator(out)) {
      json.writeStartObject();
      fields.writeTo(json);
      json.writeEndObject();
    }
    return escaped(out.toString()).getBytes(UTF_8);
  }

  /** All that is not ASCII is within strings, so an escape means the same. */
  static String escaped(String json) {
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
        Sanitizer.escape(escaped, json, i, next);
      }
      i = next;
    }
    return escaped == null ? json : escaped.toString();
  }

  private static boolean isPlain(int c) {
    return c < 0x7f
        || (c > 0x9f
            && c != 0x2028
            && c != 0x2029
            && c != 0xfeff
            && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE));
  }
}
