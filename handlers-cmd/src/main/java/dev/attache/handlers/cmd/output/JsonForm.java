package dev.attache.handlers.cmd.output;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.handlers.cmd.output.JsonOutputException.Found;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.tool.SemanticResult;
import dev.attache.support.json.LenientValues;
import dev.attache.support.text.OneLine;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A form in which a program may print resources. */
enum JsonForm {
  /** The result of {@code resources/read}: {@code {"contents": […]}} (MCP 2025-11-25). */
  CONTENTS,
  /** The response of a tool: {@code {"content": […]}} (RFD 058). */
  RESPONSE,
  /** One resource (RFD 065). */
  RESOURCE,
  /** An array of resources. */
  RESOURCES,
  /** A result for people ({@link SemanticResult}). */
  RESULT;

  private static final String EXPECTED =
      " must be {\"contents\": [...]} as of MCP's resources/read, {\"content\": [...]} as of a"
          + " tool's response, a resource {\"uri\": ..., \"text\" or \"blob\": ...}, an array of"
          + " resources, or a result {\"kind\": ..., \"data\": ...}";

  private static final String BAD_KIND =
      "printed JSON in which /kind must be lower-case words joined by _ and ., such as git.status,"
          + " of at most "
          + SemanticResult.MAX_KIND
          + " characters";

  private static final int MAX_KEYS = 5;
  private static final int MAX_KEY = 40;

  /**
   * Returns the form of what was printed.
   *
   * @param isExpected whether it has to have one; if not, it has to look so inside, too, because
   *     JSON about other things may well have a {@code content}
   * @throws JsonOutputException if it has none
   */
  static JsonForm of(JsonNode root, boolean isExpected) throws JsonOutputException {
    JsonForm form = root.isArray() ? ofArray(root, isExpected) : ofObject(root, isExpected);
    if (form == null) {
      throw problem(root);
    }
    return form;
  }

  private static @Nullable JsonForm ofArray(JsonNode root, boolean isExpected) {
    boolean looksSo =
        !root.isEmpty()
            && all(root).stream().allMatch(each -> each.path("uri").isTextual())
            && all(root).stream().anyMatch(JsonForm::hasContent);
    return isExpected || looksSo ? RESOURCES : null;
  }

  private static @Nullable JsonForm ofObject(JsonNode root, boolean isExpected) {
    JsonNode contents = root.path("contents");
    JsonNode content = root.path("content");
    if (contents.isArray() && (isExpected || looksLikeContents(contents))) {
      return CONTENTS;
    }
    if (content.isArray() && (isExpected || looksLikeBlocks(content))) {
      return RESPONSE;
    }
    boolean looksSo = hasContent(root) && (isExpected || root.path("uri").isTextual());
    if (looksSo) {
      return RESOURCE;
    }
    return result(root).result() == null ? null : RESULT;
  }

  /** What is read of an object if it is a result for people. */
  static SemanticResult.Reading result(JsonNode root) {
    try {
      return SemanticResult.read(LenientValues.object(ResourceJson.readValue(root, "")));
    } catch (ResourceException e) {
      return SemanticResult.read(Map.of()); // it has a number that nobody can hold
    }
  }

  private static boolean looksLikeContents(JsonNode contents) {
    return contents.isEmpty()
        || all(contents).stream()
            .anyMatch(each -> each.path("uri").isTextual() || hasContent(each));
  }

  private static boolean looksLikeBlocks(JsonNode content) {
    return content.isEmpty()
        || all(content).stream().anyMatch(each -> each.path("type").isTextual());
  }

  private static boolean hasContent(JsonNode node) {
    return node.path("text").isTextual() || node.path("blob").isTextual();
  }

  private static List<JsonNode> all(JsonNode array) {
    var all = new ArrayList<JsonNode>(array.size());
    array.forEach(all::add);
    return all;
  }

  private static JsonOutputException problem(JsonNode root) {
    for (String key : List.of("contents", "content")) {
      if (root.has(key)) {
        return new JsonOutputException(
            Kind.FAILED, "printed JSON in which /" + key + " must be an array", Found.OTHER_JSON);
      }
    }
    if (root.isObject() && !result(root).problems().isEmpty()) {
      return new JsonOutputException(Kind.FAILED, BAD_KIND, Found.OTHER_JSON);
    }
    String message = "printed JSON whose root" + EXPECTED + "; it is " + kind(root);
    return new JsonOutputException(Kind.FAILED, message, Found.OTHER_JSON);
  }

  private static String kind(JsonNode root) {
    if (!root.isObject()) {
      return "a " + root.getNodeType().name().toLowerCase(Locale.ROOT);
    }
    var keys = new ArrayList<String>();
    for (Iterator<String> names = root.fieldNames(); names.hasNext() && keys.size() < MAX_KEYS; ) {
      keys.add("\"" + OneLine.words(names.next(), MAX_KEY) + "\"");
    }
    return keys.isEmpty() ? "an empty object" : "an object with " + String.join(", ", keys);
  }
}
