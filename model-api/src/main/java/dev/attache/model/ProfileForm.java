package dev.attache.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The form of {@code profiles.json}: which fields there are, and what each of them holds. All of
 * them are optional here, since a configuration has only those that are to be other.
 */
final class ProfileForm {

  private static final int SHOWN = 60;
  private static final Pattern MIME_TYPE =
      Pattern.compile("[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*");

  private static final Rule TEXT = rule("must be a text", ProfileForm::isText);
  private static final Rule COUNT =
      rule(
          "must be a whole number from 0 to " + Integer.MAX_VALUE,
          value -> value.isIntegralNumber() && value.canConvertToInt() && value.intValue() >= 0);
  private static final Rule OUTPUT =
      rule(
          "must be a whole number from 1 to " + Integer.MAX_VALUE + ", or -1 for no limit",
          value ->
              value.isIntegralNumber()
                  && value.canConvertToInt()
                  && (value.intValue() >= 1 || value.intValue() == -1));
  private static final Rule BYTES =
      rule(
          "must be a whole number, 0 or more",
          value -> value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 0);
  private static final Rule PRICE =
      rule("must be a number, 0 or more", value -> isFinite(value) && value.doubleValue() >= 0);
  private static final Rule FACTOR =
      rule("must be a number greater than 0", value -> isFinite(value) && value.doubleValue() > 0);
  private static final Rule TTL = rule("must be a duration, such as PT5M", ProfileForm::isDuration);
  private static final Rule KIND =
      rule(
          "must be none, automatic or marks",
          value -> List.of("none", "automatic", "marks").contains(value.asText()));
  private static final Rule PATTERN =
      rule(
          "must be the name of a model, or the beginning of one and *",
          value -> isText(value) && value.textValue().matches("[^*]*\\*?"));
  private static final Rule WORDS = list(TEXT);
  private static final Rule TYPES =
      list(
          rule(
              "must be a MIME type in lower case",
              value -> value.isTextual() && MIME_TYPE.matcher(value.textValue()).matches()));

  private static final Rule MEDIA =
      object(field("images", TYPES), field("documents", TYPES), field("audio", TYPES));

  private static final Rule LIMITS =
      object(
          field("requestBytes", BYTES),
          field("imageBytes", BYTES),
          field("imageSide", COUNT),
          field("images", COUNT),
          field("documentBytes", BYTES),
          field("documentPages", COUNT),
          field("titleChars", COUNT),
          field("outputTokens", OUTPUT),
          field("window", BYTES),
          field("tools", COUNT));

  private static final Rule CACHE =
      object(
          field("kind", KIND),
          field("marks", COUNT),
          field("lookback", COUNT),
          field("minimumTokens", COUNT),
          field("read", PRICE),
          field("write", PRICE),
          field("ttl", TTL));

  private static final Rule BLOCKS =
      object(field("imagePatch", COUNT), field("imageMost", COUNT), field("page", COUNT));

  private static final Map<String, Rule> OF_A_MODEL =
      fields(
          field("wire", TEXT),
          field("version", TEXT),
          field("model", TEXT),
          field("message", MEDIA),
          field("toolResult", MEDIA),
          field("limits", LIMITS),
          field("cache", CACHE),
          field("blocks", BLOCKS),
          field("tokens", FACTOR),
          field("features", WORDS),
          field("keyVariable", TEXT),
          field("source", TEXT));

  private static final Rule PROFILES =
      new ObjectRule(
          with(
              with(OF_A_MODEL, "name", TEXT),
              "models",
              list(new ObjectRule(with(OF_A_MODEL, "match", PATTERN)))));

  private ProfileForm() {}

  /** What a value has to be. */
  private interface Rule {
    void check(JsonNode value, String pointer);
  }

  /** An object of some fields and no others. */
  private record ObjectRule(Map<String, Rule> fields) implements Rule {

    @Override
    public void check(JsonNode value, String pointer) {
      if (!value.isObject()) {
        throw wrong(value, pointer, "must be an object");
      }
      for (Map.Entry<String, JsonNode> each : value.properties()) {
        Rule rule = fields.get(each.getKey());
        if (rule == null) {
          throw new IllegalArgumentException(
              "unknown field "
                  + pointer
                  + "/"
                  + each.getKey()
                  + "; fields here: "
                  + String.join(", ", fields.keySet()));
        }
        rule.check(each.getValue(), pointer + "/" + each.getKey());
      }
    }
  }

  /**
   * Checks profiles, or what is to be other in some.
   *
   * @throws IllegalArgumentException if a field is unknown or holds something else, with its JSON
   *     pointer
   */
  static void check(JsonNode profiles) {
    PROFILES.check(profiles, "");
    for (int i = 0; i < profiles.path("models").size(); i++) {
      if (!profiles.at("/models/" + i).has("match")) {
        throw new IllegalArgumentException("/models/" + i + "/match is missing");
      }
    }
  }

  private static IllegalArgumentException wrong(JsonNode value, String pointer, String rule) {
    String json = RenderedText.wellFormed(value.toString());
    String shown =
        json.length() <= SHOWN
            ? json
            : json.substring(0, json.offsetByCodePoints(0, SHOWN / 2)) + "…";
    return new IllegalArgumentException(
        (pointer.isEmpty() ? "profiles" : pointer) + " (" + shown + ") " + rule);
  }

  private static Rule rule(String text, Predicate<JsonNode> isKept) {
    return (value, pointer) -> {
      if (!isKept.test(value)) {
        throw wrong(value, pointer, text);
      }
    };
  }

  private static Rule list(Rule ofEach) {
    return (value, pointer) -> {
      if (!value.isArray()) {
        throw wrong(value, pointer, "must be a list");
      }
      for (int i = 0; i < value.size(); i++) {
        ofEach.check(value.get(i), pointer + "/" + i);
      }
    };
  }

  @SafeVarargs
  private static Rule object(Map.Entry<String, Rule>... fields) {
    return new ObjectRule(fields(fields));
  }

  @SafeVarargs
  private static Map<String, Rule> fields(Map.Entry<String, Rule>... fields) {
    var map = new LinkedHashMap<String, Rule>();
    for (Map.Entry<String, Rule> each : fields) {
      map.put(each.getKey(), each.getValue());
    }
    return map;
  }

  private static Map.Entry<String, Rule> field(String name, Rule rule) {
    return Map.entry(name, rule);
  }

  private static Map<String, Rule> with(Map<String, Rule> fields, String name, Rule rule) {
    var more = new LinkedHashMap<String, Rule>();
    more.put(name, rule);
    more.putAll(fields);
    return more;
  }

  private static boolean isText(JsonNode value) {
    return value.isTextual() && !value.textValue().isBlank();
  }

  private static boolean isFinite(JsonNode value) {
    return value.isNumber() && Double.isFinite(value.doubleValue());
  }

  private static boolean isDuration(JsonNode value) {
    try {
      return value.isTextual() && !Duration.parse(value.textValue()).isNegative();
    } catch (DateTimeParseException e) {
      return false;
    }
  }
}
