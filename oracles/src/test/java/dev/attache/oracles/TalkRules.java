package dev.attache.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.test.FakeWire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The rules of providers for a conversation that no type and no schema has: each call has one
 * result, directly behind its answer and in the same order, under a legal id; arguments are
 * objects; and thoughts go to the wire that had them, before something that came of them.
 */
final class TalkRules {

  private static final String ID = "[-_A-Za-z0-9]{1,40}";
  private static final String NAME = "[-_A-Za-z0-9]{1,64}";

  private final FakeWire wire;
  private final Set<String> ids = new HashSet<>();
  private final List<String> open = new ArrayList<>();
  private String last = "";

  private TalkRules(FakeWire wire) {
    this.wire = wire;
  }

  /** Checks a body. */
  static void check(FakeWire wire, String body) throws IOException {
    for (FakeWire other : FakeWire.values()) {
      if (other != wire) {
        assertThat(body).doesNotContain("Thought of " + other + ".");
      }
    }
    var rules = new TalkRules(wire);
    JsonNode json = SampleRequests.tree(body);
    switch (wire) {
      case ANTHROPIC -> json.path("messages").forEach(rules::anthropic);
      case RESPONSES -> json.path("input").forEach(rules::responses);
      case CHAT, COMPATIBLE, OPENROUTER, OLLAMA -> json.path("messages").forEach(rules::chat);
      case GEMINI -> json.path("contents").forEach(rules::gemini);
    }
    assertThat(rules.open).as("calls without results").isEmpty();
    boolean mayGoOn = wire == FakeWire.ANTHROPIC; // with an answer that it has paused
    assertThat(rules.last).as("what comes last").isIn("user", "tool", mayGoOn ? "assistant" : "");
  }

  private void chat(JsonNode message) {
    String role = message.path("role").asText();
    if (role.equals("tool")) {
      result(message.path("tool_call_id").asText());
    } else {
      assertThat(open).as("calls without results").isEmpty();
    }
    JsonNode calls = message.path("tool_calls");
    for (JsonNode call : calls) {
      JsonNode function = call.path("function");
      JsonNode arguments = function.path("arguments");
      assertThat(arguments.isTextual()).isEqualTo(wire != FakeWire.OLLAMA);
      call(
          call.path("id").asText(),
          function.path("name").asText(),
          arguments.isTextual() ? parsed(arguments.textValue()) : arguments);
    }
    JsonNode content = message.path("content");
    assertThat(content.isTextual() || content.size() > 0 || !calls.isEmpty())
        .as("a content in %s", message)
        .isTrue();
    last = role;
  }

  private void responses(JsonNode item) {
    String type = item.path("type").asText();
    String role = item.path("role").asText();
    if (last.equals("reasoning")) {
      assertThat(
              type.equals("function_call") || type.equals("reasoning") || role.equals("assistant"))
          .as("what follows a thought: %s", item)
          .isTrue();
    }
    switch (type) {
      case "function_call" ->
          call(
              item.path("call_id").asText(),
              item.path("name").asText(),
              parsed(item.path("arguments").asText()));
      case "function_call_output" -> result(item.path("call_id").asText());
      default -> {}
    }
    if (role.equals("user")) {
      assertThat(open).as("calls without results").isEmpty();
    }
    last = type.equals("function_call_output") ? "tool" : role.isEmpty() ? type : role;
  }

  private void anthropic(JsonNode message) {
    String role = message.path("role").asText();
    assertThat(role).isNotEqualTo(last);
    assertThat(last.isEmpty() && role.equals("assistant")).isFalse();
    boolean isBehindResults = false;
    String type = "";
    for (JsonNode block : message.path("content")) {
      type = block.path("type").asText();
      switch (type) {
        case "tool_use" ->
            call(block.path("id").asText(), block.path("name").asText(), block.path("input"));
        case "tool_result" -> {
          assertThat(isBehindResults).as("a result behind others").isFalse();
          result(block.path("tool_use_id").asText());
        }
        case "text" -> assertThat(block.path("text").asText()).isNotBlank();
        default -> {}
      }
      isBehindResults |= !type.equals("tool_result");
    }
    assertThat(type).isNotIn("", "thinking", "redacted_thinking");
    if (role.equals("user")) {
      assertThat(open).as("calls without results").isEmpty();
    }
    last = role;
  }

  private void gemini(JsonNode content) {
    String role = content.path("role").asText();
    assertThat(role).isNotEqualTo(last);
    assertThat(content.path("parts")).isNotEmpty();
    for (JsonNode part : content.path("parts")) {
      if (part.has("functionCall")) {
        JsonNode call = part.path("functionCall");
        call(call.path("id").asText(), call.path("name").asText(), call.path("args"));
      } else if (part.has("functionResponse")) {
        result(part.path("functionResponse").path("id").asText());
      }
    }
    if (role.equals("user")) {
      assertThat(open).as("calls without results").isEmpty();
    }
    last = role;
  }

  private void call(String id, String name, JsonNode arguments) {
    assertThat(id).matches(ID);
    assertThat(name).matches(NAME);
    assertThat(ids.add(id)).as("another call has the id %s", id).isTrue();
    assertThat(arguments.isObject()).as("arguments %s", arguments).isTrue();
    open.add(id);
  }

  private void result(String id) {
    assertThat(open).as("calls without results").isNotEmpty();
    assertThat(open.remove(0)).isEqualTo(id);
  }

  private static JsonNode parsed(String text) {
    try {
      return SampleRequests.JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + text, e);
    }
  }
}
