package dev.attache.models.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rules of a body of {@code /api/chat}, of which no complete schema is published ({@code
 * docs/openapi.yaml} of Ollama lacks what results of tools have).
 */
final class OllamaRules {

  private static final Set<String> FIELDS =
      Set.of("model", "stream", "options", "format", "tools", "think", "keep_alive", "messages");
  private static final Map<String, Set<String>> BY_ROLE =
      Map.of(
          "system", Set.of("role", "content"),
          "user", Set.of("role", "content", "images"),
          "assistant", Set.of("role", "content", "thinking", "tool_calls"),
          "tool", Set.of("role", "content", "tool_name", "tool_call_id"));

  private final List<String> broken = new ArrayList<>();

  private OllamaRules() {}

  /** Returns which rules a body breaks, and where. */
  static List<String> brokenBy(String body) throws IOException {
    var rules = new OllamaRules();
    rules.check(new ObjectMapper().readTree(body));
    return rules.broken;
  }

  private void check(JsonNode body) {
    names(body).forEach(name -> rule(FIELDS.contains(name), "unknown field", name));
    rule(names(body).indexOf("messages") == body.size() - 1, "messages come last", "");
    rule(body.path("model").isTextual(), "a model", "");
    rule(body.path("stream").isBoolean(), "says whether it streams", "");
    for (JsonNode tool : body.path("tools")) {
      rule(names(tool).equals(List.of("type", "function")), "fields of a tool", tool);
      rule(
          names(tool.path("function")).equals(List.of("name", "description", "parameters")),
          "fields of a function, without strict",
          tool);
    }
    for (JsonNode message : body.path("messages")) {
      checkMessage(message);
    }
  }

  private void checkMessage(JsonNode message) {
    Set<String> fields = BY_ROLE.getOrDefault(message.path("role").asText(), Set.of());
    names(message).forEach(name -> rule(fields.contains(name), "unknown field", message));
    rule(message.path("content").isTextual(), "content is one string", message);
    if (message.path("role").asText().equals("tool")) {
      rule(message.path("tool_name").isTextual(), "a result names its tool", message);
      rule(message.path("tool_call_id").isTextual(), "a result names its call", message);
    }
    for (JsonNode image : message.path("images")) {
      rule(isBase64(image.asText()), "images are raw Base64", message);
    }
    for (JsonNode call : message.path("tool_calls")) {
      rule(call.path("function").path("arguments").isObject(), "arguments are an object", message);
      rule(call.path("function").path("name").isTextual(), "a call has a name", message);
    }
  }

  private static boolean isBase64(String text) {
    try {
      return Base64.getDecoder().decode(text).length > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static List<String> names(JsonNode object) {
    var names = new ArrayList<String>();
    for (Iterator<String> each = object.fieldNames(); each.hasNext(); ) {
      names.add(each.next());
    }
    return names;
  }

  private void rule(boolean holds, String rule, Object where) {
    if (!holds) {
      broken.add(rule + ": " + where);
    }
  }
}
