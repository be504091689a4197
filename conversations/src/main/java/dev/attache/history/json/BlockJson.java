package dev.attache.history.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.Text;
import dev.attache.resource.json.JsonTree;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.LinkBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.OtherBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ContentBlockJson;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of tool responses in a history (RFD 058): small texts stand there themselves, and so do
 * small blocks of other types.
 */
final class BlockJson {

  /** Where the object of another block is when it does not stand there itself. */
  private static final String ELSEWHERE = "$json";

  /** What tells a content that the store holds from a value. */
  private static final String STORED = "$blob";

  private BlockJson() {}

  static void write(JsonGenerator json, ContentBlock block) throws IOException {
    if (block instanceof TextBlock text) {
      writeText(json, text);
    } else if (block instanceof DeliveredBlock resource) {
      writeResource(json, resource);
    } else if (block instanceof QuestionBlock question) {
      json.writeRawValue(ContentBlockJson.text(question));
    } else if (block instanceof LinkBlock link) {
      json.writeRawValue(ContentBlockJson.text(link));
    } else if (block instanceof MediaBlock media) {
      writeMedia(json, media);
    } else {
      writeOther(json, (OtherBlock) block);
    }
  }

  static ContentBlock read(JsonFields fields, EventJson.Contents contents) throws StoreException {
    String type = fields.requireString("type");
    if (fields.has(ELSEWHERE)) {
      return new OtherBlock(type, ContentJson.requireText(fields, ELSEWHERE, contents));
    }
    return switch (type) {
      case "text" ->
          new TextBlock(
              ContentJson.requireText(fields, "text", contents),
              fields.string("mimeType"),
              fields.annotations());
      case "resource" -> readResource(fields, contents);
      case "image" -> readMedia(MediaBlock.Kind.IMAGE, fields, contents);
      case "audio" -> readMedia(MediaBlock.Kind.AUDIO, fields, contents);
      default -> ContentBlockJson.parse(fields.node()).orElseGet(() -> readOther(fields, type));
    };
  }

  private static void writeMedia(JsonGenerator json, MediaBlock block) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", block.type());
    AttachmentJson.writeOptional(json, "mimeType", block.mimeType());
    json.writeFieldName("data");
    ContentJson.write(json, block.data());
    if (block.annotations() != null) {
      ResourceJson.writeAnnotationsTo(json, block.annotations());
    }
    EventWriter.writeValues(json, "_meta", block.meta());
    json.writeEndObject();
  }

  /** Reads an image or a sound; in an earlier form its bytes stand there in base64. */
  private static ContentBlock readMedia(
      MediaBlock.Kind kind, JsonFields fields, EventJson.Contents contents) throws StoreException {
    JsonNode data = fields.get("data");
    return data != null && data.isObject()
        ? new MediaBlock(
            kind,
            ContentJson.stored(fields, "data", false, contents),
            fields.string("mimeType"),
            fields.annotations(),
            fields.values("_meta"))
        : readOther(fields, kind.toString());
  }

  /** Writes structured content: a small value itself, what is large by its digest. */
  static void writeStructured(JsonGenerator json, ResourceContent structured) throws IOException {
    String inline = inline(structured);
    if (inline == null || JsonTree.parse(inline).has(STORED)) {
      ContentJson.write(json, structured);
    } else {
      json.writeRawValue(inline);
    }
  }

  /** Reads structured content; null if there is none. */
  static @Nullable ResourceContent readStructured(JsonFields fields, EventJson.Contents contents)
      throws StoreException {
    JsonNode value = fields.get("structuredContent");
    if (value == null) {
      return null;
    }
    return value.has(STORED)
        ? ContentJson.stored(fields, "structuredContent", true, contents)
        : ResourceContent.text(JsonTree.text(value));
  }

  private static void writeText(JsonGenerator json, TextBlock block) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "text");
    json.writeFieldName("text");
    writeInline(json, block.text());
    AttachmentJson.writeOptional(json, "mimeType", block.mimeType());
    if (block.annotations() != null) {
      ResourceJson.writeAnnotationsTo(json, block.annotations());
    }
    json.writeEndObject();
  }

  private static void writeResource(JsonGenerator json, DeliveredBlock block) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "resource");
    json.writeObjectFieldStart("resource");
    ContentJson.writeResource(json, block.resource());
    json.writeEndObject();
    ContentJson.writeFormatted(json, block.formatted(), block.resource());
    DeliveryJson.write(json, block.delivery());
    DeliveryJson.write(json, block.form());
    json.writeEndObject();
  }

  private static DeliveredBlock readResource(JsonFields fields, EventJson.Contents contents)
      throws StoreException {
    JsonFields inner = fields.requireObject("resource");
    Resource resource = ContentJson.readResource(inner, contents);
    ResourceContent beside = ContentJson.readText(fields, "formatted", contents);
    ResourceContent formatted =
        beside == null ? ContentJson.readText(inner, "formatted", contents) : beside;
    return new DeliveredBlock(
        resource, formatted, DeliveryJson.read(fields, contents), DeliveryJson.readForm(fields));
  }

  private static void writeOther(JsonGenerator json, OtherBlock block) throws IOException {
    String inline = inline(block.json());
    if (inline != null && isItself(inline, block.type())) {
      json.writeRawValue(inline);
      return;
    }
    json.writeStartObject();
    json.writeStringField("type", block.type());
    json.writeFieldName(ELSEWHERE);
    if (inline == null) {
      ContentJson.write(json, block.json());
    } else {
      json.writeString(inline);
    }
    json.writeEndObject();
  }

  private static OtherBlock readOther(JsonFields fields, String type) {
    return new OtherBlock(type, ResourceContent.text(JsonTree.text(fields.node())));
  }

  /** Whether the object of a block can stand in a history and is read back as it was. */
  private static boolean isItself(String text, String type) {
    if (type.equals("text") || type.equals("resource")) {
      return false;
    }
    try {
      JsonNode node = JsonTree.parse(text);
      return node.isObject()
          && !node.has(ELSEWHERE)
          && !node.path("data").isObject()
          && type.equals(node.path("type").textValue())
          && JsonTree.text(node).equals(text)
          && ContentBlockJson.parse(node).isEmpty();
    } catch (IOException e) {
      return false; // no JSON: then it is kept as a text
    }
  }

  /** Writes a text of ours: itself if it is small, else what stands for it. */
  static void writeInline(JsonGenerator json, ResourceContent text) throws IOException {
    String inline = inline(text);
    if (inline == null) {
      ContentJson.write(json, text);
    } else {
      json.writeString(inline);
    }
  }

  /** A text that stands in the history; else null. */
  private static @Nullable String inline(ResourceContent content) {
    return content instanceof Text text && ToolResult.isInline(text) ? text.value() : null;
  }
}
