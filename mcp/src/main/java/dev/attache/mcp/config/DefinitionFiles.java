package dev.attache.mcp.config;

import dev.attache.mcp.config.ServerDefinition.Origin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The definitions of files, as they are written, in order: the first of a name counts. */
final class DefinitionFiles {

  /** What a file is not likely to need, and a hostile one might. */
  private static final int MAX_SERVERS = 500;

  private final Map<String, ServerDefinition> definitions = new LinkedHashMap<>();
  private final BiConsumer<String, String> warnings;

  DefinitionFiles(BiConsumer<String, String> warnings) {
    this.warnings = warnings;
  }

  List<ServerDefinition> definitions() {
    return List.copyOf(definitions.values());
  }

  /** Adds tables of our own format. */
  void addTables(String label, Map<String, ?> tables, DefinitionBase base) {
    tables.forEach(
        (name, table) -> {
          String path = "[mcp.servers." + key(name) + "]";
          var origin = new Origin(label, label, path, base, true);
          add(new ServerDefinition(name, table, origin, Map.of(), Map.of()));
        });
  }

  private static String key(String name) {
    boolean isBare =
        !name.isEmpty()
            && name.chars()
                .allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || c == '-' || c == '_'));
    return isBare ? name : "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  /**
   * Adds the text of a file as clients of MCP have it: {@code mcpServers} or {@code servers}, and
   * {@code inputs}.
   *
   * @param isRequired whether it is wrong if the file has neither
   * @throws IOException that says where it is torn, and why; then nothing of it is added
   */
  void addJson(String label, String text, DefinitionBase base, boolean isRequired)
      throws IOException {
    JsonText json = JsonText.parse(text, label);
    Map<String, @Nullable Object> values = json.values();
    if (isRequired && JsonText.SECTIONS.stream().noneMatch(values::containsKey)) {
      throw new IOException(label + ": has neither mcpServers nor servers");
    }
    for (Map.Entry<String, String> twice : json.doubles().entrySet()) {
      String key = twice.getKey().substring(1);
      if (JsonText.SECTIONS.contains(key) || key.equals("inputs") || key.startsWith("inputs/")) {
        throw new IOException(twice.getValue() + ": " + twice.getKey() + " is defined twice");
      }
    }
    Map<String, String> inputs = inputs(json);
    var added = new ArrayList<ServerDefinition>();
    for (String section : JsonText.SECTIONS) {
      section(json, section)
          .forEach(
              (name, written) -> {
                String path = "/" + section + "/" + ServerDefinition.escaped(name);
                var origin = new Origin(label, json.place(path), path, base, false);
                Object value = written == null ? "" : written; // which is no object, either
                added.add(new ServerDefinition(name, value, origin, inputs, defects(json, path)));
              });
    }
    if (added.size() > MAX_SERVERS) {
      throw new IOException(label + " is larger than the limit of " + MAX_SERVERS + " servers");
    }
    added.forEach(this::add);
  }

  private static Map<String, @Nullable Object> section(JsonText json, String key)
      throws IOException {
    Object value = json.values().get(key);
    var section = new LinkedHashMap<String, @Nullable Object>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, written) -> section.put((String) name, written));
    } else if (value != null) {
      throw new IOException(json.place("/" + key) + ": /" + key + " must be an object");
    }
    return section;
  }

  private static Map<String, String> inputs(JsonText json) throws IOException {
    Object value = json.values().get("inputs");
    if (value != null && !(value instanceof List)) {
      throw new IOException(json.place("/inputs") + ": /inputs must be a list");
    }
    var inputs = new LinkedHashMap<String, String>();
    for (Object each : value instanceof List<?> list ? list : List.of()) {
      if (each instanceof Map<?, ?> input
          && input.get("id") instanceof String id
          && isScalar(input.get("default"))) {
        inputs.putIfAbsent(id, String.valueOf(input.get("default")));
      }
    }
    return inputs;
  }

  private static boolean isScalar(@Nullable Object value) {
    return value instanceof String || value instanceof Number || value instanceof Boolean;
  }

  private static Map<String, String> defects(JsonText json, String path) {
    var defects = new LinkedHashMap<String, String>();
    json.doubles()
        .forEach(
            (pointer, place) -> {
              if (pointer.equals(path) || pointer.startsWith(path + "/")) {
                defects.put(pointer, place);
              }
            });
    return defects;
  }

  private void add(ServerDefinition definition) {
    String name = definition.name();
    Origin origin = definition.origin();
    if (name.isEmpty() || name.codePoints().anyMatch(Character::isISOControl)) {
      warnings.accept(
          name,
          origin.place()
              + ": the name of a server must not be empty or hold control characters;"
              + " this one is ignored");
      return;
    }
    ServerDefinition first = definitions.putIfAbsent(name, definition);
    if (first != null) {
      warnings.accept(
          name,
          "server "
              + name
              + " is defined in "
              + first.origin().place()
              + " and in "
              + origin.place()
              + "; the first one is used");
    }
  }
}
