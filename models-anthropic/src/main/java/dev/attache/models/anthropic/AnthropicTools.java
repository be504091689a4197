package dev.attache.models.anthropic;

import dev.attache.model.BodyWriter;
import dev.attache.model.ModelProfile;
import dev.attache.model.OfferedTool;
import dev.attache.resource.ResourceJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tools of a request, in order. Immutable. */
final class AnthropicTools {

  /** What the model may call, as the API has it. */
  private record Declaration(
      String name, String description, Map<String, Object> schema, boolean isStrict) {}

  private static final Pattern PROPERTY = Pattern.compile("[a-zA-Z0-9_.-]{1,64}");
  private static final List<String> UNIONS = List.of("oneOf", "anyOf", "allOf");

  private final List<Declaration> all = new ArrayList<>();

  /**
   * Takes the tools.
   *
   * @param strict the schemas of the request that the model is held to
   */
  static AnthropicTools of(List<OfferedTool> tools, ModelProfile profile, StrictSchemas strict) {
    var declared = new AnthropicTools();
    for (OfferedTool tool : tools) {
      declared.add(tool, profile.has("strict-tools") ? strict : null);
    }
    return declared;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Writes the array, with a mark of the cache in the last tool unless that is null. */
  void writeTo(BodyWriter json, @Nullable CacheControl mark) throws IOException {
    json.startArray();
    for (int i = 0; i < all.size(); i++) {
      Declaration each = all.get(i);
      json.startObject().field("name", each.name());
      if (!each.description().isBlank()) {
        json.field("description", each.description());
      }
      if (each.isStrict()) {
        json.field("strict", true);
      }
      json.field("input_schema", each.schema());
      if (mark != null && i == all.size() - 1) {
        mark.writeTo(json);
      }
      json.endObject();
    }
    json.endArray();
  }

  /**
   * Adds a tool. One schema that the API refuses would have the whole request refused: unions at
   * the root, and properties with other names than it takes. Those stand in the description.
   */
  private void add(OfferedTool tool, @Nullable StrictSchemas strict) {
    var schema = new LinkedHashMap<String, Object>();
    schema.put("type", "object");
    schema.putAll(tool.inputSchema());
    schema.put("type", "object");
    var moved = new LinkedHashMap<String, Object>();
    UNIONS.forEach(word -> move(word, schema, moved));
    if (schema.get("properties") instanceof Map<?, ?> properties) {
      moveProperties(properties, schema, moved);
    }
    String description = tool.description();
    if (!moved.isEmpty()) {
      description +=
          (description.isBlank() ? "" : "\n\n")
              + "The arguments must also match this JSON Schema: "
              + ResourceJson.text(moved);
    }
    boolean isStrict = strict != null && moved.isEmpty() && strict.admits(schema);
    all.add(new Declaration(tool.name(), description, schema, isStrict));
  }

  private static void moveProperties(
      Map<?, ?> properties, Map<String, Object> schema, Map<String, Object> moved) {
    var kept = new LinkedHashMap<String, @Nullable Object>();
    var others = new LinkedHashMap<String, @Nullable Object>();
    properties.forEach(
        (name, value) -> (isLegal(name) ? kept : others).put(String.valueOf(name), value));
    if (others.isEmpty()) {
      return;
    }
    schema.put("properties", kept);
    moved.put("properties", others);
    if (Boolean.FALSE.equals(schema.get("additionalProperties"))) {
      schema.remove("additionalProperties"); // the others are some
    }
    if (schema.get("required") instanceof List<?> required
        && !required.stream().allMatch(AnthropicTools::isLegal)) {
      schema.put("required", required.stream().filter(AnthropicTools::isLegal).toList());
      moved.put("required", required.stream().filter(each -> !isLegal(each)).toList());
    }
  }

  private static boolean isLegal(@Nullable Object name) {
    return PROPERTY.matcher(String.valueOf(name)).matches();
  }

  private static void move(String word, Map<String, Object> from, Map<String, Object> to) {
    Object value = from.remove(word);
    if (value != null) {
      to.put(word, value);
    }
  }
}
