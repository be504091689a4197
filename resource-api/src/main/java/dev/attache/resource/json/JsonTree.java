package dev.attache.resource.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.io.NumberOutput;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Trees of JSON, built from a streaming parser: no number loses a digit, no key stands twice, and
 * nothing comes after the value. What can be written can be read.
 */
public final class JsonTree {

  /** How deep values of others may be nested: one limit, whoever reads them. */
  public static final int MAX_GIVEN_DEPTH = 500;

  /** How deep values may be nested: those of others, and what events have around them. */
  public static final int MAX_DEPTH = MAX_GIVEN_DEPTH + 20;

  private static final int MAX_DIGITS = 10_000;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH + 1) // that one is refused here, in words for people
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(MAX_DIGITS)
                  .build())
          .streamWriteConstraints(
              StreamWriteConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          // keys of others would fill a table that is shared by all
          .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, false)
          .build();

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonTree() {}

  /**
   * {@return a generator that writes what can be read here: values nested no deeper than {@link
   * #MAX_DEPTH}}
   *
   * @param out takes the JSON; closed with the generator
   * @throws IOException never, as nothing is written yet
   */
  public static JsonGenerator generator(Writer out) throws IOException {
    return JSON.createGenerator(out);
  }

  /**
   * {@return a parser of the same values, for who needs a part of one and no tree}
   *
   * @param text JSON; what is wrong with it shows while it is read
   * @throws IOException if it cannot be begun with
   */
  public static JsonParser parser(String text) throws IOException {
    return JSON.createParser(Surrogates.unescaped(text));
  }

  /**
   * Reads a value.
   *
   * @param text one value, with nothing but blanks around it
   * @return the value
   * @throws IOException if it is none, saying why on one line
   */
  public static JsonNode parse(String text) throws IOException {
    return parse(text, MAX_DEPTH);
  }

  /**
   * Reads a value that may be nested less deep.
   *
   * @param text one value, with nothing but blanks around it
   * @param maxDepth how many arrays and objects may be within each other, up to {@link #MAX_DEPTH}
   * @return the value
   * @throws IOException if it is none, or nested deeper, saying why on one line
   */
  public static JsonNode parse(String text, int maxDepth) throws IOException {
    try (JsonParser parser = JSON.createParser(Surrogates.unescaped(text))) {
      if (parser.nextToken() == null) {
        throw new JsonParseException(parser, "it is empty");
      }
      JsonNode value = value(parser, maxDepth);
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "something comes after the value");
      }
      return value;
    }
  }

  /**
   * {@return the next of the values that stand one after the other, which takes less than each by
   * itself; null if there are no more}
   *
   * @param parser one of {@link #parser}
   * @throws IOException if something else stands there, saying why on one line
   */
  public static @Nullable JsonNode next(JsonParser parser) throws IOException {
    return parser.nextToken() == null ? null : value(parser, MAX_DEPTH);
  }

  /**
   * {@return the text of a value, without blanks, on one line}
   *
   * @param value no deeper than {@link #MAX_DEPTH}
   */
  public static String text(JsonNode value) {
    var out = new StringWriter();
    try (JsonGenerator json = generator(out)) {
      write(json, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // deeper than what can be read
    }
    return JsonLine.escaped(out.toString());
  }

  /**
   * Writes a value with its numbers as they are; a double in the fewest digits that name it.
   *
   * @param json where a value can stand
   * @param value any value; missing ones are written as null
   * @throws IOException if nothing can be written, or the value is nested too deep
   */
  public static void write(JsonGenerator json, JsonNode value) throws IOException {
    if (value.isObject()) {
      json.writeStartObject();
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        json.writeFieldName(field.getKey());
        write(json, field.getValue());
      }
      json.writeEndObject();
    } else if (value.isArray()) {
      json.writeStartArray();
      for (JsonNode element : value) {
        write(json, element);
      }
      json.writeEndArray();
    } else if (value.isDouble()) {
      json.writeNumber(NumberOutput.toString(value.doubleValue(), true));
    } else if (value.isNumber()) {
      json.writeObject(value.numberValue());
    } else if (value.isTextual()) {
      json.writeString(value.textValue());
    } else if (value.isBoolean()) {
      json.writeBoolean(value.booleanValue());
    } else {
      json.writeNull();
    }
  }

  private static JsonNode value(JsonParser parser, int depth) throws IOException {
    if (depth == 0 && parser.currentToken().isStructStart()) {
      throw new JsonParseException(parser, "it is nested too deep");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, depth - 1);
      case START_ARRAY -> array(parser, depth - 1);
      case VALUE_STRING -> NODES.textNode(parser.getText());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NUMBER_INT -> integer(parser);
      case VALUE_NUMBER_FLOAT -> decimal(parser);
      default -> NODES.nullNode();
    };
  }

  private static ObjectNode object(JsonParser parser, int depth) throws IOException {
    ObjectNode object = NODES.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      parser.nextToken();
      if (object.has(key)) {
        throw new JsonParseException(parser, "key \"" + JsonFault.cut(key) + "\" stands twice");
      }
      object.set(key, value(parser, depth));
    }
    return object;
  }

  private static ArrayNode array(JsonParser parser, int depth) throws IOException {
    ArrayNode array = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser, depth));
    }
    return array;
  }

  private static JsonNode integer(JsonParser parser) throws IOException {
    return switch (parser.getNumberType()) {
      case INT -> NODES.numberNode(parser.getIntValue());
      case LONG -> NODES.numberNode(parser.getLongValue());
      default -> NODES.numberNode(parser.getBigIntegerValue());
    };
  }

  /** A double where it is written back with the same digits, else what keeps them. */
  private static JsonNode decimal(JsonParser parser) throws IOException {
    String digits = parser.getText();
    try {
      double number = Double.parseDouble(digits);
      if (Double.isFinite(number) && NumberOutput.toString(number, true).equals(digits)) {
        return NODES.numberNode(number);
      }
      return DecimalNode.valueOf(new BigDecimal(digits));
    } catch (NumberFormatException e) {
      throw new JsonParseException(parser, "a number is out of range", e);
    }
  }
}
