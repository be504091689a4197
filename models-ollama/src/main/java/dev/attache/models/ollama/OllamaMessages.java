package dev.attache.models.ollama;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.model.BodyWriter;
import dev.attache.model.CallArguments;
import dev.attache.model.Ladder;
import dev.attache.model.ModelProfile;
import dev.attache.model.RenderedLines;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedPart.ToolCall;
import dev.attache.model.RenderedPart.ToolResult;
import dev.attache.model.RenderedText;
import dev.attache.model.Rung;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a body, each of which is written whole: Ollama itself puts those of one role
 * together where a model wants that. Not thread-safe.
 */
final class OllamaMessages {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String THINKING = "thinking";

  private final BodyWriter body;
  private final ModelProfile profile;
  private final Ladder ladder;

  OllamaMessages(BodyWriter body, ModelProfile profile, Ladder ladder) {
    this.body = body;
    this.profile = profile;
    this.ladder = ladder;
  }

  void writeSystem(@Nullable String system) throws IOException {
    if (system != null && !system.isEmpty()) {
      start("system").field("content", system).endObject();
    }
  }

  void write(RenderedMessage message) throws IOException {
    switch (message.role()) {
      case USER -> writeUser(OllamaContent.of(message.parts(), ladder));
      case ASSISTANT -> writeAssistant(message.parts());
      case TOOL -> writeResults(message.parts());
    }
  }

  private void writeUser(OllamaContent content) throws IOException {
    if (content.images().isEmpty() && RenderedLines.isEmpty(content.text())) {
      return;
    }
    start("user");
    write(content);
    body.endObject();
  }

  private void write(OllamaContent content) throws IOException {
    body.name("content").text(content.text());
    if (!content.images().isEmpty()) {
      body.name("images").startArray();
      for (Rung image : content.images()) {
        body.base64(image.bytes());
      }
      body.endArray();
    }
  }

  private void writeAssistant(List<RenderedPart> parts) throws IOException {
    var calls = new ArrayList<ToolCall>();
    for (RenderedPart part : parts) {
      if (part instanceof ToolCall call) {
        calls.add(call);
      }
    }
    RenderedText text = OllamaContent.of(parts, ladder).text();
    if (calls.isEmpty() && RenderedLines.isEmpty(text)) {
      return;
    }
    start("assistant").name("content").text(text).field(THINKING, thinking(parts));
    if (!calls.isEmpty()) {
      writeCalls(calls);
    }
    body.endObject();
  }

  private void writeCalls(List<ToolCall> calls) throws IOException {
    body.name("tool_calls").startArray();
    for (ToolCall call : calls) {
      body.startObject().field("id", call.id()).name("function").startObject();
      body.field("name", call.name()).field("arguments", CallArguments.of(call.arguments()));
      body.endObject().endObject();
    }
    body.endArray();
  }

  /**
   * Writes results, and then, in a message of the user, the images of all of them: templates of
   * models leave out those of a result.
   */
  private void writeResults(List<RenderedPart> parts) throws IOException {
    var moved = new ArrayList<Deliverable>();
    for (RenderedPart part : parts) {
      if (part instanceof ToolResult result) {
        OllamaContent content = OllamaContent.of(result, ladder);
        start("tool").field("tool_name", result.name()).field("tool_call_id", result.id());
        write(content);
        body.endObject();
        moved.addAll(content.moved());
      }
    }
    writeUser(OllamaContent.ofBlocks(moved, ladder));
  }

  private BodyWriter start(String role) throws IOException {
    return body.startObject().field("role", role);
  }

  /** Returns what a model of Ollama thought before it answered; null if that is not known. */
  private @Nullable String thinking(List<RenderedPart> parts) {
    var thinking = new StringBuilder();
    for (RenderedPart part : parts) {
      if (part instanceof RenderedPart.Opaque opaque && opaque.api().equals(profile.wire())) {
        thinking.append(thinking(opaque.raw()));
      }
    }
    return thinking.isEmpty() ? null : thinking.toString();
  }

  private static String thinking(String raw) {
    try {
      JsonNode json = JSON.readTree(raw);
      return json.path(THINKING).asText();
    } catch (JsonProcessingException e) {
      return ""; // it cannot go back
    }
  }
}
