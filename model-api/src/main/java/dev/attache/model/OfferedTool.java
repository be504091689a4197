package dev.attache.model;

import dev.attache.resource.tool.Tool;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A tool that a model may call. Immutable.
 *
 * @param name the name by which it is called
 * @param description what it does
 * @param inputSchema the JSON Schema of its arguments, an object
 */
public record OfferedTool(String name, String description, Map<String, Object> inputSchema) {

  /**
   * Takes a copy of the schema.
   *
   * @param name the name by which it is called
   * @param description what it does
   * @param inputSchema the JSON Schema of its arguments, an object
   */
  public OfferedTool {
    inputSchema = Collections.unmodifiableMap(new LinkedHashMap<>(inputSchema));
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
