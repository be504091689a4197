package dev.attache.cli.config;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.toml.TomlFactory;
import dev.attache.cli.terminal.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A reader of TOML. The only class that knows the parser, for which nobody has to wait who has no
 * configuration file; data-binding would take three times as long.
 */
final class TomlTables {

  private TomlTables() {}

  /**
   * Returns the values of a file by their keys, in order: Boolean, Number, String, List and Map;
   * dates and times are strings.
   *
   * @throws UsageException that says where the file is not TOML, and why
   */
  static Map<String, Object> parse(ConfigFile file) throws UsageException {
    try (JsonParser parser = new TomlFactory().createParser(file.text())) {
      parser.nextToken();
      return table(parser);
    } catch (JacksonException e) {
      JsonLocation location = e.getLocation();
      int line = location == null ? 0 : location.getLineNr();
      int column = location == null ? 0 : location.getColumnNr();
      throw new UsageException(file.place(line, column) + ": " + reason(e));
    } catch (IOException e) {
      throw new AssertionError(e); // a string has no I/O
    }
  }

  /** Reads what stands between here and the end of the table. */
  private static Map<String, Object> table(JsonParser parser) throws IOException {
    var table = new LinkedHashMap<String, Object>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      table.put(key, value(parser, parser.nextToken()));
    }
    return table;
  }

  private static List<Object> list(JsonParser parser) throws IOException {
    var list = new ArrayList<>();
    JsonToken token = parser.nextToken();
    while (token != JsonToken.END_ARRAY) {
      list.add(value(parser, token));
      token = parser.nextToken();
    }
    return list;
  }

  private static Object value(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> table(parser);
      case START_ARRAY -> list(parser);
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      default -> parser.getText();
    };
  }

  private static String reason(JacksonException e) {
    String message = String.valueOf(e.getOriginalMessage());
    int end = message.indexOf('\n');
    String line = end < 0 ? message : message.substring(0, end);
    return "not valid TOML: " + line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1);
  }
}
