package dev.attache.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The profiles of a provider's models, as {@code profiles.json} of its jar has them: one for all,
 * and what is other with some. What a configuration says goes before both. Immutable.
 *
 * <pre>
 * {"name": "anthropic", "wire": "anthropic-messages", "model": "…", "message": {"images": […]}, …,
 *  "models": [{"match": "claude-opus-5-5*", "cache": {"read": 0.05}}]}
 * </pre>
 */
public final class ModelProfiles {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** What is said of the models, and who says it later is right. */
  private final List<ObjectNode> layers;

  private ModelProfiles(List<ObjectNode> layers) {
    this.layers = layers;
    standard(); // what is missing shows now
  }

  /**
   * Reads a resource of a class.
   *
   * @param type a class of the jar that has it, and of the same package
   * @param resource its name, relative to the class, as a rule {@code profiles.json}
   * @return the profiles
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
   * @param json the text of an object as above
   * @return the profiles
   * @throws IllegalArgumentException if they are none, saying what is wrong and where
   */
  public static ModelProfiles parse(String json) {
    try {
      return new ModelProfiles(List.of(layer(JSON.readTree(json))));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("profiles are not valid JSON: " + e.getMessage(), e);
    }
  }

  private static ObjectNode layer(JsonNode json) {
    ProfileForm.check(json);
    return (ObjectNode) json;
  }

  /** {@return the profile of the model that is meant where nobody names one} */
  public ModelProfile standard() {
    ObjectNode merged = JSON.createObjectNode();
    layers.forEach(layer -> merge(merged, layer));
    return of(text(merged, "model"));
  }

  /**
   * {@return the profile of a model; that of the provider if nothing is known of the model}
   *
   * @param model the name that the provider knows it by
   */
  public ModelProfile of(String model) {
    ObjectNode merged = JSON.createObjectNode();
    for (ObjectNode layer : layers) {
      merge(merged, layer);
      for (JsonNode each : layer.path("models")) {
        if (matches(text(each, "match"), model)) {
          merge(merged, each);
        }
      }
    }
    return profile(merged);
  }

  /**
   * {@return the same profiles with other values in place of some, as a configuration has them; a
   * list is replaced as a whole}
   *
   * @param overrides an object as {@code profiles.json} has it, with only the fields that are to be
   *     other
   * @throws IllegalArgumentException if a field is unknown or holds something else, with its JSON
   *     pointer
   */
  public ModelProfiles with(Map<String, Object> overrides) {
    var more = new ArrayList<>(layers);
    more.add(layer(JSON.valueToTree(overrides)));
    return new ModelProfiles(List.copyOf(more));
  }

  private static boolean matches(String pattern, String model) {
    return pattern.endsWith("*")
        ? model.startsWith(pattern.substring(0, pattern.length() - 1))
        : model.equals(pattern);
  }

  private static void merge(ObjectNode into, JsonNode from) {
    for (Map.Entry<String, JsonNode> field : from.properties()) {
      String name = field.getKey();
      if (into.get(name) instanceof ObjectNode inner && field.getValue().isObject()) {
        merge(inner, field.getValue());
      } else if (!name.equals("match") && !name.equals("models")) {
        into.set(name, field.getValue().deepCopy());
      }
    }
  }

  private static ModelProfile profile(JsonNode json) {
    return new ModelProfile(
        text(json, "name"),
        text(json, "wire"),
        json.path("version").textValue(),
        text(json, "model"),
        types(json.path("message")),
        types(json.path("toolResult")),
        limits(json.path("limits")),
        cache(json.path("cache")),
        blocks(json.path("blocks")),
        json.path("tokens").asDouble(1),
        texts(json.path("features")),
        json.path("keyVariable").textValue(),
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
        json.path("outputTokens").asInt(4096),
        number(json, "window"),
        count(json, "tools"));
  }

  private static BlockTokens blocks(JsonNode json) {
    return new BlockTokens(
        json.path("imagePatch").asInt(0),
        json.path("imageMost").asInt(0),
        json.path("page").asInt(0));
  }

  private static CacheTerms cache(JsonNode json) {
    return new CacheTerms(
        CacheTerms.Kind.valueOf(json.path("kind").asText("none").toUpperCase(Locale.ROOT)),
        json.path("marks").asInt(0),
        json.path("lookback").asInt(0),
        json.path("minimumTokens").asInt(0),
        json.path("read").asDouble(1),
        json.path("write").asDouble(1),
        Duration.parse(json.path("ttl").asText("PT0S")));
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
    JsonNode value = json.get(field);
    if (value == null) {
      throw new IllegalArgumentException("/" + field + " is missing");
    }
    return value.textValue();
  }
}
