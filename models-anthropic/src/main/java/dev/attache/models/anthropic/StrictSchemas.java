package dev.attache.models.anthropic;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of one request that the model can be held to, as far as the API can compile them:
 * which words they may have, and how many there may be (Anthropic, "Structured outputs", JSON
 * Schema limitations). Not thread-safe.
 *
 * <p>Careful: a schema with a word that is not known here is not strict, which is always legal;
 * strict, the whole request might be refused. So are references, which may be recursive, and {@code
 * pattern}, about which reports differ.
 */
final class StrictSchemas {

  private static final Set<String> WORDS =
      Set.of(
          "type",
          "title",
          "description",
          "default",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "minItems",
          "enum",
          "const",
          "anyOf",
          "format");
  private static final Set<String> TYPES =
      Set.of("object", "array", "string", "integer", "number", "boolean", "null");
  private static final Set<String> FORMATS =
      Set.of(
          "date-time",
          "time",
          "date",
          "duration",
          "email",
          "hostname",
          "uri",
          "ipv4",
          "ipv6",
          "uuid");

  private int schemas = 20;
  private int optional = 24;
  private int unions = 16;

  /** Returns whether a schema can be strict beside those before it, and counts it if so. */
  boolean admits(Map<String, Object> schema) {
    var found = new Counts();
    boolean isLegal = "object".equals(schema.get("type")) && found.isLegal(schema);
    if (!isLegal || schemas == 0 || found.optional > optional || found.unions > unions) {
      return false;
    }
    schemas--;
    optional -= found.optional;
    unions -= found.unions;
    return true;
  }

  /** What is counted of one schema. */
  private static final class Counts {

    private int optional;
    private int unions;

    boolean isLegal(@Nullable Object schema) {
      return schema instanceof Map<?, ?> words
          && WORDS.containsAll(words.keySet())
          && saysWhatItIs(words)
          && isLegalFormat(words.get("format"))
          && isLegalMinimum(words.get("minItems"))
          && areScalars(words.get("enum"))
          && isScalar(words.get("const"))
          && (!isOf(words, "object") || isLegalObject(words))
          && (!isOf(words, "array") || isLegal(words.get("items")))
          && areLegal(words.get("anyOf"));
    }

    private boolean saysWhatItIs(Map<?, ?> words) {
      Object type = words.get("type");
      if (type instanceof List<?> types) {
        unions++;
        return TYPES.containsAll(types);
      }
      return type == null
          ? words.containsKey("anyOf") || words.containsKey("enum") || words.containsKey("const")
          : TYPES.contains(type);
    }

    private boolean isLegalObject(Map<?, ?> words) {
      if (!Boolean.FALSE.equals(words.get("additionalProperties"))) {
        return false;
      }
      if (!(words.get("properties") instanceof Map<?, ?> properties)) {
        return !words.containsKey("properties");
      }
      Collection<?> required = words.get("required") instanceof List<?> names ? names : List.of();
      optional += (int) properties.keySet().stream().filter(k -> !required.contains(k)).count();
      return properties.values().stream().allMatch(this::isLegal);
    }

    private boolean areLegal(@Nullable Object branches) {
      if (branches == null) {
        return true;
      }
      unions++;
      return branches instanceof List<?> all && all.stream().allMatch(this::isLegal);
    }

    private static boolean isOf(Map<?, ?> words, String type) {
      return type.equals(words.get("type"))
          || (words.get("type") instanceof List<?> types && types.contains(type));
    }

    private static boolean isLegalFormat(@Nullable Object format) {
      return format == null || FORMATS.contains(format);
    }

    private static boolean isLegalMinimum(@Nullable Object items) {
      return items == null
          || (items instanceof Number number
              && number.doubleValue() * (number.doubleValue() - 1) == 0);
    }

    private static boolean areScalars(@Nullable Object values) {
      return values == null
          || (values instanceof List<?> all && all.stream().allMatch(Counts::isScalar));
    }

    private static boolean isScalar(@Nullable Object value) {
      return !(value instanceof Map) && !(value instanceof List);
    }
  }
}
