package dev.attache.models.openai;

import dev.attache.model.BodyFields;
import dev.attache.model.BodyWriter;
import dev.attache.model.CacheMarks;
import dev.attache.model.Ladder;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.OfferedTool;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Opaque;
import dev.attache.model.RenderedPart.ToolCall;
import dev.attache.model.RenderedPart.ToolResult;
import dev.attache.model.RenderedText;
import dev.attache.model.RequestBody;
import dev.attache.models.openai.ContentPiece.Block;
import dev.attache.models.openai.ContentPiece.Words;
import dev.attache.models.openai.OpenAiBody.Item;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The body of OpenAI's Chat Completions, of servers that take the same, and of OpenRouter (OpenAI
 * API reference, "Create chat completion"; OpenRouter API reference, "Create a chat completion").
 *
 * <p>Results of tools have texts only: a block of one stands in a message of the user directly
 * after them. What else differs is told by features of the profile and by the wire.
 */
final class ChatBody {

  private static final String OPENAI = "openai-chat";
  private static final String OPENROUTER = "openrouter-chat";
  private static final String MESSAGES = "messages";
  private static final Map<String, Object> MARK = Map.of("type", "ephemeral");

  /** The feature of servers that hold a model to the schema of a function. */
  private static final String STRICT = "strict";

  /** The feature of servers that are told how closely to look at an image. */
  private static final String IMAGE_DETAIL = "image-detail";

  /** The feature of servers that want a text as a string, wherever there are only texts. */
  private static final String PLAIN_TEXT = "plain-text";

  /** The feature of servers that know the older name for the longest answer. */
  private static final String MAX_TOKENS = "max-tokens";

  /** OpenAI refuses a message with more ("array_above_max_length"), and so each later request. */
  private static final int MOST_CALLS = 128;

  private final ModelProfile profile;
  private final String model;
  private final Ladder ladder;
  private final boolean isOpenRouter;
  private final List<Item> items = new ArrayList<>();

  private ChatBody(ModelProfile profile, String model, Ladder ladder) {
    this.profile = profile;
    this.model = model;
    this.ladder = ladder;
    isOpenRouter = profile.wire().equals(OPENROUTER);
  }

  /**
   * Returns the body of a request.
   *
   * @throws IllegalArgumentException if the profile is of another wire
   * @throws IOException if a content that has to be looked at cannot be read
   */
  static RequestBody of(ModelRequest request) throws IOException {
    ModelProfile profile = request.profile();
    OpenAiBody.check(profile, OPENAI, OPENROUTER);
    var body = new ChatBody(profile, request.model(), Ladder.of(profile, request.messages()));
    CacheMarks marks = CacheMarks.of(profile, request.messages());
    String system = request.system();
    boolean hasSystem = system != null && !system.isEmpty();
    if (system != null && hasSystem) {
      body.addMessage("system", List.of(Words.of(system)), marks.isAfterTools());
    }
    body.addMessages(
        profile.has(PLAIN_TEXT) ? body.joined(request.messages()) : request.messages(), marks);
    return new OpenAiBody(
        fields(request, marks.isAfterTools() && !hasSystem).add(request.extra(), MESSAGES),
        MESSAGES,
        body.items,
        body.ladder.placed());
  }

  private static BodyFields fields(ModelRequest request, boolean areToolsMarked) {
    ModelProfile profile = request.profile();
    var fields = new BodyFields();
    fields.put("model", request.model());
    if (request.isStreamed()) {
      fields.put("stream", true);
      fields.put("stream_options", Map.of("include_usage", true));
    }
    if (request.maxOutputTokens() != null) {
      fields.put(
          profile.has(MAX_TOKENS) ? "max_tokens" : "max_completion_tokens",
          request.maxOutputTokens());
    }
    if (!request.tools().isEmpty()) {
      var tools = new ArrayList<Map<String, Object>>();
      request.tools().forEach(tool -> tools.add(function(tool, profile)));
      if (areToolsMarked) {
        tools.get(tools.size() - 1).put("cache_control", MARK);
      }
      fields.put("tools", tools);
    }
    Map<String, Object> schema = request.outputSchema();
    if (schema != null) {
      var format = new LinkedHashMap<String, Object>();
      format.put("type", "json_schema");
      format.put("json_schema", FunctionSchema.ofAnswer(schema));
      fields.put("response_format", format);
    }
    return fields;
  }

