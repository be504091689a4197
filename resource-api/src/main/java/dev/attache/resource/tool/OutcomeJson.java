package dev.attache.resource.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.resource.Annotations;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.Text;
import dev.attache.resource.json.JsonTree;
import dev.attache.resource.json.WholeCharacters;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A reader of {@code Outcome}, the answer of tools made for jp before RFD 058, which MCP servers
 * give as their only text (RFD D31): {@code {"type": "success", "content": …}}, {@code {"type":
 * "error", "message": …, "trace": […], "transient": …}} or {@code {"type": "needs_input",
 * "question": {…}}}. Transitional: the successor are the blocks of RFD 058. Thread-safe.
 */
public final class OutcomeJson {

  private static final Set<String> SUCCESS = Set.of("type", "content");
  private static final Set<String> ERROR = Set.of("type", "message", "trace", "transient");
  private static final Set<String> NEEDS_INPUT = Set.of("type", "question");
  private static final Set<String> QUESTION =
      Set.of("id", "text", "pre_amble", "answer_type", "default");

  private final ToolResponse response;
  private final @Nullable Annotations annotations;
  private final Consumer<String> notes;

  private OutcomeJson(
      ToolResponse response, @Nullable Annotations annotations, Consumer<String> notes) {
    this.response = response;
    this.annotations = annotations;
    this.notes = notes;
  }

  /**
   * {@return whether a text is an {@code Outcome}}
   *
   * @param text what a tool gave as its only text
   */
  public static boolean isOutcome(String text) {
    return unwrap(ToolResponse.of(new TextBlock(Text.of(text), null, null)), note -> {})
        .isPresent();
  }

  /**
   * Returns what an answer says whose only block is a text that is an {@code Outcome}. A success in
   * an answer that is an error is none: the answer stays as it is, and a note says so.
   *
   * @param response an answer of which no block was left out
   * @param notes takes what the user should know, a line each
   * @return empty if the answer is meant as it is, which needs no note
   */
  public static Optional<ToolResponse> unwrap(ToolResponse response, Consumer<String> notes) {
    if (response.content().size() != 1
        || response.structured() != null
        || !(response.content().get(0) instanceof TextBlock block)
        || !(block.text() instanceof Text text)) {
      return Optional.empty();
    }
    JsonNode outcome = object(text.value());
    return outcome == null
        ? Optional.empty()
        : Optional.ofNullable(
            new OutcomeJson(response, block.annotations(), notes).unwrapped(outcome));
  }

  /** The object that a text is; null if it is none, or one with a key twice. */
  private static @Nullable JsonNode object(String text) {
    if (!text.stripLeading().startsWith("{") || !text.contains("\"type\"")) {
      return null;
    }
    try {
      return JsonTree.parse(text, JsonTree.MAX_GIVEN_DEPTH);
    } catch (IOException e) {
      return null; // a text like another
    }
  }

  private @Nullable ToolResponse unwrapped(JsonNode outcome) {
    String type = outcome.path("type").isTextual() ? outcome.path("type").textValue() : "";
    return switch (type) {
      case "success" -> has(outcome, SUCCESS) ? success(outcome.path("content")) : null;
      case "error" -> has(outcome, ERROR) ? error(outcome) : null;
      case "needs_input" -> has(outcome, NEEDS_INPUT) ? needsInput(outcome.path("question")) : null;
      default -> null;
    };
  }

  private static boolean has(JsonNode object, Set<String> fields) {
    return object.isObject()
        && object.propertyStream().allMatch(field -> fields.contains(field.getKey()));
  }

  private @Nullable ToolResponse success(JsonNode content) {
    if (!content.isTextual()) {
      return null;
    }
    if (response.isError()) {
      notes.accept(
          "the answer says success, but is marked as an error; treated as an error, text as sent");
      return null;
    }
    return of(List.of(text(content.textValue())), false, response.meta());
  }

  private @Nullable ToolResponse error(JsonNode error) {
    JsonNode message = error.path("message");
    JsonNode isTransient = error.path("transient");
    List<String> trace = texts(error.path("trace"));
    if (!message.isTextual() || !isTransient.isBoolean() || trace == null) {
      return null;
    }
    var said = new LinkedHashMap<String, Object>();
    said.put("transient", isTransient.booleanValue());
    said.put("trace", trace);
    var meta = new LinkedHashMap<>(response.meta());
    meta.put(ToolResponse.ERROR, said);
    return of(List.of(text(message.textValue())), true, meta);
  }

  private @Nullable ToolResponse needsInput(JsonNode question) {
    InputRequest asked = has(question, QUESTION) ? question(question) : null;
    JsonNode preamble = question.path("pre_amble");
    if (asked == null || !(preamble.isTextual() || isAbsent(preamble))) {
      return null;
    }
    var blocks = new ArrayList<ContentBlock>();
    if (preamble.isTextual() && !preamble.textValue().isEmpty()) {
      blocks.add(text(preamble.textValue()));
    }
    blocks.add(QuestionBlock.of(asked));
    return of(blocks, false, response.meta());
  }

  private @Nullable InputRequest question(JsonNode question) {
    JsonNode id = question.path("id");
    JsonNode text = question.path("text");
    AnswerType type = answerType(question.path("answer_type"));
    if (!id.isTextual() || !text.isTextual() || type == null) {
      return null;
    }
    String line = InputRequest.oneLine(WholeCharacters.of(text.textValue()));
    try {
      InputRequest asked = InputRequest.of(WholeCharacters.of(id.textValue()), line, type.schema());
      JsonNode value = question.path("default");
      return isAbsent(value)
          ? asked
          : asked.withDefault(ResourceJson.readValue(value, "/question/default"));
    } catch (IllegalArgumentException | ResourceException e) {
      return null; // an id or a default as no question has them
    }
  }

  private static @Nullable AnswerType answerType(JsonNode type) {
    if (type.isTextual()) {
      return switch (type.textValue()) {
        case "Boolean" -> AnswerType.BOOLEAN;
        case "Text" -> AnswerType.TEXT;
        default -> null;
      };
    }
    List<String> options =
        has(type, Set.of("Select")) && has(type.path("Select"), Set.of("options"))
            ? texts(type.path("Select").path("options"))
            : null;
    return options == null || options.isEmpty() ? null : AnswerType.select(options);
  }

  private static @Nullable List<String> texts(JsonNode list) {
    if (!list.isArray()) {
      return null;
    }
    var texts = new ArrayList<String>();
    for (JsonNode each : list) {
      if (!each.isTextual()) {
        return null;
      }
      texts.add(WholeCharacters.of(each.textValue()));
    }
    return texts;
  }

  private static boolean isAbsent(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }

  private TextBlock text(String text) {
    return new TextBlock(ResourceContent.text(WholeCharacters.of(text)), null, annotations);
  }

  private static ToolResponse of(
      List<ContentBlock> blocks, boolean isError, Map<String, Object> meta) {
    return new ToolResponse(blocks, isError, meta);
  }
}
