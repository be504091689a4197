package dev.attache.delivery.form;

import com.fasterxml.jackson.core.JsonGenerator;
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
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The JSON form of results and resources for clients of MCP, which show it to a model as it is:
 * without {@code formatted}, of which they do not know, and without secrets in URIs.
 */
final class McpJson {

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

  private static Map<String, Object> shown(Map<String, Object> meta) {
    if (!(meta.get(ToolResponse.ADDRESS) instanceof String address)) {
      return meta;
    }
    var shown = new LinkedHashMap<>(meta);
    shown.put(ToolResponse.ADDRESS, Redaction.redact(address));
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
      ResultJson.writeText(json, reference.line(resource.uri(), resource.content().digest()));
      return;
    }
    json.writeStartObject();
    json.writeStringField("type", "resource");
    json.writeObjectFieldStart("resource");
    writeContents(json, resource);
    json.writeEndObject();
    if (resource.annotations() != null) {
      ResourceJson.writeAnnotationsTo(json, resource.annotations());
    }
    json.writeEndObject();
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
