package dev.attache.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.test.FakeWire;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of a request as its provider reads it, in words that are the same for all wires. It
 * shares no code with what writes bodies. Immutable.
 *
 * @param text the whole of it without marks of the cache, and without the brackets at its end; the
 *     next request of the conversation begins with it
 */
record SeenBody(FakeWire wire, List<Message> messages, String text) {

  private static final JsonMapper JSON = new JsonMapper();

  /** Who says something. */
  enum Role {
    SYSTEM,
    USER,
    ASSISTANT,
    TOOL
  }

  /** A message, as it stands on the wire. */
  record Message(Role role, List<Piece> pieces) {

    <P extends Piece> List<P> pieces(Class<P> type) {
      return pieces.stream().filter(type::isInstance).map(type::cast).toList();
    }
  }

  /** Something that is said. */
  sealed interface Piece {

    /** A text. */
    record Words(String text) implements Piece {}

    /** An image or a document. */
    record Bytes(String base64) implements Piece {}

    /** A thought, or what only the provider understands. */
    record Thought(String raw) implements Piece {}

    /** A call. */
    record Call(String id, String name, JsonNode arguments) implements Piece {}

    /** The result of a call. */
    record Result(String id, List<Piece> content) implements Piece {}
  }

  /** Reads a body. */
  static SeenBody of(FakeWire wire, String body) {
    JsonNode json = json(body);
    var messages = new ArrayList<Message>();
    switch (wire) {
      case ANTHROPIC -> json.path("messages").forEach(each -> messages.add(anthropic(each)));
      case RESPONSES -> json.path("input").forEach(each -> messages.add(responses(each)));
      case CHAT, COMPATIBLE, OPENROUTER ->
          json.path("messages").forEach(each -> messages.add(chat(each)));
      case GEMINI -> json.path("contents").forEach(each -> messages.add(gemini(each)));
      case OLLAMA -> json.path("messages").forEach(each -> messages.add(ollama(each)));
    }
    unmark(json);
    return new SeenBody(wire, messages, withoutEnd(json.toString()));
  }

  private static String withoutEnd(String body) {
    int end = body.length();
    while (end > 0 && "]}\"".indexOf(body.charAt(end - 1)) >= 0) {
      end--;
    }
    return body.substring(0, end);
  }

  private static void unmark(JsonNode json) {
    if (json instanceof ObjectNode object) {
      object.remove("cache_control");
    }
    json.forEach(SeenBody::unmark);
  }

  private static Message anthropic(JsonNode message) {
    return new Message(role(message), anthropicPieces(message.path("content")));
  }

  private static List<Piece> anthropicPieces(JsonNode content) {
    var pieces = new ArrayList<Piece>();
    for (JsonNode block : content) {
      JsonNode source = block.path("source");
      switch (block.path("type").asText()) {
        case "text" -> pieces.add(new Piece.Words(block.path("text").asText()));
        case "document" -> {
          pieces.add(
              new Piece.Words(
                  block.path("title").asText() + "\n" + block.path("context").asText()));
          pieces.addAll(
              source.has("content") ? anthropicPieces(source.path("content")) : data(source));
        }
        case "image" -> pieces.addAll(data(source));
        case "tool_use" ->
            pieces.add(
                new Piece.Call(
                    block.path("id").asText(), block.path("name").asText(), block.path("input")));
        case "tool_result" ->
            pieces.add(
                new Piece.Result(
                    block.path("tool_use_id").asText(), anthropicPieces(block.path("content"))));
        default -> pieces.add(new Piece.Thought(block.toString()));
      }
    }
    return pieces;
  }

  private static List<Piece> data(JsonNode source) {
    String data = source.path("data").asText();
    return List.of(
        source.path("type").asText().equals("text")
            ? new Piece.Words(data)
            : new Piece.Bytes(data));
  }

  private static Message responses(JsonNode item) {
    return switch (item.path("type").asText()) {
      case "message" -> new Message(role(item), contents(item.path("content")));
      case "function_call" ->
          new Message(
              Role.ASSISTANT,
              List.of(
                  new Piece.Call(
                      item.path("call_id").asText(),
                      item.path("name").asText(),
                      arguments(item.path("arguments").asText()))));
      case "function_call_output" ->
          new Message(
              Role.TOOL,
              List.of(
                  new Piece.Result(item.path("call_id").asText(), contents(item.path("output")))));
      default -> new Message(Role.ASSISTANT, List.of(new Piece.Thought(item.toString())));
    };
  }

