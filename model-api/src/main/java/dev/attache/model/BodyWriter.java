package dev.attache.model;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceJson;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A writer of the JSON of a request, in pieces: texts and contents go from where they are to the
 * stream, and none of them is held. Not thread-safe.
 *
 * <p>Everything before its next call is in the order of the calls; {@link #flush} hands on the
 * rest.
 */
public final class BodyWriter {

  private static final int BUFFER_BYTES = 1 << 16;
  private static final JsonFactory JSON = new JsonFactory();

  /** An escape, or a pair of them for one character, or half of such a pair. */
  private static final Pattern ESCAPE =
      Pattern.compile(
          "\\\\(?:u[dD][89abAB]\\p{XDigit}{2}\\\\u[dD][c-fC-F]\\p{XDigit}{2}"
              + "|(?<half>u[dD][89a-fA-F]\\p{XDigit}{2})|.)");

  private final OutputStream out;
  private final JsonGenerator json;

  /**
   * Begins to write to a stream, which is never closed here.
   *
   * @param out what takes the JSON, in UTF-8; buffered here
   * @throws IOException never, as nothing is written yet
   */
  public BodyWriter(OutputStream out) throws IOException {
    this.out = new BufferedOutputStream(out, BUFFER_BYTES);
    json = JSON.createGenerator(this.out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT); // an error must show
    json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
    json.setRootValueSeparator(null);
  }

  /**
   * Begins an object, as a value.
   *
   * @return this writer
   * @throws IOException if nothing can be written, or no value can stand here
   */
  public BodyWriter startObject() throws IOException {
    json.writeStartObject();
    return this;
  }

  /**
   * Ends the object that was begun last.
   *
   * @return this writer
   * @throws IOException if nothing can be written, or no object is open
   */
  public BodyWriter endObject() throws IOException {
    json.writeEndObject();
    return this;
  }

  /**
   * Begins an array, as a value.
   *
   * @return this writer
   * @throws IOException if nothing can be written, or no value can stand here
   */
  public BodyWriter startArray() throws IOException {
    json.writeStartArray();
    return this;
  }

  /**
   * Ends the array that was begun last.
   *
   * @return this writer
   * @throws IOException if nothing can be written, or no array is open
   */
  public BodyWriter endArray() throws IOException {
    json.writeEndArray();
    return this;
  }

  /**
   * Writes the name of a field, whose value comes next.
   *
   * @param field a name that the object does not have yet, which nobody checks
   * @return this writer
   * @throws IOException if nothing can be written, or no field can stand here
   */
  public BodyWriter name(String field) throws IOException {
    json.writeFieldName(RenderedText.wellFormed(field));
    return this;
  }

  /**
   * Writes a field with a text, unless that is null.
   *
   * @param field a name that the object does not have yet, which nobody checks
   * @param value the text, with U+FFFD written for half characters; null for no field
   * @return this writer
   * @throws IOException if nothing can be written, or no field can stand here
   */
  public BodyWriter field(String field, @Nullable String value) throws IOException {
    return value == null ? this : name(field).text(RenderedText.of(value));
  }

  /**
   * Writes a field that is true or false.
   *
   * @param field a name that the object does not have yet, which nobody checks
   * @param value what it says, written even if false
   * @return this writer
   * @throws IOException if nothing can be written, or no field can stand here
   */
  public BodyWriter field(String field, boolean value) throws IOException {
    json.writeBooleanField(field, value);
    return this;
  }

  /**
   * Writes a field with a whole number.
   *
   * @param field a name that the object does not have yet, which nobody checks
   * @param value the number, in full and without a fraction
   * @return this writer
   * @throws IOException if nothing can be written, or no field can stand here
   */
  public BodyWriter field(String field, long value) throws IOException {
    json.writeNumberField(field, value);
    return this;
  }

  /**
   * Writes a field with a value of JSON, with U+FFFD for half characters.
   *
   * @param field a name that the object does not have yet, which nobody checks
   * @param value a JSON value; null is JSON's own, and is written
   * @return this writer
   * @throws IOException if nothing can be written, or no field can stand here
   */
  public BodyWriter field(String field, @Nullable Object value) throws IOException {
    return name(field).value(value);
  }

  /**
   * Writes a value of JSON, with U+FFFD for half characters, which providers refuse.
   *
   * @param value a JSON value; null is JSON's own
   * @return this writer
   * @throws IOException if nothing can be written, or no value can stand here
   */
  public BodyWriter value(@Nullable Object value) throws IOException {
    if (value instanceof Map<?, ?> object) {
      json.writeStartObject();
      var names = new HashSet<String>();
      for (Map.Entry<?, ?> each : object.entrySet()) {
        name(unlike(names, RenderedText.wellFormed(String.valueOf(each.getKey()))));
        value(each.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof List<?> array) {
      json.writeStartArray();
      for (Object each : array) {
        value(each);
      }
      json.writeEndArray();
    } else if (value instanceof String text) {
      json.writeString(RenderedText.wellFormed(text));
    } else {
      ResourceJson.writeValueTo(json, value);
    }
    return this;
  }

  /** Two names can be the same once they are mended. */
  private static String unlike(Set<String> names, String name) {
    String other = name;
    while (!names.add(other)) {
      other += '\uFFFD';
    }
    return other;
  }

  /**
   * Writes JSON of others as it is, but for half characters, and escapes of such: U+FFFD stands for
   * them.
   *
   * @param value the text of one JSON value, which nobody checks
   * @return this writer
   * @throws IOException if nothing can be written, or no value can stand here
   */
  public BodyWriter raw(String value) throws IOException {
    json.writeRawValue(RenderedText.wellFormed(withoutEscapedHalves(value)));
    return this;
  }

  private static String withoutEscapedHalves(String value) {
    Matcher escape = ESCAPE.matcher(value);
    if (!escape.find()) {
      return value;
    }
    var mended = new StringBuilder(value.length());
    do {
      boolean isHalf = escape.group("half") != null;
      escape.appendReplacement(mended, isHalf ? "\uFFFD" : "$0");
    } while (escape.find());
    return escape.appendTail(mended).toString();
  }

  /**
   * Writes a text as a string.
   *
   * @param text what is escaped as it is written
   * @return this writer
   * @throws IOException if the text cannot be read, nothing can be written, or no value can stand
   *     here
   */
  public BodyWriter text(RenderedText text) throws IOException {
    OutputStream string = startString();
    text.writeTo(string);
    return endString();
  }

  /**
   * Writes bytes in Base64 as a string.
   *
   * @param content read once, in pieces
   * @return this writer
   * @throws IOException if the content cannot be read, nothing can be written, or no value can
   *     stand here
   */
  public BodyWriter base64(ResourceContent content) throws IOException {
    return base64("", content);
  }

  /**
   * Writes bytes as a URL of the scheme {@code data} (RFC 2397).
   *
   * @param mimeType written as it is, before {@code ;base64}
   * @param content read once, in pieces
   * @return this writer
   * @throws IOException if the content cannot be read, nothing can be written, or no value can
   *     stand here
   */
  public BodyWriter dataUrl(String mimeType, ResourceContent content) throws IOException {
    return base64("data:" + mimeType + ";base64,", content);
  }

  private BodyWriter base64(String before, ResourceContent content) throws IOException {
    OutputStream string = startString();
    RenderedText.of(before).writeTo(string); // as a MIME type is what others say
    var kept =
        new FilterOutputStream(string) {
          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
          }

          @Override
          public void close() {
            // the encoder has to be closed, and the stream goes on
          }
        };
    try (InputStream in = content.open();
        OutputStream encoder = Base64.getEncoder().wrap(kept)) {
      in.transferTo(encoder);
    }
    return endString();
  }

  /**
   * Hands on all that was written.
   *
   * @throws IOException if the stream cannot take it
   */
  public void flush() throws IOException {
    json.flush();
    out.flush();
  }

  private OutputStream startString() throws IOException {
    json.writeRawValue("\"");
    json.flush();
    return new StringStream(out);
  }

  private BodyWriter endString() throws IOException {
    json.writeRaw('"');
    return this;
  }

  /** A stream that escapes UTF-8 as the inside of a JSON string. */
  private static final class StringStream extends OutputStream {

    private static final byte[] HEX = "0123456789abcdef".getBytes(US_ASCII);

    private final OutputStream out;

    StringStream(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int from = offset;
      for (int i = offset; i < offset + length; i++) {
        byte b = bytes[i];
        if ((b >= 0 && b < ' ') || b == '"' || b == '\\') {
          out.write(bytes, from, i - from);
          escape(b);
          from = i + 1;
        }
      }
      out.write(bytes, from, offset + length - from);
    }

    private void escape(byte b) throws IOException {
      switch (b) {
        case '\n' -> out.write(new byte[] {'\\', 'n'});
        case '\t' -> out.write(new byte[] {'\\', 't'});
        case '\r' -> out.write(new byte[] {'\\', 'r'});
        case '"', '\\' -> out.write(new byte[] {'\\', b});
        default -> out.write(new byte[] {'\\', 'u', '0', '0', HEX[b >> 4], HEX[b & 0xf]});
      }
    }
  }
}
