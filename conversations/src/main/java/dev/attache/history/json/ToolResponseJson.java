package dev.attache.history.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.history.ContentBlock;
import dev.attache.history.ContentBlock.TextBlock;
import dev.attache.history.ToolResponse;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A reader of what tools print: the JSON of RFD 058, which is MCP's {@code CallToolResult} with our
 * fields, its old form with one text for all content, or any other text. Thread-safe.
 */
public final class ToolResponseJson {

  /** A little less than what a history can hold, in which a response is nested itself. */
  private static final int MAX_DEPTH = JsonTree.MAX_GIVEN_DEPTH;

  private static final Set<String> KEPT = Set.of("content", "isError", "is_error", "_meta");

  /** What a response without {@code content} has (MCP, {@code CallToolResult}). */
  private static final Set<String> RESPONSE = Set.of("structuredContent", "isError", "_meta");

  private ToolResponseJson() {}

  /**
   * What was read.
   *
   * @param response the blocks that could be read, in order; resources under canonical URIs
   * @param problems what could not be read or is not kept, a line each
   */
  public record Parsed(ToolResponse response, List<String> problems) {
    public Parsed {
      problems = List.copyOf(problems);
    }
  }

  /** What makes URIs of tools canonical. */
  @FunctionalInterface
  public interface Canonicalizer {
    /**
     * Returns the canonical URI.
     *
     * @throws ResourceException if it is none, saying why
     */
    ResourceUri canonicalize(String uri) throws ResourceException;
  }

  /** Reads what a tool printed; what is no JSON object of a response is a text. */
  public static Parsed parse(byte[] printed, Canonicalizer canonicalizer) {
    var problems = new ArrayList<String>();
    Text text = decoded(printed, problems);
    ObjectNode response = response(text.value(), problems);
    if (response == null) {
      return new Parsed(ToolResponse.of(new TextBlock(text, null, null)), problems);
    }
    List<ContentBlock> blocks =
        new ToolBlocks(canonicalizer, problems).read(response.path("content"));
    JsonNode structured = response.get("structuredContent");
    if (blocks.isEmpty() && structured != null && !structured.isNull()) {
      blocks.add(StructuredContent.asText(structured)); // else the model would be given nothing
      problems.add("structuredContent is given as a text, for there is no content");
    }
    boolean isError = isError(response, problems);
    Map<String, Object> meta = meta(response, problems);
    nameWhatIsNotKept(response, blocks, problems);
    return new Parsed(new ToolResponse(blocks, isError, meta), problems);
  }

  private static Text decoded(byte[] printed, List<String> problems) {
    Optional<Text> text = Text.parseUtf8(printed, 0, printed.length);
    if (text.isPresent()) {
      return text.get();
    }
    problems.add("the output is not all UTF-8; what is not stands there as \ufffd");
    return Text.of(new String(printed, UTF_8));
  }

  /** The object of a response; null if it is a text, which needs no reason. */
  private static @Nullable ObjectNode response(String text, List<String> problems) {
    String json = text.startsWith("\ufeff") ? text.substring(1) : text;
    if (!json.stripLeading().startsWith("{")
        || !(json.contains("\"content\"") || json.contains("\"structuredContent\""))) {
      return null;
    }
    try {
      return JsonTree.parse(json, MAX_DEPTH) instanceof ObjectNode object && isResponse(object)
          ? object
          : null;
    } catch (IOException e) {
      problems.add(
          "the output is taken as a text, for its JSON cannot be read: " + JsonFault.of(e));
      return null;
    }
  }

  /**
   * In the old form, a text and a flag, the flag tells it from any other object; and one of nothing
   * but structured content has nothing beside it that is not of a response.
   */
  private static boolean isResponse(ObjectNode object) {
    JsonNode content = object.path("content");
    if (content.isMissingNode()) {
      return object.path("structuredContent").isObject()
          && object.propertyStream().allMatch(each -> RESPONSE.contains(each.getKey()));
    }
    return content.isArray()
        || (content.isTextual()
            && (object.path("isError").isBoolean() || object.path("is_error").isBoolean()));
  }

  private static boolean isError(ObjectNode response, List<String> problems) {
    String field = response.hasNonNull("isError") ? "isError" : "is_error";
    JsonNode flag = response.path(field);
    if (flag.isBoolean() || flag.isNull() || flag.isMissingNode()) {
      return flag.booleanValue();
    }
    problems.add(field + " is not kept: it must be true or false");
    return false;
  }

  private static Map<String, Object> meta(ObjectNode response, List<String> problems) {
    if (response.hasNonNull("_meta")) {
      try {
        return ResourceJson.readObject(response, "_meta");
      } catch (ResourceException e) {
        problems.add("_meta is not kept: " + Sanitizer.sanitizeLine(e.message()));
      }
    }
    return Map.of();
  }

  private static void nameWhatIsNotKept(
      ObjectNode response, List<ContentBlock> blocks, List<String> problems) {
    for (Map.Entry<String, JsonNode> field : response.properties()) {
      String key = field.getKey();
      boolean isSaid =
          key.equals("structuredContent") && StructuredContent.isSaid(field.getValue(), blocks);
      if (!KEPT.contains(key) && !field.getValue().isNull() && !isSaid) {
        problems.add(JsonFault.cut(key) + " is not kept");
      }
    }
  }

  /**
   * MCP's {@code structuredContent}, which is for programs; the blocks are for models. Servers are
   * asked to say the same in a text; some wrap a value that is no object as {@code result}.
   */
  private static final class StructuredContent {

    private StructuredContent() {}

    /** Returns a text that says the same. */
    static TextBlock asText(JsonNode structured) {
      return new TextBlock(
          ResourceContent.text(JsonTree.text(structured)), "application/json", null);
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
}
