package dev.attache.server.attached;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.conversation.Conversation;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tool {@code list_resources}, for clients that show the model no resources: a line for each
 * that is attached, and nothing of its content. Thread-safe.
 */
public final class ListResourcesTool {

  static final String NAME = "list_resources";

  private static final String CURSOR = "cursor";

  private final Conversation conversation;
  private final int pageSize;

  public ListResourcesTool(Conversation conversation, int pageSize) {
    this.conversation = conversation;
    this.pageSize = pageSize;
  }

  /** What it does, for models. */
  static String description() {
    return "Lists the resources that are attached to this session: the URI, type, size and title of"
        + " each, a line for each, and no contents. To get the content of one, as it is now, call"
        + " refresh_resource with its URI.";
  }

  /** The JSON Schema of its arguments. */
  static Map<String, Object> inputSchema() {
    Map<String, Object> cursor = new LinkedHashMap<>();
    cursor.put("type", "string");
    cursor.put("description", "Where to go on, as an earlier call said; nothing for the first.");
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", Map.of(CURSOR, cursor));
    return schema;
  }

  /** Answers a call: writes the fields of the result. */
  void call(Map<String, Object> arguments, JsonGenerator json) throws IOException {
    Object cursor = arguments.get(CURSOR);
    if (cursor != null && !(cursor instanceof String)) {
      write(json, "The argument cursor must be a string.", true);
      return;
    }
    AttachedList listing = AttachedList.of(conversation);
    AttachedList.Page page = listing.page((String) cursor, pageSize);
    if (page == null) {
      write(
          json,
          "The argument cursor is not one that list_resources has given. Call it without one to"
              + " begin anew.",
          true);
    } else {
      write(json, text(page, listing.all().size()), false);
    }
  }

  private String text(AttachedList.Page page, int count) throws StoreException {
    if (count == 0) {
      return String.join("\n", none());
    }
    var text = new StringBuilder();
    text.append(count).append(count == 1 ? " resource is attached:" : " resources are attached:");
    for (ListedResource each : page.resources()) {
      text.append('\n').append(Sanitizer.sanitizeLine(line(each)));
    }
    if (page.next() != null) {
      text.append("\nThere are more: call list_resources with the cursor ").append(page.next());
    }
    return text.toString();
  }

  /** That nothing is attached, and what was to be attached when the session began. */
  private List<String> none() throws StoreException {
    var lines = new ArrayList<String>();
    lines.add("No resources are attached.");
    try (EventStream events = conversation.log().newestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        if (event instanceof Request request && request.request().author() == Author.SESSION) {
          request.request().notices().forEach(notice -> lines.add(notice.text()));
          break;
        }
      }
    }
    return lines;
  }

  private static String line(ListedResource listed) {
    Resource resource = listed.resource();
    var line = new StringBuilder(listed.uri());
    line.append(" (");
    if (resource.mimeType() != null) {
      line.append(resource.mimeType()).append(", ");
    }
    line.append(resource.content().size()).append(" bytes)");
    String label = resource.label();
    return label.equals(listed.uri()) ? line.toString() : line.append(' ').append(label).toString();
  }

  private static void write(JsonGenerator json, String text, boolean isError) throws IOException {
    json.writeArrayFieldStart("content");
    json.writeStartObject();
    json.writeStringField("type", "text");
    json.writeStringField("text", text);
    json.writeEndObject();
    json.writeEndArray();
    if (isError) {
      json.writeBooleanField("isError", true);
    }
  }
}
