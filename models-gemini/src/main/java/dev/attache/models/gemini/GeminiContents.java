package dev.attache.models.gemini;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.model.BodyWriter;
import dev.attache.model.CallArguments;
import dev.attache.model.Ladder;
import dev.attache.model.ModelProfile;
import dev.attache.model.RenderedLines;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedText;
import dev.attache.model.Rung;
import dev.attache.model.Rung.As;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a body, of which each is opened with its first part, so that none is empty and
 * neighbours of one role are one. Not thread-safe.
 */
final class GeminiContents {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String USER = "user";
  private static final String MODEL = "model";
  private static final String SIGNATURE = "thoughtSignature";

  /**
   * The signature of a call that Gemini has not made, which it takes in place of its own (Gemini
   * API, "Thought signatures"); without one it refuses the first call of a step.
   */
  private static final String FOREIGN = "skip_thought_signature_validator";

  private final BodyWriter body;
  private final ModelProfile profile;
  private final Ladder ladder;
  private @Nullable String role;
  private @Nullable String signature;
  private boolean hasCalls;

  GeminiContents(BodyWriter body, ModelProfile profile, Ladder ladder) {
    this.body = body;
    this.profile = profile;
    this.ladder = ladder;
  }

  /** Writes a message, in a content of its own or at the end of the last. */
  void write(RenderedMessage message) throws IOException {
    String by = message.role() == Role.ASSISTANT ? MODEL : USER;
    var moved = new ArrayList<Deliverable>();
    for (RenderedPart part : message.parts()) {
      if (part instanceof RenderedPart.ToolResult result) {
        moved.addAll(result(by, result));
      } else {
        write(by, part);
      }
    }
    if (signature != null) {
      writeText(by, RenderedText.of(""));
    }
    for (Deliverable part : moved) {
      writeBlock(by, part, ladder.rung(part));
    }
  }

  /** Closes what is open. */
  void end() throws IOException {
    if (role != null) {
      body.endArray().endObject();
    }
    role = null;
  }

  private void write(String by, RenderedPart part) throws IOException {
    if (part instanceof RenderedPart.Text text) {
      writeTextUnlessEmpty(by, text.text());
    } else if (part instanceof Deliverable each) {
      write(by, each, ladder.rung(each));
    } else if (part instanceof RenderedPart.Reference reference) {
      writeTextUnlessEmpty(by, RenderedText.of(ladder.line(reference)));
    } else if (part instanceof RenderedPart.Notice notice) {
      writeTextUnlessEmpty(by, RenderedText.of(notice.line()));
    } else if (part instanceof RenderedPart.ToolCall call) {
      writeCall(by, call);
    } else if (part instanceof RenderedPart.Opaque opaque && opaque.api().equals(profile.wire())) {
      writeOpaque(by, opaque.raw());
    }
  }

  private void write(String by, Deliverable part, Rung rung) throws IOException {
    if (rung.isBlock()) {
      writeBlock(by, part, rung);
    } else if (rung.as() == As.TEXT) {
      writeTextUnlessEmpty(by, part.shown());
    } else {
      writeText(by, RenderedText.of(Ladder.placeholder(part, String.valueOf(rung.note()))));
    }
  }

  private void writeBlock(String by, Deliverable part, Rung rung) throws IOException {
    writeText(by, RenderedText.of(BlockNames.line(part, rung, null)));
    startPart(by).name("inlineData").startObject().field("mimeType", rung.type());
    body.name("data").base64(rung.bytes()).endObject().endObject();
  }

  private void writeTextUnlessEmpty(String by, RenderedText text) throws IOException {
    if (!RenderedLines.isEmpty(text)) {
      writeText(by, text);
    }
  }

  private void writeText(String by, RenderedText text) throws IOException {
    startPart(by).name("text").text(text).field(SIGNATURE, signature).endObject();
    signature = null;
  }

  private void writeCall(String by, RenderedPart.ToolCall call) throws IOException {
    startPart(by).name("functionCall").startObject();
    body.field("id", call.id()).field("name", call.name());
    body.field("args", CallArguments.of(call.arguments())).endObject();
    if (signature == null && !hasCalls && profile.has("signatures")) {
      signature = FOREIGN;
    }
    body.field(SIGNATURE, signature).endObject();
    signature = null;
    hasCalls = true;
  }

  /** Returns what of a result has to stand after all results. */
  private List<Deliverable> result(String by, RenderedPart.ToolResult part) throws IOException {
    var result = GeminiResult.of(part, ladder);
    startPart(by);
    result.writeTo(body);
    body.endObject();
    return result.moved();
  }

  private void writeOpaque(String by, String raw) throws IOException {
    JsonNode json = parse(raw);
    if (json.size() == 1 && json.path(SIGNATURE).isTextual()) {
      signature = json.path(SIGNATURE).textValue();
    } else if (json.isObject()) {
      open(by);
      body.raw(raw);
      hasCalls |= json.has("functionCall");
    }
  }

  private static JsonNode parse(String raw) {
    try {
      return JSON.readTree(raw);
    } catch (JsonProcessingException e) {
      return JSON.missingNode(); // it cannot go back
    }
  }

  private BodyWriter startPart(String by) throws IOException {
    open(by);
    return body.startObject();
  }

  private void open(String by) throws IOException {
    if (by.equals(role)) {
      return;
    } else if (role == null && by.equals(MODEL)) {
      writeText(USER, RenderedText.of("(The conversation begins here.)"));
    }
    end();
    role = by;
    hasCalls = false;
    body.startObject().field("role", by).name("parts").startArray();
  }
}
