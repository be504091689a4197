package dev.attache.delivery.form;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.delivery.Channel;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.text.Sanitizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of results and resources for clients of MCP, which show it to a model as it is: a
 * form made for models stands in the place of the content, as in every other form that models are
 * given, and URIs are without secrets.
 */
final class McpJson {

  /** What an answer with an error has in its {@code _meta}. */
  private static final String ERROR = "dev.attache/error";

  private McpJson() {}

  /** Writes the fields of a result, as it was recorded, into an open object. */
  static void writeFields(JsonGenerator json, ToolResult event) throws IOException {
    ToolResponse response = event.response();
    json.writeArrayFieldStart("content");
    for (ContentBlock block : response.given()) {
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
          if (key.equals(ToolResult.ADDRESS) && value instanceof String address) {
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
    } else if (block instanceof DeliveredBlock resource) {
      write(json, resource);
    } else if (block instanceof QuestionBlock) {
      var text = new ByteArrayOutputStream(); // MCP has no such block, and nobody asks here
      OtherBlockView.prompt(block).writeTo(text);
      ResultJson.writeText(json, text.toString(UTF_8));
    } else {
      OtherBlockView.write(json, block);
    }
  }

  private static void write(JsonGenerator json, DeliveredBlock block) throws IOException {
    Resource resource = block.resource();
    if (block.delivery() instanceof Delivery.Reference reference) {
      ResultJson.writeText(json, line(reference, block));
      return;
    } else if (block.delivery() instanceof Delivery.Delta delta) {
      ResultJson.writeDiff(json, line(delta, block), delta.diff());
      return;
    }
    ResourceContent given = block.shown();
    if (!Channel.MCP.carries(block)) {
      String label = Sanitizer.sanitizeLine(block.label());
      ResultJson.writeText(json, label + ": " + ShownResource.placeholder(resource));
      return;
    }
    json.writeStartObject();
    if (given.isText()) {
      json.writeStringField("type", "resource");
      json.writeObjectFieldStart("resource");
      writeContents(json, resource, block.formatted());
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
  private static String line(Delivery.Reference reference, DeliveredBlock block) {
    String call = reference.target().call();
    boolean isLast = reference.between() == null;
    String what = reference.base() == null ? "what " : "what is given by the diff that ";
    String before =
        call == null
            ? "the attached resource as it was read"
            : what + tool(call) + (isLast ? " last" : "") + " returned for it";
    return "The content of "
        + Sanitizer.sanitizeLine(block.label())
        + " is identical to "
        + before
        + " (sha256:"
        + block.resource().content().digest().shortForm()
        + (isLast
            ? "). It has not changed. "
            : ") before another version was returned in between. ")
        + "Refer to that earlier content, or call the tool again to have it in full.";
  }

  /** The line before a diff, likewise. */
  private static String line(Delivery.Delta delta, DeliveredBlock block) {
    String call = delta.base().call();
    return Sanitizer.sanitizeLine(block.label())
        + " has changed. Unified diff against "
        + (call == null
            ? "the attached resource as it was read"
            : "what " + tool(call) + " last returned for it in full")
        + " (sha256:"
        + delta.from().shortForm()
        + "), giving the current content (sha256:"
        + block.resource().content().digest().shortForm()
        + "); call with force=true for all of it:";
  }

  /** The tool of a call whose id a session has made: the name, a hyphen and a number. */
  private static String tool(String call) {
    int hyphen = call.lastIndexOf('-');
    return Sanitizer.sanitizeLine(hyphen < 0 ? call : call.substring(0, hyphen));
  }

  /**
   * Writes the fields of MCP's {@code TextResourceContents} or {@code BlobResourceContents}. The
   * type is that of the content, so a form made for models has none.
   */
  static void writeContents(
      JsonGenerator json, Resource resource, @Nullable ResourceContent formatted)
      throws IOException {
    json.writeStringField("uri", resource.uri().redacted());
    if (resource.mimeType() != null && formatted == null) {
      json.writeStringField("mimeType", resource.mimeType());
    }
    JsonContent.write(json, formatted == null ? resource.content() : formatted);
    if (!resource.meta().isEmpty()) {
      json.writeFieldName("_meta");
      ResourceJson.writeObjectTo(json, resource.meta());
    }
  }
}