  private static Map<String, Object> function(OfferedTool tool, ModelProfile profile) {
    Map<String, Object> parameters = FunctionSchema.taken(tool.inputSchema());
    var function = new LinkedHashMap<String, Object>();
    function.put("name", tool.name());
    if (!tool.description().isEmpty()) {
      function.put("description", tool.description());
    }
    function.put("parameters", parameters);
    if (profile.has(STRICT) && FunctionSchema.isStrict(parameters)) {
      function.put("strict", true);
    }
    var described = new LinkedHashMap<String, Object>();
    described.put("type", "function");
    described.put("function", function);
    return described;
  }

  /**
   * Joins messages of the user that follow each other, since the template of many a model refuses
   * two of them. One with a block stays as it is: what stands before must not change with it.
   */
  private List<RenderedMessage> joined(List<RenderedMessage> messages) throws IOException {
    var joined = new ArrayList<RenderedMessage>();
    for (RenderedMessage message : messages) {
      int last = joined.size() - 1;
      if (last >= 0 && isPlain(joined.get(last)) && isPlain(message)) {
        var parts = new ArrayList<>(joined.get(last).parts());
        parts.addAll(message.parts());
        joined.set(last, new RenderedMessage(Role.USER, joined.get(last).turn(), parts));
      } else {
        joined.add(message);
      }
    }
    return joined;
  }

  private boolean isPlain(RenderedMessage message) throws IOException {
    return message.role() == Role.USER
        && ContentPiece.areWords(ContentPiece.of(message.parts(), ladder));
  }

  private void addMessages(List<RenderedMessage> messages, CacheMarks marks) throws IOException {
    for (int i = 0; i < messages.size(); i++) {
      RenderedMessage message = messages.get(i);
      boolean isMarked = marks.messages().contains(i);
      switch (message.role()) {
        case USER -> addMessage("user", ContentPiece.of(message.parts(), ladder), isMarked);
        case ASSISTANT -> {
          boolean hasMore = i + 1 < messages.size() && calls(message) > MOST_CALLS;
          if (hasMore && messages.get(i + 1).role() == Role.TOOL) {
            addInParts(message, messages.get(i + 1), marks.messages().contains(++i));
          } else {
            addAnswer(message);
          }
        }
        case TOOL -> addResults(message, isMarked);
      }
    }
  }

  private static long calls(RenderedMessage message) {
    return message.parts().stream().filter(ToolCall.class::isInstance).count();
  }

  /** Adds an answer with very many calls as several, each with its results. */
  private void addInParts(RenderedMessage answer, RenderedMessage results, boolean isMarked)
      throws IOException {
    var parts = new ArrayList<RenderedPart>();
    Set<String> ids = new HashSet<>();
    long left = calls(answer);
    for (RenderedPart part : answer.parts()) {
      parts.add(part);
      if (part instanceof ToolCall call) {
        ids.add(call.id());
        left--;
        if (ids.size() == MOST_CALLS || left == 0) {
          addAnswer(new RenderedMessage(Role.ASSISTANT, answer.turn(), parts));
          addResults(of(ids, results), isMarked && left == 0);
          parts.clear();
          ids.clear();
        }
      }
    }
    addAnswer(new RenderedMessage(Role.ASSISTANT, answer.turn(), parts));
  }

  private static RenderedMessage of(Set<String> ids, RenderedMessage results) {
    return new RenderedMessage(
        Role.TOOL,
        results.turn(),
        results.parts().stream()
            .filter(part -> part instanceof ToolResult each && ids.contains(each.id()))
            .toList());
  }

  private void addMessage(String role, List<ContentPiece> content, boolean isMarked) {
    if (!content.isEmpty()) {
      items.add(
          body -> {
            body.startObject().field("role", role).name("content");
            write(body, content, isMarked);
            body.endObject();
          });
    }
  }

