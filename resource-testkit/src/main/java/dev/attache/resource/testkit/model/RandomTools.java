package dev.attache.resource.testkit.model;

import dev.attache.model.OfferedTool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools of requests that are made for tests. */
final class RandomTools {

  static final List<String> NAMES =
      List.of("refresh_resource", "look", "a-long_name-".repeat(5) + "0123");

  private RandomTools() {}

  static List<OfferedTool> all() {
    return NAMES.stream()
        .map(
            name ->
                new OfferedTool(
                    name,
                    "Looks at \"something\" \\ \u00e9 and says what it is.\nIn lines.",
                    inputSchema()))
        .toList();
  }

  private static Map<String, Object> inputSchema() {
    var path = new LinkedHashMap<String, Object>();
    path.put("type", "string");
    path.put("description", "What to look at: \"it\"");
    var n = new LinkedHashMap<String, Object>();
    n.put("type", "integer");
    n.put("minimum", 0);
    var properties = new LinkedHashMap<String, Object>();
    properties.put("path", path);
    properties.put("n", n);
    var schema = new LinkedHashMap<String, Object>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", List.of("path"));
    schema.put("additionalProperties", false);
    return schema;
  }
}