  /** A content of OpenAI: a text, or a list of parts. */
  private static List<Piece> contents(JsonNode content) {
    var pieces = new ArrayList<Piece>();
    if (content.isTextual()) {
      pieces.add(new Piece.Words(content.asText()));
    }
    for (JsonNode part : content) {
      String url =
          part.path("image_url").isTextual()
              ? part.path("image_url").asText()
              : part.path("image_url").path("url").asText();
      if (part.has("text")) {
        pieces.add(new Piece.Words(part.path("text").asText()));
      } else {
        pieces.add(new Piece.Bytes(url.substring(url.indexOf(',') + 1)));
      }
    }
    return pieces;
  }

  private static Message chat(JsonNode message) {
    Role role = role(message);
    List<Piece> content = contents(message.path("content"));
    if (role == Role.TOOL) {
      String id = message.path("tool_call_id").asText();
      return new Message(role, List.of(new Piece.Result(id, content)));
    }
    var pieces = new ArrayList<Piece>();
    message.path("reasoning_details").forEach(each -> pieces.add(new Piece.Thought("" + each)));
    pieces.addAll(content);
    for (JsonNode call : message.path("tool_calls")) {
      JsonNode function = call.path("function");
      pieces.add(
          new Piece.Call(
              call.path("id").asText(),
              function.path("name").asText(),
              arguments(function.path("arguments").asText())));
    }
    return new Message(role, pieces);
  }

  private static Message gemini(JsonNode content) {
    var pieces = new ArrayList<Piece>();
    for (JsonNode part : content.path("parts")) {
      if (part.has("functionCall")) {
        JsonNode call = part.path("functionCall");
        pieces.add(
            new Piece.Call(
                call.path("id").asText(), call.path("name").asText(), call.path("args")));
      } else if (part.has("functionResponse")) {
        JsonNode response = part.path("functionResponse");
        var inner = new ArrayList<Piece>();
        for (JsonNode each : response.path("response")) {
          inner.add(new Piece.Words(each.isTextual() ? each.asText() : ""));
        }
        response.path("parts").forEach(each -> inner.add(inline(each)));
        pieces.add(new Piece.Result(response.path("id").asText(), inner));
      } else if (part.has("inlineData")) {
        pieces.add(inline(part));
      } else {
        pieces.add(new Piece.Words(part.path("text").asText()));
      }
      if (part.has("thoughtSignature")) {
        pieces.add(new Piece.Thought(part.path("thoughtSignature").asText()));
      }
    }
    return new Message(
        content.path("role").asText().equals("model") ? Role.ASSISTANT : Role.USER, pieces);
  }

  private static Piece inline(JsonNode part) {
    return new Piece.Bytes(part.path("inlineData").path("data").asText());
  }

  private static Message ollama(JsonNode message) {
    Role role = role(message);
    var pieces = new ArrayList<Piece>();
    if (message.has("thinking")) {
      pieces.add(new Piece.Thought(message.path("thinking").asText()));
    }
    // Templates put them before the text.
    message.path("images").forEach(each -> pieces.add(new Piece.Bytes(each.asText())));
    pieces.add(new Piece.Words(message.path("content").asText()));
    for (JsonNode call : message.path("tool_calls")) {
      JsonNode function = call.path("function");
      pieces.add(
          new Piece.Call(
              call.path("id").asText(),
              function.path("name").asText(),
              function.path("arguments")));
    }
    return role == Role.TOOL
        ? new Message(
            role, List.of(new Piece.Result(message.path("tool_call_id").asText(), pieces)))
        : new Message(role, pieces);
  }

  private static Role role(JsonNode message) {
    return switch (message.path("role").asText()) {
      case "user" -> Role.USER;
      case "assistant" -> Role.ASSISTANT;
      case "tool" -> Role.TOOL;
      default -> Role.SYSTEM;
    };
  }

  /** What a model wrote need not be JSON. */
  private static JsonNode arguments(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }

  private static JsonNode json(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new AssertionError("a body is not JSON: " + e.getMessage(), e);
    }
  }
}