  private void addAnswer(RenderedMessage message) throws IOException {
    var calls = new ArrayList<ToolCall>();
    var thoughts = new ArrayList<String>();
    ReasoningText.Field reasoning = null;
    for (RenderedPart part : message.parts()) {
      if (part instanceof ToolCall call) {
        calls.add(call);
      } else if (part instanceof Opaque opaque && opaque.api().equals(profile.wire())) {
        ReasoningText.Field field = ReasoningText.Field.of(opaque.raw());
        if (field != null) {
          reasoning = model.equals(opaque.model()) ? field : reasoning;
        } else if (isOpenRouter) {
          thoughts.add(opaque.raw());
        }
      }
    }
    List<ContentPiece> content = ContentPiece.of(message.parts(), ladder);
    if (!content.isEmpty() || !calls.isEmpty()) {
      ReasoningText.Field thought = calls.isEmpty() ? null : reasoning;
      items.add(body -> writeAnswer(body, content, thought, thoughts, calls));
    }
  }

  private static void writeAnswer(
      BodyWriter body,
      List<ContentPiece> content,
      ReasoningText.@Nullable Field reasoning,
      List<String> thoughts,
      List<ToolCall> calls)
      throws IOException {
    body.startObject().field("role", "assistant").name("content");
    if (content.isEmpty()) {
      body.value(null);
    } else {
      body.text(ContentPiece.joined(content));
    }
    if (reasoning != null) {
      body.field(reasoning.name(), reasoning.text());
    }
    if (!thoughts.isEmpty()) {
      body.name("reasoning_details").startArray();
      for (String thought : thoughts) {
        body.raw(thought);
      }
      body.endArray();
    }
    if (!calls.isEmpty()) {
      body.name("tool_calls").startArray();
      for (ToolCall call : calls) {
        body.startObject().field("id", call.id()).field("type", "function").name("function");
        body.startObject().field("name", call.name()).field("arguments", call.arguments());
        body.endObject().endObject();
      }
      body.endArray();
    }
    body.endObject();
  }

  private void addResults(RenderedMessage message, boolean isMarked) throws IOException {
    List<ContentPiece> moved = ContentPiece.moved(message, ladder);
    int last = message.parts().size() - 1;
    for (int i = 0; i <= last; i++) {
      if (message.parts().get(i) instanceof ToolResult result) {
        List<ContentPiece> content = ContentPiece.of(result, ladder);
        boolean isMarkedHere = isMarked && i == last && moved.isEmpty();
        items.add(
            body -> {
              body.startObject().field("role", "tool").field("tool_call_id", result.id());
              body.name("content");
              write(body, content, isMarkedHere);
              body.endObject();
            });
      }
    }
    addMessage("user", moved, isMarked);
  }

  private void write(BodyWriter body, List<ContentPiece> content, boolean isMarked)
      throws IOException {
    if (isString(content)) {
      body.text(ContentPiece.joined(content));
      return;
    }
    body.startArray();
    for (int i = 0; i < content.size(); i++) {
      boolean isMarkedHere = isMarked && i == content.size() - 1;
      if (content.get(i) instanceof Words words) {
        write(body, words.text(), isMarkedHere);
      } else if (content.get(i) instanceof Block block) {
        if (isOpenRouter) { // a mark is on texts only, and the last part may have to have one
          write(body, block);
          write(body, block.label(), isMarkedHere);
        } else {
          write(body, block.label(), false);
          write(body, block);
        }
      }
    }
    body.endArray();
  }

  /** Whether a content is written as a string; where marks can stand, it never is. */
  private boolean isString(List<ContentPiece> content) {
    return !isOpenRouter
        && (content.size() == 1 || profile.has(PLAIN_TEXT))
        && ContentPiece.areWords(content);
  }

  private static void write(BodyWriter body, RenderedText text, boolean isMarked)
      throws IOException {
    body.startObject().field("type", "text").name("text").text(text);
    if (isMarked) {
      body.field("cache_control", MARK);
    }
    body.endObject();
  }

  private void write(BodyWriter body, Block block) throws IOException {
    String type = block.rung().type();
    switch (block.rung().as()) {
      case IMAGE -> {
        body.startObject().field("type", "image_url").name("image_url").startObject();
        body.name("url").dataUrl(type, block.rung().bytes());
        body.field("detail", profile.has(IMAGE_DETAIL) ? "auto" : null);
      }
      case AUDIO -> {
        body.startObject().field("type", "input_audio").name("input_audio").startObject();
        body.name("data").base64(block.rung().bytes());
        body.field("format", type.contains("wav") ? "wav" : "mp3");
      }
      default -> {
        body.startObject().field("type", "file").name("file").startObject();
        body.field("filename", block.fileName());
        body.name("file_data").dataUrl(type, block.rung().bytes());
      }
    }
    body.endObject().endObject();
  }
}
