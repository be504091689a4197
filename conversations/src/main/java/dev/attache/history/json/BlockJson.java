package dev.attache.history.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.history.ContentBlock;
import dev.attache.history.ContentBlock.OtherBlock;
import dev.attache.history.ContentBlock.ResourceBlock;
import dev.attache.history.ContentBlock.TextBlock;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.Text;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of tool responses in a history (RFD 058): small texts stand there themselves, and so do
 * small blocks of other types.
 */
final class BlockJson {

  /** Where the object of another block is when it does not stand there itself. */
  private static final String ELSEWHERE = "$json";

  private BlockJson() {}

  static void write(JsonGenerator json, ContentBlock block) throws IOException {
    if (block instanceof TextBlock text) {
      writeText(json, text);
    } else if (block instanceof ResourceBlock resource) {
      writeResource(json, resource);
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
      default -> readOther(fields, type);
    };
  }

  private static void writeText(JsonGenerator json, TextBlock block) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "text");
    json.writeFieldName("text");
    String inline = inline(block.text());
    if (inline == null) {
      ContentJson.write(json, block.text());
    } else {
      json.writeString(inline);
    }
    AttachmentJson.writeOptional(json, "mimeType", block.mimeType());
    if (block.annotations() != null) {
      ResourceJson.writeAnnotationsTo(json, block.annotations());
    }
    json.writeEndObject();
  }

  private static void writeResource(JsonGenerator json, ResourceBlock block) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "resource");
    json.writeObjectFieldStart("resource");
    ContentJson.writeResource(json, block.resource());
    json.writeEndObject();
    ContentJson.writeFormatted(json, block.formatted(), block.resource());
    DeliveryJson.write(json, block.delivery());
    json.writeEndObject();
  }

  private static ResourceBlock readResource(JsonFields fields, EventJson.Contents contents)
      throws StoreException {
    JsonFields inner = fields.requireObject("resource");
    Resource resource = ContentJson.readResource(inner, contents);
    ResourceContent beside = ContentJson.readText(fields, "formatted", contents);
    ResourceContent formatted =
        beside == null ? ContentJson.readText(inner, "formatted", contents) : beside;
    return new ResourceBlock(resource, formatted, DeliveryJson.read(fields));
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
          && type.equals(node.path("type").textValue())
          && JsonTree.text(node).equals(text);
    } catch (IOException e) {
      return false; // no JSON: then it is kept as a text
    }
  }

  /** A text that stands in the history; else null. */
  private static @Nullable String inline(ResourceContent content) {
    return content instanceof Text text && ContentBlock.isInline(text) ? text.value() : null;
  }
}
