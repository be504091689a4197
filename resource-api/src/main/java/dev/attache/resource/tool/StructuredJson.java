package dev.attache.resource.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.resource.Text;
import dev.attache.resource.json.JsonTree;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import java.io.IOException;

/**
 * MCP's {@code structuredContent}, which is for programs, beside the blocks, which are for models.
 * Servers are asked to say the same in both; some wrap a value that is no object as {@code result}.
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
      JsonNode wrapped = structured.size() == 1 ? structured.path("result") : structured;
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

  private static boolean isSame(String text, JsonNode structured, JsonNode wrapped) {
    try {
      JsonNode said = JsonTree.parse(text);
      return said.equals(structured) || said.equals(wrapped);
    } catch (IOException e) {
      return false; // no JSON: it says something of its own
    }
  }
}
