package dev.attache.resource.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.resource.Blob;
import dev.attache.resource.Text;
import dev.attache.resource.json.JsonTree;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import java.io.IOException;
import java.util.Base64;

/**
 * MCP's {@code structuredContent}, which is for programs, beside the blocks, which are for models.
 * Servers should say the same in both. Some wrap a value that is no object, or a copy of the
 * blocks, in an object with a single field.
 */
public final class StructuredJson {

  private StructuredJson() {}

  /**
   * {@return whether an answer has structured content that none of its texts says}
   *
   * @param response of which the structured content is the text of a JSON value, or some other text
   */
  public static boolean saysMore(ToolResponse response) {
    return response.structured() instanceof Text structured
        && !response.content().isEmpty()
        && !isSaid(structured.value(), response);
  }

  private static boolean isSaid(String json, ToolResponse response) {
    try {
      JsonNode structured = JsonTree.parse(json);
      boolean isWrapped = structured.isObject() && structured.size() == 1;
      JsonNode wrapped = isWrapped ? structured.elements().next() : structured;
      if (structured.isContainerNode() && structured.isEmpty()) {
        return true; // it says nothing
      }
      if (wrapped.isArray() && isEachBlock(wrapped, response)) {
        return true;
      }
      for (ContentBlock block : response.content()) {
        if (block instanceof TextBlock text && text.text() instanceof Text content) {
          String said = content.value();
          if (said.equals(wrapped.textValue()) || isSame(said, structured, wrapped)) {
            return true;
          }
        }
      }
      return false;
    } catch (IOException e) {
      return false; // no JSON, though a program may have said so: no text says the same
    }
  }

  /** Returns whether every element of a list is a block of the answer. */
  private static boolean isEachBlock(JsonNode list, ToolResponse response) {
    for (JsonNode each : list) {
      if (response.content().stream().noneMatch(block -> isBlock(each, block))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBlock(JsonNode json, ContentBlock block) {
    String type = json.path("type").textValue();
    if (block instanceof TextBlock text && text.text() instanceof Text content) {
      return block.type().equals(type) && content.value().equals(json.path("text").textValue());
    }
    return block instanceof MediaBlock media
        && media.data() instanceof Blob blob
        && block.type().equals(type)
        && Base64.getEncoder()
            .encodeToString(blob.toByteArray())
            .equals(json.path("data").textValue());
  }

  private static boolean isSame(String text, JsonNode structured, JsonNode wrapped) {
    try {
      JsonNode said = JsonTree.parse(text);
      return said.equals(structured) || said.equals(wrapped);
    } catch (IOException e) {
      return false; // no JSON: it says something of its own
    }
  }
}
