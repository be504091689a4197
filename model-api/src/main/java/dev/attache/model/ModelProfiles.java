package dev.attache.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The profiles of a provider's models, as {@code profiles.json} of its jar has them: one for all,
 * and what is other with some. Immutable.
 *
 * <pre>
 * {"name": "anthropic", "wire": "anthropic-messages", "model": "…", "message": {"images": […]}, …,
 *  "models": [{"match": "claude-opus-5-5*", "cache": {"read": 0.05}}]}
 * </pre>
 */
public final class ModelProfiles {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ObjectNode root;

  private ModelProfiles(ObjectNode root) {
    this.root = root;
  }

  /**
   * Reads a resource of a class.
   *
   * @throws IllegalArgumentException if it is not there, or no profile
   */
  public static ModelProfiles of(Class<?> type, String resource) {
    try (InputStream in = type.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException(resource + " is not in the jar of " + type.getName());
      }
      return parse(new String(in.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads profiles.
   *
   * @throws IllegalArgumentException if they are none, saying what is wrong and where
   */
  public static ModelProfiles parse(String json) {
    try {
      if (JSON.readTree(json) instanceof ObjectNode object) {
        var profiles = new ModelProfiles(object);
        profiles.standard(); // what is wrong shows now
        for (JsonNode each : object.path("models")) {
          profiles.of(text(each, "match").replace("*", ""));
        }
        return profiles;
      }
      throw new IllegalArgumentException("profiles are a JSON object");
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("profiles are no JSON: " + e.getOriginalMessage(), e);
    }
  }

  /** Returns the profile of the model that is meant where nobody names one. */
  public ModelProfile standard() {
    return of(text(root, "model"));
  }

  /** Returns the profile of a model; that of the provider if nothing is known of the model. */
  public ModelProfile of(String model) {
    ObjectNode merged = root.deepCopy();
    for (JsonNode each : root.path("models")) {
      if (matches(text(each, "match"), model)) {
        merge(merged, each);
      }
    }
    return profile(merged);
  }

  /** Returns the same profiles with other values in place of some, as a configuration has them. */
  public ModelProfiles with(Map<String, Object> overrides) {
    ObjectNode merged = root.deepCopy();
    merge(merged, JSON.valueToTree(overrides));
    return parse(merged.toString());
  }

  private static boolean matches(String pattern, String model) {
    return pattern.endsWith("*")
        ? model.startsWith(pattern.substring(0, pattern.length() - 1))
        : model.equals(pattern);
  }

  private static void merge(ObjectNode into, JsonNode from) {
    for (Map.Entry<String, JsonNode> field : from.properties()) {
      if (into.get(field.getKey()) instanceof ObjectNode inner && field.getValue().isObject()) {
        merge(inner, field.getValue());
      } else if (!field.getKey().equals("match")) {
        into.set(field.getKey(), field.getValue());
      }
    }
  }

  private static ModelProfile profile(JsonNode json) {
    JsonNode version = json.path("version");
    return new ModelProfile(
        text(json, "name"),
        text(json, "wire"),
        version.isTextual() ? version.textValue() : null,
        text(json, "model"),
        types(json.path("message")),
        types(json.path("toolResult")),
        limits(json.path("limits")),
        cache(json.path("cache")),
        json.path("tokens").asDouble(1),
        texts(json.path("features")),
        text(json, "source"));
  }

  private static MediaTypes types(JsonNode json) {
    return new MediaTypes(
        texts(json.path("images")), texts(json.path("documents")), texts(json.path("audio")));
  }

  private static ModelLimits limits(JsonNode json) {
    return new ModelLimits(
        number(json, "requestBytes"),
        number(json, "imageBytes"),
        count(json, "imageSide"),
        count(json, "images"),
        number(json, "documentBytes"),
        count(json, "documentPages"),
        count(json, "titleChars"),
        json.path("outputTokens").asInt(4096));
  }

  private static CacheTerms cache(JsonNode json) {
    if (json.isMissingNode()) {
      return CacheTerms.NONE;
    }
    return new CacheTerms(
        kind(text(json, "kind")),
        json.path("marks").asInt(0),
        json.path("lookback").asInt(0),
        json.path("minimumTokens").asInt(0),
        json.path("read").asDouble(1),
        json.path("write").asDouble(1),
        duration(json.path("ttl").asText("PT0S")));
  }

  private static CacheTerms.Kind kind(String word) {
    try {
      return CacheTerms.Kind.valueOf(word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("cache.kind (" + word + ") is none of a cache", e);
    }
  }

  private static Duration duration(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("cache.ttl (" + text + ") is no duration", e);
    }
  }

  private static long number(JsonNode json, String field) {
    return json.path(field).asLong(Long.MAX_VALUE);
  }

  private static int count(JsonNode json, String field) {
    return json.path(field).asInt(Integer.MAX_VALUE);
  }

  private static Set<String> texts(JsonNode json) {
    var texts = new LinkedHashSet<String>();
    json.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private static String text(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("a profile has a text " + field);
    }
    return value.textValue();
  }
}
