package dev.attache.history.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.history.ContentBlock;
import dev.attache.history.ContentBlock.TextBlock;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Text;
import java.io.IOException;
import java.util.List;

/**
 * MCP's {@code structuredContent}, which is for programs; the blocks are for models. Servers are
 * asked to say the same in a text; some wrap a value that is no object as {@code result}.
 */
final class StructuredContent {

  private StructuredContent() {}

  /** Returns a text that says the same. */
  static TextBlock asText(JsonNode structured) {
    return new TextBlock(ResourceContent.text(JsonTree.text(structured)), "application/json", null);
  }

  /** Whether one of the texts says the same. */
  static boolean isSaid(JsonNode structured, List<ContentBlock> blocks) {
    JsonNode wrapped = structured.size() == 1 ? structured.path("result") : structured;
    for (ContentBlock block : blocks) {
      if (block instanceof TextBlock text && text.text() instanceof Text content) {
        String said = content.value();
        if (said.equals(wrapped.textValue()) || isSame(said, structured, wrapped)) {
          return true;
        }
      }
    }
    return false;
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
