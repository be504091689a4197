package dev.attache.model;

import dev.attache.resource.json.InvisibleCharacters;
import dev.attache.resource.tool.Tool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool that a model may call, without the characters that people would not see: neither its
 * description nor a text or a key anywhere in its schema has any. Immutable.
 *
 * @param name the name by which it is called
 * @param description what it does
 * @param inputSchema the JSON Schema of its arguments, an object
 */
public record OfferedTool(String name, String description, Map<String, Object> inputSchema) {

  /**
   * Takes a copy of the schema, and strips both.
   *
   * @param name the name by which it is called
   * @param description what it does
   * @param inputSchema the JSON Schema of its arguments, an object
   */
  public OfferedTool {
    description = InvisibleCharacters.strip(description);
    inputSchema = stripped(inputSchema);
  }

  private static Map<String, Object> stripped(Map<?, ?> object) {
    var plain = new LinkedHashMap<String, @Nullable Object>();
    object.forEach(
        (key, value) ->
            plain.putIfAbsent(InvisibleCharacters.strip(String.valueOf(key)), value(value)));
    return Collections.unmodifiableMap(plain);
  }

  private static @Nullable Object value(@Nullable Object value) {
    if (value instanceof String text) {
      return InvisibleCharacters.strip(text);
    } else if (value instanceof Map<?, ?> object) {
      return stripped(object);
    } else if (value instanceof List<?> list) {
      var plain = new ArrayList<@Nullable Object>(list.size());
      list.forEach(each -> plain.add(value(each)));
      return Collections.unmodifiableList(plain);
    }
    return value;
  }

  /**
   * {@return what a model is told of a tool}
   *
   * @param tool asked once for its name, description and schema
   */
  public static OfferedTool of(Tool tool) {
    return new OfferedTool(tool.name(), tool.description(), tool.inputSchema());
  }
}
