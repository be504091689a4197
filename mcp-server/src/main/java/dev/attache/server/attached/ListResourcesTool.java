package dev.attache.server.attached;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.tools.UnknownArguments;
import dev.attache.delivery.form.DirectoryTree;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.secrets.Redaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tool {@code list_resources}, for clients that show the model no resources: a line for each
 * that is attached, below its directory, and nothing of its content. Thread-safe.
 */
public final class ListResourcesTool {

  static final String NAME = "list_resources";

  private static final String PATTERN = "pattern";
  private static final String CURSOR = "cursor";

  private final Conversation conversation;
  private final int pageSize;

  public ListResourcesTool(Conversation conversation, int pageSize) {
    this.conversation = conversation;
    this.pageSize = pageSize;
  }

  /** What it does, for models. */
  static String description() {
    return "Lists the attached resources: path or URI, and size in bytes. No contents.";
  }

  /** The JSON Schema of its arguments. */
  static Map<String, Object> inputSchema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(PATTERN, RefreshArguments.text("Glob, such as src/**/*.java"));
    properties.put(CURSOR, RefreshArguments.text("From the previous page"));
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("additionalProperties", false);
    return schema;
  }

  /** Answers a call: writes the fields of the result. */
  void call(Map<String, Object> arguments, JsonGenerator json) throws IOException {
    String problem = problem(arguments);
    if (problem != null) {
      write(json, problem, true);
      return;
    }
    String pattern = (String) arguments.get(PATTERN);
    Predicate<ListedResource> wanted;
    try {
      wanted = pattern == null || pattern.isEmpty() ? each -> true : new ListPattern(pattern);
    } catch (IllegalArgumentException e) {
      write(json, "The argument pattern (" + pattern + ") is not a valid glob.", true);
      return;
    }
    AttachedList listing = AttachedList.of(conversation);
    AttachedList.Page page = listing.page((String) arguments.get(CURSOR), pageSize, wanted);
    if (page == null) {
      write(
          json,
          "The argument cursor is not from an earlier page. Call list_resources without it to start"
              + " over.",
          true);
    } else {
      write(json, text(page, listing.all(wanted).size(), listing.all().size()), false);
    }
  }

  private static @Nullable String problem(Map<String, Object> arguments) {
    List<String> known = List.of(PATTERN, CURSOR);
    for (String name : known) {
      if (arguments.get(name) != null && !(arguments.get(name) instanceof String)) {
        return "The argument " + name + " must be a string.";
      }
    }
    return UnknownArguments.problem(arguments, known);
  }

  private String text(AttachedList.Page page, int matching, int count) throws StoreException {
    if (count == 0) {
      return String.join("\n", none());
    }
    var lines = new ArrayList<String>();
    String all = count == 1 ? "1 resource is attached" : count + " resources are attached";
    if (matching == 0) {
      return all + "; none matches the pattern.";
    }
    lines.add(matching < count ? all + ", " + matching + " of them match:" : all + ":");
    var tree = new DirectoryTree();
    for (ListedResource each : page.resources()) {
      String path = each.path();
      if (path == null) {
        tree.addOther(each.uri() + about(each) + title(each));
      } else {
        tree.add(path, about(each));
      }
    }
    lines.addAll(tree.lines());
    if (page.next() != null) {
      lines.add("More: call list_resources with cursor " + page.next());
    }
    return String.join("\n", lines);
  }

  /** That nothing is attached, and what was to be attached when the session began. */
  private List<String> none() throws StoreException {
    var lines = new ArrayList<String>();
    boolean isNothingNamed =
        conversation.summary().declarations().isEmpty()
            && conversation.log().attachments().isEmpty();
    lines.add(
        isNothingNamed
            ? "No resources are attached: none were named when this server was started."
            : "No resources are attached.");
    try (EventStream events = conversation.log().newestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        if (event instanceof Request request && request.request().author() == Author.SESSION) {
          request
              .request()
              .notices()
              .forEach(notice -> lines.add(conversation.names().shown(notice.text())));
          break;
        }
      }
    }
    return lines;
  }

  /** The size, and the type unless the name tells it. */
  private static String about(ListedResource listed) {
    Resource resource = listed.resource();
    boolean isTyped = listed.state().attachment().form().isTyped() && resource.mimeType() != null;
    String size = " " + resource.content().size();
    return isTyped ? size + " " + resource.mimeType() : size;
  }

  private static String title(ListedResource listed) {
    String label = listed.shown(listed.resource().label());
    return listed.uri().endsWith(label) ? "" : " " + Redaction.redactAllIn(label);
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
