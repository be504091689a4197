package dev.attache.support.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A reader of one JSON value, of a size that is bounded in memory, too. Used once. */
final class PlainJsonReader {

  /** A value of three bytes can take a hundred in memory. */
  static final int MAX_VALUES = 2_000_000;

  private static final int DECODED_AT_ONCE = 1 << 13;

  private static final String BYTE_ORDER_MARK = "\ufeff";

  private final JsonFactory factory;
  private final int maxDepth;
  private final boolean isFinite;

  private int values;

  /**
   * @param factory has limits of its own
   * @param maxDepth how deep values may be nested, where that is less
   * @param isFinite whether a number that no Double holds is refused
   */
  PlainJsonReader(JsonFactory factory, int maxDepth, boolean isFinite) {
    this.factory = factory;
    this.maxDepth = maxDepth;
    this.isFinite = isFinite;
  }

  /** The making of a parser. */
  @FunctionalInterface
  private interface Opening {
    JsonParser open() throws IOException;
  }

  @Nullable Object read(byte[] bytes, int offset, int length) throws UnreadableException {
    return read(
        () -> {
          requireUtf8(bytes, offset, length);
          return factory.createParser(bytes, offset, length);
        },
        () -> {
          var text = new String(bytes, offset, length, UTF_8);
          return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        });
  }

  @Nullable Object read(String text) throws UnreadableException {
    return read(() -> parser(text), () -> text);
  }

  private @Nullable Object read(Opening opening, Supplier<String> text) throws UnreadableException {
    try {
      return readTwice(opening, text);
    } catch (StreamConstraintsException e) {
      throw UnreadableException.of(e);
    } catch (UnreadableException e) {
      throw e;
    } catch (IOException e) {
      throw UnreadableException.noJson();
    } catch (OutOfMemoryError e) {
      throw UnreadableException.noMemory();
    }
  }

  /** Reads what the parser cannot once more, because it takes no half character in a name. */
  private @Nullable Object readTwice(Opening opening, Supplier<String> text) throws IOException {
    try (JsonParser parser = opening.open()) {
      return readAll(parser);
    } catch (StreamConstraintsException | UnreadableException e) {
      throw e;
    } catch (IOException e) {
      values = 0;
    }
    try (JsonParser parser = parser(HalfCharacters.replaced(text.get()))) {
      return readAll(parser);
    }
  }

  private JsonParser parser(String text) throws IOException {
    if (!HalfCharacters.areEscapedByDigits(text)) {
      throw UnreadableException.noJson();
    }
    return factory.createParser(text);
  }

  /**
   * Requires what the parser does not: it takes longer forms than the shortest, halves of
   * characters in three bytes, and what seems to be in UTF-16 or UTF-32.
   */
  private static void requireUtf8(byte[] bytes, int offset, int length) throws UnreadableException {
    CharsetDecoder decoder = UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
    CharBuffer passing = CharBuffer.allocate(Math.min(length, DECODED_AT_ONCE) + 1);
    CoderResult result;
    do {
      passing.clear();
      result = decoder.decode(in, passing, true);
    } while (result.isOverflow());
    if (result.isError()) {
      throw UnreadableException.noText();
    }
    for (int i = offset; i < offset + Math.min(length, 4); i++) {
      if (bytes[i] == 0) {
        throw UnreadableException.noJson();
      }
    }
  }

  private @Nullable Object readAll(JsonParser parser) throws IOException {
    if (parser.nextToken() == null) {
      throw UnreadableException.noJson();
    }
    Object value = value(parser);
    if (parser.nextToken() != null) {
      throw UnreadableException.noJson();
    }
    return value;
  }

  /**
   * Reads the value that begins at the parser's token.
   *
   * @throws PlainJson.TooDeepException if it is nested deeper than the limit
   */
  @Nullable Object value(JsonParser parser) throws IOException {
    return value(parser, maxDepth);
  }

  private @Nullable Object value(JsonParser parser, int depth) throws IOException {
    if (++values > MAX_VALUES) {
      throw UnreadableException.tooManyValues(MAX_VALUES);
    }
    if (depth == 0 && parser.currentToken().isStructStart()) {
      throw new PlainJson.TooDeepException();
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, depth);
      case START_ARRAY -> array(parser, depth);
      case VALUE_NUMBER_FLOAT -> decimal(parser);
      case VALUE_NUMBER_INT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> parser.getText();
    };
  }

  private double decimal(JsonParser parser) throws IOException {
    double number = parser.getDoubleValue();
    if (isFinite && Double.isInfinite(number)) {
      throw new JsonParseException(parser, "number (" + parser.getText() + ") is out of range");
    }
    return number;
  }

  private Map<String, @Nullable Object> object(JsonParser parser, int depth) throws IOException {
    var object = new LinkedHashMap<String, @Nullable Object>();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      object.put(name, value(parser, depth - 1));
    }
    return object;
  }

  private List<@Nullable Object> array(JsonParser parser, int depth) throws IOException {
    var array = new ArrayList<@Nullable Object>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser, depth - 1));
    }
    return array;
  }
}
