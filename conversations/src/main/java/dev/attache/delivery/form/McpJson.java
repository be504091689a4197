package dev.attache.delivery.form;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.delivery.Channel;
import dev.attache.delivery.Shown;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.text.Sanitizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of results and resources for clients of MCP, which show it to a model as it is: a
 * text as a text block below a line with its name and digest, a form made for models in the place
 * of the content, as in every other form that models are given, and URIs without secrets.
 */
final class McpJson {

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
    if (response.isError()
        && response.meta().get(ToolResponse.ERROR) instanceof Map<?, ?> error
        && error.get("kind") != null) {
      writeError(json, error);
    }
  }

  /** Writes the {@code _meta} of an error, which some clients show to their models: no more. */
  private static void writeError(JsonGenerator json, Map<?, ?> error) throws IOException {
    json.writeObjectFieldStart("_meta");
    json.writeObjectFieldStart(ToolResponse.ERROR);
    json.writeStringField("kind", String.valueOf(error.get("kind")));
    if (Boolean.TRUE.equals(error.get("transient"))) {
      json.writeBooleanField("transient", true);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, ContentBlock block) throws IOException {
    if (block instanceof TextBlock text) {
      ResultJson.write(json, new TextBlock(text.text(), null, text.annotations()));
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
    Shown shown = Shown.of(block);
    if (shown.diff() != null) {
      ResultJson.writeDiff(json, String.valueOf(shown.line()), shown.diff());
    } else if (shown.line() != null) {
      ResultJson.writeText(json, shown.line());
    } else if (!Channel.MCP.carries(block)) {
      String label = Sanitizer.sanitizeLine(block.label());
      ResultJson.writeText(json, label + ": " + ShownResource.placeholder(resource));
    } else if (block.shown().isText()) {
      json.writeStartObject();
      json.writeStringField("type", "text");
      JsonContent.writeText(json, "text", TextHead.of(block), block.shown());
      json.writeEndObject();
    } else {
      ResultJson.writeText(json, TextHead.of(block));
      writeMedia(json, resource);
    }
  }

  /** Writes MCP's {@code ImageContent} or {@code AudioContent}. */
  private static void writeMedia(JsonGenerator json, Resource resource) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", Channel.isImage(resource) ? "image" : "audio");
    json.writeStringField("mimeType", resource.mimeType());
    JsonContent.writeBytes(json, "data", resource.content());
    json.writeEndObject();
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
