package dev.attache.mcp.tools;

import dev.attache.mcp.ServerText;
import dev.attache.support.json.LenientValues;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool as its server lists it, what is wrong in it left out.
 *
 * @param name the name by which the server knows it
 * @param title its name for people; null if there is none
 * @param description what it does; empty if the server does not say
 * @param inputSchema the JSON Schema of its arguments
 * @param outputSchema that of its structured content; null if it promises none
 * @param annotations MCP's {@code ToolAnnotations}
 */
record ToolDefinition(
    String name,
    @Nullable String title,
    String description,
    Map<String, Object> inputSchema,
    @Nullable Map<String, Object> outputSchema,
    Map<String, Object> annotations) {

  /** Returns the definition in an entry of {@code tools/list}; null if it has no name. */
  static @Nullable ToolDefinition of(Map<String, Object> listed) {
    String name = LenientValues.text(listed.get("name"));
    if (name == null || name.isBlank()) {
      return null;
    }
    String description = LenientValues.text(listed.get("description"));
    Map<String, Object> annotations = copyOf(listed.get("annotations"));
    String title = LenientValues.text(listed.get("title"));
    Object input = listed.get("inputSchema");
    return new ToolDefinition(
        name,
        title == null ? LenientValues.text(annotations.get("title")) : title,
        description == null ? "" : ServerText.whole(description),
        input instanceof Map ? copyOf(input) : Map.of("type", "object"),
        listed.get("outputSchema") instanceof Map<?, ?> output ? copyOf(output) : null,
        annotations);
  }

  /** How many characters a model is told of it, about. */
  int size() {
    return name.length() + description.length() + size(inputSchema);
  }

  private static int size(@Nullable Object value) {
    int size = 2;
    if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> each : map.entrySet()) {
        size += String.valueOf(each.getKey()).length() + size(each.getValue());
      }
    } else if (value instanceof List<?> list) {
      for (Object each : list) {
        size += size(each);
      }
    } else {
      size += String.valueOf(value).length();
    }
    return size;
  }

  private static Map<String, Object> copyOf(@Nullable Object value) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(LenientValues.object(value)));
  }
}
