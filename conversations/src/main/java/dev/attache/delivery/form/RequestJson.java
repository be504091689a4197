package dev.attache.delivery.form;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.Channel;
import dev.attache.delivery.Shown;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.Notice;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceJson;
import dev.attache.support.json.JsonLines;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form of requests for programs, and of what clients of MCP get: a JSON object a line, contents
 * in it unless they are delivered as a reference. The same history gives the same bytes, and after
 * one more turn those bytes and more. After an {@link IOException} the last object is not complete.
 * Thread-safe.
 */
public final class RequestJson {

  private RequestJson() {}

  /**
   * Writes what the user sends in one turn of a conversation: {@code conversation}, {@code role},
   * {@code turn}, {@code text}, {@code schema}, {@code resources} and {@code notices}.
   *
   * @param id the conversation, whose name is in the object
   * @param request a turn of its history
   * @param out where it goes, in UTF-8; flushed, and not closed
   * @throws IOException if a content cannot be had; then the object is not complete
   */
  public static void writeRequest(ConversationId id, Request request, OutputStream out)
      throws IOException {
    var lines = new JsonLines(out);
    lines.generator().writeStartObject();
    lines.generator().writeStringField("conversation", id.value());
    writeFields(lines.generator(), request, RequestView.AS_RECORDED);
    lines.generator().writeEndObject();
    lines.endLine();
    lines.flush();
  }

  /**
   * Writes what a model gets as the result of a tool call (MCP, {@code CallToolResult}).
   *
   * @param result a result of a history
   * @param out where it goes, in UTF-8; flushed, and not closed
   * @throws IOException if a content cannot be had; then the object is not complete
   */
  public static void writeResult(ToolResult result, OutputStream out) throws IOException {
    var lines = new JsonLines(out);
    lines.generator().writeStartObject();
    ResultJson.writeFields(lines.generator(), result, RequestView.AS_RECORDED);
    lines.generator().writeEndObject();
    lines.endLine();
    lines.flush();
  }

  /**
   * Writes what a client of MCP gets as the result of a tool call: the object {@code
   * CallToolResult}, on one line without its end. A resource that is delivered as a reference is a
   * text; {@code formatted} stands in the place of the content, and URIs are without secrets.
   *
   * @param result a result as the client sees it
   * @param out where it goes, in UTF-8; flushed, and not closed
   * @throws IOException if a content cannot be had; then what was written is not complete
   */
  public static void writeCallToolResult(ToolResult result, OutputStream out) throws IOException {
    var lines = new JsonLines(out);
    lines.generator().writeStartObject();
    McpJson.writeFields(lines.generator(), result);
    lines.generator().writeEndObject();
    lines.flush();
  }

  /**
   * Writes what a client of MCP gets that reads a resource: the object {@code TextResourceContents}
   * or {@code BlobResourceContents}, on one line without its end. It has {@code uri}, without
   * secrets, {@code mimeType}, {@code text} or {@code blob}, and {@code _meta}.
   *
   * @param resource the resource, with its content
   * @param formatted the form made for models, which is given instead of the content, and without
   *     its type; null if there is none
   * @param out where it goes, in UTF-8; flushed, and not closed
   * @throws IOException if the content cannot be had; then what was written is not complete
   */
  public static void writeResourceContents(
      Resource resource, @Nullable ResourceContent formatted, OutputStream out) throws IOException {
    var lines = new JsonLines(out);
    lines.generator().writeStartObject();
    McpJson.writeContents(lines.generator(), resource, formatted);
    lines.generator().writeEndObject();
    lines.flush();
  }

  /**
   * Writes the request that a whole conversation comes to, a line for each event.
   *
   * @param log the history, read twice
   * @param out where it goes, in UTF-8; flushed, and not closed
   * @return what of it is lost or damaged in the store, a line each
   * @throws IOException if the history cannot be read, or nothing can be written
   */
  public static List<String> writeConversation(ConversationLog log, OutputStream out)
      throws IOException {
    WholeRequest whole;
    try (EventStream events = log.oldestFirst()) {
      whole = WholeRequest.read(events, Channel.STRUCTURED);
    }
    var view = new SoundView(whole);
    var lines = new JsonLines(out);
    try (EventStream events = log.oldestFirst()) {
      for (int i = 0; i < whole.events(); i++) {
        ConversationEvent event = events.next();
        if (event instanceof ModelAnswer answer) {
          for (ConversationEvent part : answer.parts()) {
            write(lines, part, view);
          }
        } else if (event != null) {
          write(lines, event, view);
        }
      }
    }
    lines.flush();
    return view.lost();
  }

