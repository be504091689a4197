package dev.attache.models.anthropic;

import static dev.attache.models.anthropic.Samples.model;
import static dev.attache.models.anthropic.Samples.request;
import static dev.attache.models.anthropic.Samples.tool;
import static dev.attache.models.anthropic.Samples.user;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.resource.ResourceContent;
import dev.attache.test.Golden;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnthropicGoldenTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void writesAWholeConversation() {
    Golden.assertBodyMatches("conversation.json", Samples.body(Conversations.whole()));
  }

  /** What each type of content becomes, in each position. */
  @Test
  void goesDownTheLadder() {
    var positions = new LinkedHashMap<String, Function<RenderedPart, RenderedMessage>>();
    positions.put("user", part -> user(part));
    positions.put("result", part -> tool(Samples.result("c", part)));
    positions.put("failed result", part -> tool(Samples.failed("c", part)));
    positions.put("model", part -> model(part));
    var table = new StringJoiner("\n", "", "\n");
    parts()
        .forEach(
            (name, part) -> {
              table.add(name);
              positions.forEach(
                  (position, message) ->
                      table.add("  " + position + ": " + shape(message.apply(part), part)));
            });
    Golden.assertMatches("ladder.txt", table.toString());
  }

  private static Map<String, Deliverable> parts() {
    var parts = new LinkedHashMap<String, Deliverable>();
    addResource(parts, "text/x-rust", ResourceContent.text("fn main() {}"), null);
    addResource(parts, "application/json", ResourceContent.text("{}"), null);
    addResource(parts, "image/svg+xml", ResourceContent.text("<svg/>"), null);
    addResource(parts, "text/html with a form", ResourceContent.text("<p>x"), "x");
    addResource(parts, "text/plain, blank", ResourceContent.text(" \n"), null);
    addResource(parts, "application/pdf", Samples.pdf(), null);
    addResource(
        parts,
        "application/pdf, encrypted",
        Samples.bytes("%PDF-1.4\ntrailer<</Encrypt 1 0 R>>\nstartxref\n9\n%%EOF\n"),
        null);
    addResource(parts, "image/png", Samples.png(), null);
    addResource(parts, "image/gif", Samples.gif(), null);
    addResource(parts, "image/png, in truth a gif", Samples.gif(), null);
    addResource(parts, "image/jpeg, broken", Samples.bytes("x"), null);
    addResource(parts, "image/heic", Samples.bytes("x"), null);
    addResource(parts, "application/msword", Samples.bytes("x"), null);
    addResource(parts, "application/msword with a form", Samples.bytes("x"), "words");
    parts.put("tool: image/png", Samples.media("image/png", Samples.png()));
    parts.put("tool: image/png, broken", Samples.media("image/png", Samples.bytes("x")));
    parts.put("tool: audio/wav", Samples.media("audio/wav", Samples.bytes("x")));
    parts.put("tool: application/pdf", Samples.media("application/pdf", Samples.pdf()));
    parts.put("tool: text/plain", Samples.media("text/plain", ResourceContent.text("x")));
    return parts;
  }

  private static void addResource(
      Map<String, Deliverable> parts,
      String name,
      ResourceContent content,
      @Nullable String formatted) {
    String type = name.replaceAll("[, ].*", "");
    parts.put(name, Samples.resource("file", type, content, formatted));
  }

  private static String shape(RenderedMessage message, RenderedPart part) {
    try {
      JsonNode messages = JSON.readTree(Samples.messages(request(message)));
      JsonNode last = messages.get(messages.size() - 1);
      return shape(last.path("content"));
    } catch (JsonProcessingException e) {
      throw new AssertionError("the messages with " + part + " are no JSON", e);
    }
  }

  private static String shape(JsonNode content) {
    List<String> blocks = new ArrayList<>();
    content.forEach(block -> blocks.add(block(block)));
    return String.join(" + ", blocks);
  }

  private static String block(JsonNode block) {
    String type = block.path("type").asText();
    return switch (type) {
      case "text" -> "text " + block.path("text");
      case "image" -> "image " + block.path("source").path("media_type").asText();
      case "tool_result" -> "(" + shape(block.path("content")) + ")";
      default -> type + " " + source(block.path("source")) + " " + block.path("context");
    };
  }

  private static String source(JsonNode source) {
    return source.path("type").asText()
        + " "
        + (source.has("content")
            ? shape(source.path("content"))
            : source.path("media_type").asText());
  }
}
