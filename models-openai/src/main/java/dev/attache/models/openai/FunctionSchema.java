package dev.attache.models.openai;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules of OpenAI for the JSON Schemas of functions and answers: what it refuses, and what it
 * can hold a model to ("Structured model outputs", supported schemas).
 */
final class FunctionSchema {

  private static final int MOST_PROPERTIES = 5000;
  private static final int MOST_VALUES = 1000;
  private static final int DEEPEST = 10;

  /** What no function has at its root; a request with it is refused as a whole. */
  private static final List<String> NOT_AT_THE_ROOT =
      List.of("oneOf", "anyOf", "allOf", "enum", "not");

  /** What a strict schema may say; anything else, and it is not strict. */
  private static final Set<String> STRICT_WORDS =
      Set.of(
          "type",
          "title",
          "description",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "enum",
          "const",
          "anyOf",
          "$ref",
          "$defs",
          "definitions",
          "pattern",
          "format",
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "multipleOf",
          "minItems",
          "maxItems");

  private static final Set<String> STRICT_FORMATS =
      Set.of("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid");

  private int properties;
  private int values;

  private FunctionSchema() {}

  /**
   * Returns the schema of a function's arguments as OpenAI takes it: an object with properties,
   * none of what it refuses at the root, and items for each array. What a call may be is at most
   * wider for it; tools check their arguments themselves.
   */
  static Map<String, Object> taken(Map<String, Object> schema) {
    var root = new LinkedHashMap<>(withItems(schema));
    NOT_AT_THE_ROOT.forEach(root::remove);
    root.put("type", "object");
    root.putIfAbsent("properties", Map.of());
    return root;
  }

  /** Returns the fields of a format that an answer has to have, with the schema. */
  static Map<String, Object> ofAnswer(Map<String, Object> schema) {
    var format = new LinkedHashMap<String, Object>();
    format.put("name", "answer");
    format.put("strict", isStrict(schema));
    format.put("schema", schema);
    return format;
  }

  /** Whether a model can be held to a schema. */
  static boolean isStrict(Map<String, Object> schema) {
    var rules = new FunctionSchema();
    return "object".equals(schema.get("type"))
        && schema.containsKey("properties")
        && !schema.containsKey("anyOf")
        && rules.holdIn(schema, 1)
        && rules.properties <= MOST_PROPERTIES
        && rules.values <= MOST_VALUES;
  }

  private boolean holdIn(@Nullable Object value, int depth) {
    if (!(value instanceof Map<?, ?> schema) || depth > DEEPEST) {
      return false;
    }
    values += schema.get("enum") instanceof List<?> list ? list.size() : 0;
    return STRICT_WORDS.containsAll(schema.keySet())
        && saysWhatItIs(schema)
        && (!schema.containsKey("format")
            || (schema.get("format") instanceof String format && STRICT_FORMATS.contains(format)))
        && holdInObject(schema, depth)
        && (!is(schema, "array") || schema.containsKey("items"))
        && (!schema.containsKey("items") || holdIn(schema.get("items"), depth + 1))
        && holdInAll(schema.get("anyOf"), depth)
        && holdInAll(schema.get("$defs"), 1)
        && holdInAll(schema.get("definitions"), 1);
  }

  private static boolean saysWhatItIs(Map<?, ?> schema) {
    return schema.containsKey("type")
        || schema.containsKey("anyOf")
        || schema.containsKey("enum")
        || schema.containsKey("const")
        || (schema.get("$ref") instanceof String reference && reference.startsWith("#"));
  }

  private boolean holdInObject(Map<?, ?> schema, int depth) {
    if (!is(schema, "object") && !schema.containsKey("properties")) {
      return true;
    }
    if (!(schema.get("properties") instanceof Map<?, ?> each)
        || !Boolean.FALSE.equals(schema.get("additionalProperties"))) {
      return false;
    }
    properties += each.size();
    List<?> required = schema.get("required") instanceof List<?> names ? names : List.of();
    return required.size() == each.size()
        && required.containsAll(each.keySet())
        && each.values().stream().allMatch(inner -> holdIn(inner, depth + 1));
  }

  private boolean holdInAll(@Nullable Object schemas, int depth) {
    if (schemas instanceof Map<?, ?> named) {
      return named.values().stream().allMatch(each -> holdIn(each, depth));
    } else if (schemas instanceof List<?> list) {
      return list.stream().allMatch(each -> holdIn(each, depth));
    }
    return schemas == null;
  }

  private static boolean is(Map<?, ?> schema, String type) {
    Object types = schema.get("type");
    return type.equals(types) || (types instanceof List<?> list && list.contains(type));
  }

  private static Map<String, Object> withItems(Map<?, ?> schema) {
    var copy = new LinkedHashMap<String, Object>();
    schema.forEach(
        (word, value) -> copy.put(String.valueOf(word), inner(String.valueOf(word), value)));
    if (is(schema, "array")) {
      copy.putIfAbsent("items", Map.of());
    }
    return copy;
  }

  /** Schemas are only where a word says so; a default or an example is no schema. */
  private static @Nullable Object inner(String word, @Nullable Object value) {
    return switch (word) {
      case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas" ->
          value instanceof Map<?, ?> named ? eachOf(named) : value;
      case "items", "additionalProperties", "not", "if", "then", "else", "contains" ->
          schemaOr(value);
      case "anyOf", "oneOf", "allOf", "prefixItems" ->
          value instanceof List<?> list
              ? new ArrayList<>(list.stream().map(FunctionSchema::schemaOr).toList())
              : value;
      default -> value;
    };
  }

  private static Map<String, Object> eachOf(Map<?, ?> named) {
    var copy = new LinkedHashMap<String, Object>();
    named.forEach((name, schema) -> copy.put(String.valueOf(name), schemaOr(schema)));
    return copy;
  }

  private static @Nullable Object schemaOr(@Nullable Object value) {
    return value instanceof Map<?, ?> schema ? withItems(schema) : value;
  }
}