  private static void write(JsonLines lines, ConversationEvent event, RequestView view)
      throws IOException {
    if (write(lines.generator(), event, view)) {
      lines.endLine();
    }
  }

  /** Whether there is anything to write of an event. */
  private static boolean write(JsonGenerator json, ConversationEvent event, RequestView view)
      throws IOException {
    if (event instanceof Request request) {
      if (request.request().author() == Author.TOOL) {
        return false; // what a model attached itself is in the result of its call
      }
      json.writeStartObject();
      writeFields(json, request, view);
      json.writeEndObject();
    } else if (event instanceof Response response) {
      begin(json, "assistant", response);
      json.writeStringField("text", response.text());
      json.writeEndObject();
    } else if (event instanceof ToolCall call) {
      begin(json, "assistant", call);
      json.writeObjectFieldStart("toolCall");
      json.writeStringField("id", call.id());
      json.writeStringField("name", call.name());
      json.writeFieldName("arguments");
      ResourceJson.writeObjectTo(json, call.arguments());
      json.writeEndObject();
      json.writeEndObject();
    } else if (event instanceof ToolResult result) {
      begin(json, "tool", result);
      json.writeStringField("id", result.id());
      json.writeStringField("name", result.name());
      ResultJson.writeFields(json, result, view);
      json.writeEndObject();
    } else {
      return false;
    }
    return true;
  }

  private static void writeFields(JsonGenerator json, Request event, RequestView view)
      throws IOException {
    ChatRequest request = event.request();
    writeRole(json, "user", event);
    json.writeStringField("text", request.text());
    if (request.schema() != null) {
      json.writeFieldName("schema");
      ResourceJson.writeObjectTo(json, request.schema());
    }
    if (!request.resources().isEmpty()) {
      json.writeArrayFieldStart("resources");
      for (int i = 0; i < request.resources().size(); i++) {
        write(json, request.resources().get(i), DeliveryPlace.ofAttachment(event.turn(), i), view);
      }
      json.writeEndArray();
    }
    if (!request.told().isEmpty()) {
      writeStrings(json, "notices", request.told().stream().map(Notice::text).toList());
    }
  }

  private static void write(
      JsonGenerator json, Attachment attachment, DeliveryPlace place, RequestView view)
      throws IOException {
    Snapshot snapshot = attachment.snapshot();
    Resource resource = snapshot.resource();
    Shown shown = view.shown(place, attachment);
    json.writeStartObject();
    ResourceJson.writeHeadTo(json, resource);
    if (shown.line() == null) {
      JsonContent.write(json, resource.content());
    }
    ResourceJson.writeTailTo(json, resource);
    if (shown.line() == null && attachment.formatted() != null) {
      JsonContent.writeText(json, "formatted", attachment.formatted());
    }
    json.writeStringField("kind", resource.content().isText() ? "text" : "blob");
    json.writeNumberField("size", resource.content().size());
    json.writeStringField("digest", resource.content().digest().toString());
    json.writeStringField("source", snapshot.source());
    if (!snapshot.notes().isEmpty()) {
      writeStrings(json, "notes", snapshot.notes());
    }
    json.writeStringField("delivery", shown.as().word());
    if (shown.line() != null) {
      json.writeStringField("line", shown.line());
    }
    if (shown.diff() != null) {
      JsonContent.writeText(json, "diff", shown.diff());
    }
    json.writeEndObject();
  }

  private static void begin(JsonGenerator json, String role, ConversationEvent event)
      throws IOException {
    json.writeStartObject();
    writeRole(json, role, event);
  }

  private static void writeRole(JsonGenerator json, String role, ConversationEvent event)
      throws IOException {
    json.writeStringField("role", role);
    json.writeNumberField("turn", event.turn());
  }

  private static void writeStrings(JsonGenerator json, String field, List<String> values)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }
}
