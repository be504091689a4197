package dev.attache.cli.forms;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.attache.cli.terminal.UsageException;
import dev.attache.support.text.WellFormed;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as plain values: String, Boolean, Integer, Long, BigInteger, Double, List, Map and null, in
 * order. Data-binding would take longer than all else that starts here.
 */
public final class PlainJson {

  /** How deep values may be nested, as those may be that tools answer with. */
  private static final int MAX_DEPTH = 500;

  private static final int MAX_DIGITS = 1000;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH + 1) // that one is refused here, in words for people
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(MAX_DIGITS)
                  .build())
          .build();

  private PlainJson() {}

  /**
   * Reads one object and nothing else.
   *
   * @param name what the text is, by which the message says where it is wrong
   */
  public static Map<String, Object> object(String name, String text) throws UsageException {
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new UsageException(name + " must be a JSON object, such as {\"name\": \"value\"}");
      }
      Map<String, Object> object = object(parser, MAX_DEPTH);
      if (parser.nextToken() != null) {
        throw new UsageException(
            place(name, parser.currentTokenLocation()) + "more than one value");
      }
      return object;
    } catch (StreamConstraintsException e) { // nothing else is limited that is not checked here
      throw new UsageException(
          place(name, e.getLocation()) + "a number has more than " + MAX_DIGITS + " digits");
    } catch (TooDeepException e) {
      throw new UsageException(name + " is nested more than " + MAX_DEPTH + " deep");
    } catch (JacksonException e) {
      throw new UsageException(place(name, e.getLocation()) + reason(e));
    } catch (IOException e) {
      throw new AssertionError(e); // a string has no I/O
    }
  }

  private static String place(String name, @Nullable JsonLocation at) {
    return at == null ? name + ": " : name + ":" + at.getLineNr() + ":" + at.getColumnNr() + ": ";
  }

  private static String reason(JacksonException e) {
    if (e instanceof JsonEOFException) {
      return "it ends too early";
    }
    String line = String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("is not JSON");
    int aside = line.lastIndexOf('(', line.indexOf("[Source")); // the parser's own place
    line = aside > 0 ? line.substring(0, aside).strip() : line;
    return line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1);
  }

  @SuppressWarnings("NullAway") // JSON has null, and the map's values are JSON
  private static Map<String, Object> object(JsonParser parser, int depth) throws IOException {
    var object = new LinkedHashMap<String, Object>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      object.put(key, value(parser, parser.nextToken(), depth - 1));
    }
    return object;
  }

  @SuppressWarnings("NullAway") // as above
  private static List<Object> list(JsonParser parser, int depth) throws IOException {
    var list = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      list.add(value(parser, token, depth - 1));
    }
    return list;
  }

  private static @Nullable Object value(JsonParser parser, JsonToken token, int depth)
      throws IOException {
    if (depth == 0 && token.isStructStart()) {
      throw new TooDeepException();
    }
    return switch (token) {
      case START_OBJECT -> object(parser, depth);
      case START_ARRAY -> list(parser, depth);
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
      default -> parser.getText();
    };
  }

  private static Number number(JsonParser parser) throws IOException {
    Number number = parser.getNumberValue();
    if (number instanceof Double decimal && decimal.isInfinite()) {
      throw new JsonParseException(parser, "number (" + parser.getText() + ") is out of range");
    }
    return number;
  }

  /** Says that values are nested deeper than anybody needs. */
  private static final class TooDeepException extends IOException {
    private static final long serialVersionUID = 1;
  }

  /** Writes a value. */
  public static void write(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(WellFormed.text(String.valueOf(entry.getKey())));
        write(json, entry.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object each : list) {
        write(json, each);
      }
      json.writeEndArray();
    } else if (value instanceof String text) {
      json.writeString(WellFormed.text(text));
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Number number) {
      writeNumber(json, number);
    } else {
      json.writeNull();
    }
  }

  private static void writeNumber(JsonGenerator json, Number number) throws IOException {
    if (number instanceof Integer || number instanceof Long) {
      json.writeNumber(number.longValue());
    } else if (number instanceof BigInteger big) {
      json.writeNumber(big);
    } else if (number instanceof BigDecimal exact) {
      json.writeNumber(exact);
    } else {
      json.writeNumber(number.doubleValue());
    }
  }
}
