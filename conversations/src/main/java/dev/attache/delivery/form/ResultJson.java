package dev.attache.delivery.form;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.delivery.Shown;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.DeliveryPlace;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * The JSON form of what a model gets as the result of a tool call: MCP's {@code CallToolResult}, in
 * which a reference is a text block, and {@code formatted} stands beside {@code resource}.
 */
final class ResultJson {

  private ResultJson() {}

  /** Writes the fields of a result into an open object. */
  static void writeFields(JsonGenerator json, ToolResult event, RequestView view)
      throws IOException {
    ToolResponse response = event.response();
    List<ContentBlock> blocks = response.given();
    json.writeArrayFieldStart("content");
    for (int i = 0; i < blocks.size(); i++) {
      String hidden = ForUserOnly.line(event, blocks.get(i), view);
      if (hidden == null) {
        write(json, blocks.get(i), DeliveryPlace.ofResult(event.turn(), event.id(), i), view);
      } else {
        writeText(json, hidden);
      }
    }
    json.writeEndArray();
    if (response.isError()) {
      json.writeBooleanField("isError", true);
    }
    if (!response.meta().isEmpty()) {
      json.writeFieldName("_meta");
      ResourceJson.writeObjectTo(json, response.meta());
    }
  }

  private static void write(
      JsonGenerator json, ContentBlock block, DeliveryPlace place, RequestView view)
      throws IOException {
    String instead = view.leftOut(place);
    if (instead != null && !(block instanceof DeliveredBlock)) {
      writeText(json, instead);
    } else if (block instanceof TextBlock text) {
      if (view.isReadable(text.text())) {
        write(json, text);
      } else {
        writeText(json, RequestView.lost(text.text()));
      }
    } else if (block instanceof DeliveredBlock resource) {
      Shown shown = view.shown(place, resource);
      if (shown.line() == null && resource.isCut() && resource.formatted() != null) {
        write(json, new TextBlock(resource.formatted(), null, resource.resource().annotations()));
      } else if (shown.line() == null) {
        write(json, resource);
      } else if (shown.diff() == null) {
        writeText(json, shown.line());
      } else {
        writeDiff(json, shown.line(), shown.diff());
      }
    } else {
      ResourceContent stored = OtherBlockView.stored(block);
      if (stored == null || view.isReadable(stored)) {
        OtherBlockView.write(json, block);
      } else {
        writeText(json, RequestView.lost(stored));
      }
    }
  }

  /** Writes a block of a text of ours. */
  static void writeText(JsonGenerator json, String line) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "text");
    json.writeStringField("text", line);
    json.writeEndObject();
  }

  /** Writes a block of a diff, after the line that says what it is. */
  static void writeDiff(JsonGenerator json, String line, ResourceContent diff) throws IOException {
    try (InputStream in = diff.open()) { // of half a text at most
      writeText(json, line + "\n" + new String(in.readAllBytes(), UTF_8));
    }
  }

  static void write(JsonGenerator json, TextBlock block) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "text");
    JsonContent.writeText(json, "text", block.text());
    if (block.mimeType() != null) {
      json.writeStringField("mimeType", block.mimeType());
    }
    if (block.annotations() != null) {
      ResourceJson.writeAnnotationsTo(json, block.annotations());
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, DeliveredBlock block) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "resource");
    json.writeObjectFieldStart("resource");
    ResourceJson.writeHeadTo(json, block.resource());
    JsonContent.write(json, block.resource().content());
    ResourceJson.writeTailTo(json, block.resource());
    json.writeEndObject();
    if (block.formatted() != null) {
      JsonContent.writeText(json, "formatted", block.formatted());
    }
    json.writeEndObject();
  }
}
