package dev.attache.mcp.http;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a tool that are sent as headers, too (2026-07-28, "Custom Headers from Tool
 * Parameters").
 */
final class HeaderAnnotations {

  private static final String KEY = "x-mcp-header";

  /** What in a schema is data and no schema. */
  private static final Set<String> DATA = Set.of("default", "const", "enum", "examples", "example");

  private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

  /** The largest integer that JavaScript holds exactly. */
  private static final long MAX_SAFE = (1L << 53) - 1;

  /** One parameter: where its value is, and the header for it. */
  private record Annotation(List<String> path, String header) {}

  private final List<Annotation> annotations = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private @Nullable String problem;

  private HeaderAnnotations() {}

  /** Reads the {@code inputSchema} of a tool. */
  static HeaderAnnotations of(@Nullable Object schema) {
    var found = new HeaderAnnotations();
    found.readSchema(schema, List.of(), true);
    return found;
  }

  /** Why the tool must not be used; null if it may be. */
  @Nullable String problem() {
    return problem;
  }

  /** Calls {@code headers} with the name and the value of each header of a call. */
  void apply(@Nullable Object arguments, BiConsumer<String, String> headers) {
    for (Annotation annotation : annotations) {
      Object value = arguments;
      for (String step : annotation.path()) {
        value = value instanceof Map<?, ?> map ? map.get(step) : null;
      }
      String text = text(value);
      if (text != null) {
        headers.accept("Mcp-Param-" + annotation.header(), HeaderValue.encode(text));
      }
    }
  }

  /** A value as text; null for what no header is sent for. */
  private static @Nullable String text(@Nullable Object value) {
    if (value instanceof String || value instanceof Boolean) {
      return value.toString();
    }
    if (value instanceof Number number) {
      double exact = number.doubleValue();
      return exact == Math.rint(exact) && Math.abs(exact) <= MAX_SAFE
          ? Long.toString(number.longValue())
          : null;
    }
    return null;
  }

  /**
   * @param isReachable whether only {@code properties} lead here
   */
  private void readSchema(@Nullable Object schema, List<String> path, boolean isReachable) {
    if (schema instanceof List<?> list) {
      list.forEach(element -> readSchema(element, path, false));
      return;
    }
    if (!(schema instanceof Map<?, ?> map)) {
      return;
    }
    if (map.containsKey(KEY)) {
      addAnnotation(map, path, isReachable);
    }
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String key = String.valueOf(entry.getKey());
      if (key.equals("properties") && entry.getValue() instanceof Map<?, ?> properties) {
        properties.forEach(
            (name, property) ->
                readSchema(property, plus(path, String.valueOf(name)), isReachable));
      } else if (isMapOfSchemas(key) && entry.getValue() instanceof Map<?, ?> schemas) {
        schemas.values().forEach(inner -> readSchema(inner, path, false));
      } else if (!DATA.contains(key)) {
        readSchema(entry.getValue(), path, false);
      }
    }
  }

  /** Whether the keys of the value are names that somebody chose. */
  private static boolean isMapOfSchemas(String key) {
    return key.equals("$defs")
        || key.equals("definitions")
        || key.equals("patternProperties")
        || key.equals("dependentSchemas");
  }

  private void addAnnotation(Map<?, ?> schema, List<String> path, boolean isReachable) {
    Object value = schema.get(KEY);
    if (!(value instanceof String name) || !EndpointHeaders.isToken(name)) {
      problem = KEY + " must be a name of a header, and is not";
    } else if (!isReachable || path.isEmpty()) {
      problem = KEY + " " + name + " is where no parameter can be";
    } else if (!isPrimitive(schema.get("type"))) {
      problem = KEY + " " + name + " must be at a string, an integer or a boolean";
    } else if (!names.add(name.toLowerCase(Locale.ROOT))) {
      problem = KEY + " " + name + " is defined twice";
    } else {
      annotations.add(new Annotation(path, name));
    }
  }

  private static boolean isPrimitive(@Nullable Object type) {
    return type instanceof String name && TYPES.contains(name);
  }

  private static List<String> plus(List<String> path, String step) {
    var longer = new ArrayList<>(path);
    longer.add(step);
    return List.copyOf(longer);
  }
}
