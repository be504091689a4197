package dev.attache.delivery.form;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.delivery.Channel;
import dev.attache.history.ContentBlock;
import dev.attache.history.ContentBlock.OtherBlock;
import dev.attache.history.ContentBlock.ResourceBlock;
import dev.attache.history.ContentBlock.TextBlock;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.Delivery;
import dev.attache.history.ToolResponse;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The JSON form of results and resources for clients of MCP, which show it to a model as it is:
 * without {@code formatted}, of which they do not know, and without secrets in URIs.
 */
final class McpJson {

  /** What an answer with an error has in its {@code _meta}. */
  private static final String ERROR = "dev.attache/error";

  private McpJson() {}

  /** Writes the fields of a result, as it was recorded, into an open object. */
  static void writeFields(JsonGenerator json, ToolResult event) throws IOException {
    ToolResponse response = event.response();
    json.writeArrayFieldStart("content");
    for (ContentBlock block : response.content()) {
      write(json, block);
    }
    json.writeEndArray();
    if (response.isError()) {
      json.writeBooleanField("isError", true);
    }
    if (!response.meta().isEmpty()) {
      json.writeFieldName("_meta");
      ResourceJson.writeObjectTo(json, shown(response.meta()));
    }
  }

  /** What a server says of itself has one prefix here, whatever it is called in a history. */
  private static Map<String, Object> shown(Map<String, Object> meta) {
    var shown = new LinkedHashMap<String, Object>();
    meta.forEach(
        (key, value) -> {
          if (key.equals(ToolResponse.ADDRESS) && value instanceof String address) {
            shown.put(key, Redaction.redact(address));
          } else {
            shown.put(key.equals(ToolResponse.ERROR) ? ERROR : key, value);
          }
        });
    return shown;
  }

  private static void write(JsonGenerator json, ContentBlock block) throws IOException {
    if (block instanceof TextBlock text) {
      ResultJson.write(json, text);
    } else if (block instanceof ResourceBlock resource) {
      write(json, resource);
    } else {
      OtherBlockView.write(json, (OtherBlock) block);
    }
  }

  private static void write(JsonGenerator json, ResourceBlock block) throws IOException {
    Resource resource = block.resource();
    if (block.delivery() instanceof Delivery.Reference reference) {
      ResultJson.writeText(json, line(reference, resource));
      return;
    }
    if (!Channel.MCP.carries(resource)) {
      String uri = Sanitizer.sanitizeLine(resource.uri().redacted());
      ResultJson.writeText(json, uri + ": " + ResourceElement.placeholder(resource));
      return;
    }
    json.writeStartObject();
    if (resource.content().isText()) {
      json.writeStringField("type", "resource");
      json.writeObjectFieldStart("resource");
      writeContents(json, resource);
      json.writeEndObject();
    } else {
      writeMedia(json, resource);
    }
    if (resource.annotations() != null) {
      ResourceJson.writeAnnotationsTo(json, resource.annotations());
    }
    json.writeEndObject();
  }

  /** Writes the fields of MCP's {@code ImageContent} or {@code AudioContent}. */
  private static void writeMedia(JsonGenerator json, Resource resource) throws IOException {
    json.writeStringField("type", Channel.isImage(resource) ? "image" : "audio");
    json.writeStringField("mimeType", resource.mimeType());
    JsonContent.writeBytes(json, "data", resource.content());
    var meta = new LinkedHashMap<String, Object>();
    meta.put("dev.attache/uri", resource.uri().redacted());
    meta.putAll(resource.meta());
    json.writeFieldName("_meta");
    ResourceJson.writeObjectTo(json, meta);
  }

  /**
   * The line that stands for what the model was given before. Of turns and of the ids of calls it
   * knows nothing here: those are ours.
   */
  private static String line(Delivery.Reference reference, Resource resource) {
    String call = reference.target().call();
    boolean isLast = reference.between() == null;
    String before =
        call == null
            ? "the attached resource as it was read"
            : "what " + tool(call) + (isLast ? " last" : "") + " returned for this URI";
    return "The content of "
        + Sanitizer.sanitizeLine(resource.uri().redacted())
        + " is identical to "
        + before
        + " (sha256:"
        + resource.content().digest().shortForm()
        + (isLast
            ? "). It has not changed. "
            : ") before another version was returned in between. ")
        + "Refer to that earlier content, or call the tool again to have it in full.";
  }

  /** The tool of a call whose id a session has made: the name, a hyphen and a number. */
  private static String tool(String call) {
    int hyphen = call.lastIndexOf('-');
    return Sanitizer.sanitizeLine(hyphen < 0 ? call : call.substring(0, hyphen));
  }

  /** Writes the fields of MCP's {@code TextResourceContents} or {@code BlobResourceContents}. */
  static void writeContents(JsonGenerator json, Resource resource) throws IOException {
    json.writeStringField("uri", resource.uri().redacted());
    if (resource.mimeType() != null) {
      json.writeStringField("mimeType", resource.mimeType());
    }
    JsonContent.write(json, resource.content());
    if (!resource.meta().isEmpty()) {
      json.writeFieldName("_meta");
      ResourceJson.writeObjectTo(json, resource.meta());
    }
  }
}
