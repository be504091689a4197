package dev.attache.mcp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reading of one JSON value, of a size that is bounded in memory, too. Used once. */
final class JsonReader {

  /** A value of three bytes can take a hundred in memory. */
  static final int MAX_VALUES = 2_000_000;

  private final JsonFactory factory;

  private int values;

  JsonReader(JsonFactory factory) {
    this.factory = factory;
  }

  @Nullable Object read(byte[] bytes, int offset, int length) throws UnreadableException {
    try (JsonParser parser = factory.createParser(bytes, offset, length)) {
      return readAll(parser);
    } catch (StreamConstraintsException e) {
      throw UnreadableException.of(e);
    } catch (UnreadableException e) {
      throw e;
    } catch (IOException e) {
      return readAgain(bytes, offset, length);
    } catch (OutOfMemoryError e) {
      throw UnreadableException.noMemory();
    }
  }

  /** Reads what the parser could not once more, because it takes no half character in a name. */
  private @Nullable Object readAgain(byte[] bytes, int offset, int length)
      throws UnreadableException {
    values = 0;
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length)).toString();
      return read(HalfCharacters.replaced(text));
    } catch (CharacterCodingException e) {
      throw UnreadableException.noText();
    } catch (OutOfMemoryError e) {
      throw UnreadableException.noMemory();
    }
  }

  @Nullable Object read(String text) throws UnreadableException {
    try (JsonParser parser = factory.createParser(text)) {
      return readAll(parser);
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

  private @Nullable Object value(JsonParser parser) throws IOException {
    if (++values > MAX_VALUES) {
      throw UnreadableException.tooManyValues(MAX_VALUES);
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_NUMBER_INT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> parser.getText();
    };
  }

  private Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
    var object = new LinkedHashMap<String, @Nullable Object>();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      object.put(name, value(parser));
    }
    return object;
  }

  private List<@Nullable Object> array(JsonParser parser) throws IOException {
    var array = new ArrayList<@Nullable Object>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser));
    }
    return array;
  }
}
