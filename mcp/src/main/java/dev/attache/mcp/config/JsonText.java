package dev.attache.mcp.config;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object in a file that people write: comments ({@code //} and {@code /*}) and commas before
 * a closing bracket are passed over, and it is known on which lines things are.
 */
final class JsonText {

  private static final int MAX_DEPTH = 100;

  /** More keys that are there twice are no slip. */
  private static final int MAX_DOUBLES = 20;

  /** Where, on the second level, there are servers, whose lines are remembered. */
  static final List<String> SECTIONS = List.of("mcpServers", "servers");

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  private final String label;
  private final Map<String, Integer> lines = new LinkedHashMap<>();
  private final Map<String, String> doubles = new LinkedHashMap<>();
  private Map<String, @Nullable Object> values = Map.of();
  private int doubleCount;

  private JsonText(String label) {
    this.label = label;
  }

  /**
   * Reads the text of a file.
   *
   * @throws IOException that says where it is no JSON object, and why
   */
  static JsonText parse(String text, String label) throws IOException {
    var json = new JsonText(label);
    try (JsonParser parser = FACTORY.createParser(text)) {
      json.read(parser);
      return json;
    }
  }

  /** The values of the object by their keys, in order: null, Boolean, Number, String, List, Map. */
  Map<String, @Nullable Object> values() {
    return values;
  }

  /**
   * What is there twice, by its JSON pointer: where the second is. The first is what counts in
   * {@link #values}.
   */
  Map<String, String> doubles() {
    return doubles;
  }

  /** The file and, for what is near the top, the line of a JSON pointer. */
  String place(String pointer) {
    Integer line = lines.get(pointer);
    return line == null ? label : label + ":" + line;
  }

  private void read(JsonParser parser) throws IOException {
    try {
      readAll(parser);
    } catch (StreamConstraintsException e) { // which does not say where
      throw new IOException(place(label, parser.currentLocation()) + ": " + limit(e), e);
    } catch (JacksonException e) {
      throw new IOException(place(label, e.getLocation()) + ": " + reason(e), e);
    }
  }

  private void readAll(JsonParser parser) throws IOException {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw new IOException(label + " is empty; {\"mcpServers\": {}} would be right");
    }
    if (token != JsonToken.START_OBJECT) {
      throw new IOException(
          place(label, parser.currentTokenLocation())
              + ": must be an object, such as {\"mcpServers\": {}}");
    }
    values = object(parser);
    if (parser.nextToken() != null) {
      throw new IOException(
          place(label, parser.currentTokenLocation()) + ": nothing may follow the object");
    }
  }

  private Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
    var object = new LinkedHashMap<String, @Nullable Object>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      if (object.containsKey(key)) {
        noteDouble(parser);
        value(parser, parser.nextToken());
      } else {
        noteLine(parser);
        object.put(key, value(parser, parser.nextToken()));
      }
    }
    return object;
  }

  private List<@Nullable Object> list(JsonParser parser) throws IOException {
    var list = new ArrayList<@Nullable Object>();
    JsonToken token = parser.nextToken();
    while (token != JsonToken.END_ARRAY) {
      list.add(value(parser, token));
      token = parser.nextToken();
    }
    return list;
  }

  private @Nullable Object value(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> list(parser);
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case VALUE_NUMBER_INT -> parser.getNumberValue();
      case VALUE_NUMBER_FLOAT -> parser.getDecimalValue(); // keeps 1.50 as it is
      default -> parser.getText();
    };
  }

  private void noteDouble(JsonParser parser) throws IOException {
    String place = place(label, parser.currentTokenLocation());
    if (++doubleCount > MAX_DOUBLES) {
      throw new IOException(place + ": more than " + MAX_DOUBLES + " keys are defined twice");
    }
    doubles.put(pointer(parser), place);
  }

  private void noteLine(JsonParser parser) {
    JsonStreamContext above = parser.getParsingContext().getParent();
    boolean isTop = above != null && above.inRoot();
    boolean isBelowTop = above != null && above.getParent() != null && above.getParent().inRoot();
    if (isTop || (isBelowTop && SECTIONS.contains(above.getCurrentName()))) {
      lines.put(pointer(parser), parser.currentTokenLocation().getLineNr());
    }
  }

  /** The pointer of the key that was just read; it may be long, and is not made for all keys. */
  private static String pointer(JsonParser parser) {
    return parser.getParsingContext().pathAsPointer().toString();
  }

  private static String place(String label, @Nullable JsonLocation location) {
    return location == null
        ? label
        : label + ":" + location.getLineNr() + ":" + location.getColumnNr();
  }

  private static String limit(StreamConstraintsException e) {
    return String.valueOf(e.getOriginalMessage()).contains("nesting depth")
        ? "is nested deeper than the limit of " + MAX_DEPTH
        : "has a key or a number that is too long";
  }

  /** What the parser says, without the text it stumbled over, which may be a secret. */
  private static String reason(JacksonException e) {
    String line = String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("is not JSON");
    if (e instanceof JsonEOFException) {
      return "the file ends too early";
    }
    int aside = line.lastIndexOf('(', line.indexOf("[Source")); // the parser's own place
    line = aside > 0 ? line.substring(0, aside).strip() : line;
    if (line.startsWith("Unrecognized token")) {
      return "is not JSON; strings need double quotes";
    }
    return line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1);
  }
}
