package dev.attache.history.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Answer;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.HandedOver;
import dev.attache.history.ConversationEvent.Origin;
import dev.attache.history.ConversationEvent.Other;
import dev.attache.history.ConversationEvent.Question;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.Declaration;
import dev.attache.history.Notice;
import dev.attache.history.StoreException;
import dev.attache.resource.json.JsonTree;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A reader of events: of ours, of those that people have edited, and of earlier forms. */
final class EventReader {

  static final String REQUEST = "request";
  static final String RESPONSE = "response";
  static final String TOOL_CALL = "tool_call";
  static final String TOOL_RESULT = "tool_result";
  static final String CONFIG = "config";
  static final String ELISION = "elision";
  static final String QUESTION = "question";
  static final String ANSWER = "answer";
  static final String MODEL_ANSWER = "model_answer";
  static final String HANDED_OVER = "handed_over";
  static final String AWAITS_HANDOVER = "awaitsHandover";

  /** What a request has that goes on with the turn before; earlier versions read it as a user's. */
  static final String UPDATE = "update";

  /** What every event has. */
  static final Set<String> KNOWN = Set.of("event", "turn", "at");

  private EventReader() {}

  static ConversationEvent read(JsonFields fields, EventJson.Contents contents)
      throws StoreException {
    String type = fields.requireString("event");
    int turn = fields.requireInt("turn");
    Instant at = fields.instant("at", Instant.EPOCH);
    return switch (type) {
      case REQUEST -> request(fields, at, turn, contents);
      case RESPONSE -> new Response(at, turn, text(fields));
      case TOOL_CALL ->
          new ToolCall(
              at,
              turn,
              fields.requireString("id"),
              fields.requireString("name"),
              fields.values("arguments"));
      case TOOL_RESULT ->
          new ToolResult(
              at,
              turn,
              fields.requireString("id"),
              fields.string("name", ""),
              response(fields, contents),
              fields.flag(AWAITS_HANDOVER));
      case QUESTION -> question(fields, at, turn);
      case ANSWER ->
          new Answer(
              at,
              turn,
              fields.requireString("call"),
              fields.requireString("id"),
              fields.value("value"),
              fields.string("by", ""));
      case MODEL_ANSWER -> ModelAnswerJson.read(fields, at, turn);
      case HANDED_OVER -> new HandedOver(at, turn, fields.string("id"));
      case CONFIG -> config(fields, at, turn);
      case ELISION ->
          new Elision(
              at,
              turn,
              fields.string("reason", ""),
              fields.list("dropped", DeliveryJson::place),
              fields.list("restored", DeliveryJson::place));
      default -> new Other(at, turn, type, JsonTree.text(fields.without(KNOWN)));
    };
  }

  private static ConversationEvent question(JsonFields fields, Instant at, int turn)
      throws StoreException {
    try {
      var question =
          InputRequest.of(
              fields.requireString("id"), fields.requireString("text"), fields.values("schema"));
      return new Question(
          at,
          turn,
          fields.requireString("call"),
          fields.node().has("default") ? question.withDefault(fields.value("default")) : question);
    } catch (IllegalArgumentException e) {
      throw fields.problem("id", "or text is not that of a question: " + e.getMessage());
    }
  }

  private static Request request(
      JsonFields fields, Instant at, int turn, EventJson.Contents contents) throws StoreException {
    Map<String, Object> schema = fields.has("schema") ? fields.values("schema") : null;
    List<Attachment> resources =
        fields.list(
            "resources",
            (node, path) -> AttachmentJson.read(JsonFields.of(node, path), at, contents));
    List<Notice> notices = fields.list("notices", EventReader::notice);
    String text = text(fields);
    return new Request(
        at,
        turn,
        new ChatRequest(author(fields, text), text, schema, resources, notices),
        fields.strings("references"),
        fields.flag(AWAITS_HANDOVER));
  }

  private static Author author(JsonFields fields, String text) throws StoreException {
    return fields.flag(UPDATE) ? Author.UPDATE : JsonWords.author(fields, text);
  }

  /** The text of a request or a response; RFD 065 has it as {@code content}. */
  private static String text(JsonFields fields) throws StoreException {
    return fields.has("text") || !fields.has("content")
        ? fields.requireString("text")
        : fields.requireString("content");
  }

  private static Notice notice(JsonNode node, FieldPath path) throws StoreException {
    return node.isTextual()
        ? Notice.of(node.textValue())
        : AttachmentJson.readNotice(JsonFields.of(node, path));
  }

  /** A response; in its earlier form its content is a text (RFD 058). */
  private static ToolResponse response(JsonFields fields, EventJson.Contents contents)
      throws StoreException {
    JsonNode content = fields.get("content");
    List<ContentBlock> blocks =
        content != null && (content.isTextual() || content.isObject())
            ? List.of(
                new TextBlock(ContentJson.requireText(fields, "content", contents), null, null))
            : fields.list(
                "content", (node, at) -> BlockJson.read(JsonFields.of(node, at), contents));
    boolean isError = fields.has("isError") ? fields.flag("isError") : fields.flag("is_error");
    return new ToolResponse(
        blocks, isError, fields.values("_meta"), BlockJson.readStructured(fields, contents));
  }

  private static Config config(JsonFields fields, Instant at, int turn) throws StoreException {
    return new Config(
        at,
        turn,
        fields.list("added", EventReader::declaration),
        fields.strings("removed"),
        fields.values("settings"),
        origin(fields));
  }

  private static Declaration declaration(JsonNode node, FieldPath path) throws StoreException {
    return node.isTextual()
        ? new Declaration(node.textValue(), null, null)
        : declaration(JsonFields.of(node, path));
  }

  static Declaration declaration(JsonFields fields) throws StoreException {
    return new Declaration(
        fields.requireString("reference"),
        JsonWords.meaning(fields),
        fields.string("consent"),
        JsonWords.refresh(fields));
  }

  static @Nullable Origin origin(JsonFields fields) throws StoreException {
    JsonFields origin = fields.object("forkedFrom");
    return origin == null
        ? null
        : new Origin(conversation(origin, "conversation"), origin.requireInt("turns"));
  }

  static ConversationId conversation(JsonFields fields, String field) throws StoreException {
    return ConversationId.parse(fields.requireString(field))
        .orElseThrow(() -> fields.problem(field, "must be the name of a conversation"));
  }
}
