package dev.attache.support.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.attache.support.text.WellFormed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * JSON as plain values: maps in the order of the text, lists, String, Boolean, Integer, Long,
 * BigInteger, Double and null. Thread-safe.
 *
 * <p>Values are read and written token by token: setting up a mapper of beans takes longer than a
 * short run does otherwise.
 */
public final class PlainJson {

  /** The length of what is read is bounded by who reads it. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private PlainJson() {}

  /**
   * Reads one value.
   *
   * @param bytes read where they are, and not kept
   * @param offset the index of the first byte of the value, or of blanks before it
   * @param length how many bytes belong to it, blanks among them
   * @return the value; null for JSON's own
   * @throws UnreadableException if the bytes are not one JSON value in UTF-8, or it is too large
   */
  public static @Nullable Object read(byte[] bytes, int offset, int length)
      throws UnreadableException {
    return new PlainJsonReader(FACTORY, Integer.MAX_VALUE, false).read(bytes, offset, length);
  }

  /**
   * Reads one value.
   *
   * @param text one value, with nothing but blanks around it
   * @return the value; null for JSON's own
   * @throws UnreadableException if the text is not one JSON value, or it is too large
   */
  public static @Nullable Object read(String text) throws UnreadableException {
    return new PlainJsonReader(FACTORY, Integer.MAX_VALUE, false).read(text);
  }

  /**
   * Reads the value that begins at the token of a parser, within its limits.
   *
   * @param parser at the first token of the value; afterwards it is at the last
   * @param maxDepth how deep it may be nested
   * @return the value; null for JSON's own
   * @throws TooDeepException if it is nested deeper
   * @throws com.fasterxml.jackson.core.JsonParseException if a number is none that a Double holds
   * @throws IOException if it is no JSON
   */
  public static @Nullable Object read(JsonParser parser, int maxDepth) throws IOException {
    return new PlainJsonReader(FACTORY, maxDepth, true).value(parser);
  }

  /** Says that a value is nested deeper than it may be. */
  public static final class TooDeepException extends IOException {
    private static final long serialVersionUID = 1;

    TooDeepException() {
      super("is nested too deep");
    }
  }

  /**
   * {@return what writes JSON in UTF-8, without line breaks, and closes the stream at its end}
   *
   * @param out what takes the JSON
   * @throws IOException never, as nothing is written yet
   */
  public static JsonGenerator generator(OutputStream out) throws IOException {
    return FACTORY.createGenerator(out);
  }

  /**
   * {@return the bytes of a value, in UTF-8, without line breaks}
   *
   * @param value a JSON value; null is JSON's own
   * @throws IOException never, as memory takes all
   */
  public static byte[] write(@Nullable Object value) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator generator = FACTORY.createGenerator(bytes)) {
      write(value, generator);
    }
    return bytes.toByteArray();
  }

  /**
   * Writes a value.
   *
   * @param value a JSON value; null is JSON's own
   * @param generator where a value can stand
   * @throws IllegalArgumentException if it is none that JSON has
   * @throws IOException if nothing can be written
   */
  public static void write(@Nullable Object value, JsonGenerator generator) throws IOException {
    write(value, generator, text -> text);
  }

  /**
   * Writes a value that may hold halves of characters, which become U+FFFD.
   *
   * @param value a JSON value; null is JSON's own
   * @param generator where a value can stand
   * @throws IllegalArgumentException if it is none that JSON has
   * @throws IOException if nothing can be written
   */
  public static void writeWellFormed(@Nullable Object value, JsonGenerator generator)
      throws IOException {
    write(value, generator, WellFormed::text);
  }

  private static void write(
      @Nullable Object value, JsonGenerator generator, UnaryOperator<String> texts)
      throws IOException {
    if (value instanceof Map<?, ?> map) {
      generator.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        generator.writeFieldName(texts.apply(String.valueOf(entry.getKey())));
        write(entry.getValue(), generator, texts);
      }
      generator.writeEndObject();
    } else if (value instanceof Iterable<?> items) {
      generator.writeStartArray();
      for (Object item : items) {
        write(item, generator, texts);
      }
      generator.writeEndArray();
    } else if (value instanceof String text) {
      generator.writeString(texts.apply(text));
    } else {
      writeScalar(value, generator);
    }
  }

  private static void writeScalar(@Nullable Object value, JsonGenerator generator)
      throws IOException {
    if (value == null) {
      generator.writeNull();
    } else if (value instanceof Boolean is) {
      generator.writeBoolean(is);
    } else if (value instanceof Integer || value instanceof Long) {
      generator.writeNumber(((Number) value).longValue());
    } else if (value instanceof BigInteger number) {
      generator.writeNumber(number);
    } else if (value instanceof BigDecimal number) {
      generator.writeNumber(number);
    } else if (value instanceof Double number) {
      generator.writeNumber(number);
    } else {
      throw new IllegalArgumentException(
          "value of " + value.getClass().getName() + " must be one that JSON has");
    }
  }
}
