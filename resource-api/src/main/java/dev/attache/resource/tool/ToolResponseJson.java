package dev.attache.resource.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.json.JsonFault;
import dev.attache.resource.json.JsonTree;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
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

  /** What has a place in a response, or says only what kind of message it is (MCP 2026-07-28). */
  private static final Set<String> KEPT =
      Set.of("content", "isError", "is_error", "_meta", "structuredContent", "resultType");

  /** What a response without {@code content} has (MCP, {@code CallToolResult}). */
  private static final Set<String> RESPONSE =
      Set.of("structuredContent", "isError", "_meta", "resultType");

  private ToolResponseJson() {}

  /**
   * What was read.
   *
   * @param response the blocks that could be read, in order; resources under canonical URIs
   * @param problems what could not be read or is not kept, a line each
   */
  public record Parsed(ToolResponse response, List<String> problems) {
    /**
     * Takes a copy of the problems.
     *
     * @param response the blocks that could be read, in order
     * @param problems what could not be read or is not kept, a line each
     */
    public Parsed {
      problems = List.copyOf(problems);
    }
  }

  /** What makes URIs of tools canonical. */
  @FunctionalInterface
  public interface Canonicalizer {

    /** Leaves each URI as it is, for those of a server are the server's own. */
    Canonicalizer AS_GIVEN = Canonicalizer::given;

    /**
     * {@return the canonical URI}
     *
     * @param uri as the tool wrote it
     * @throws ResourceException if it is none, saying why
     */
    ResourceUri canonicalize(String uri) throws ResourceException;

    private static ResourceUri given(String uri) throws ResourceException {
      try {
        return ResourceUri.of(uri);
      } catch (IllegalArgumentException e) {
        throw ResourceException.of(
            ResourceException.Kind.INVALID_URI, uri, String.valueOf(e.getMessage()), e);
      }
    }
  }

  /**
   * Reads what a tool printed; what is no JSON object of a response is a text.
   *
   * @param printed all of its output, in UTF-8
   * @param canonicalizer asked for each URI of a resource
   * @return what could be read, and what could not
   */
  public static Parsed parse(byte[] printed, Canonicalizer canonicalizer) {
    var problems = new ArrayList<String>();
    Text text = decoded(printed, problems);
    ObjectNode response = response(text.value(), problems);
    if (response == null) {
      return new Parsed(ToolResponse.of(new TextBlock(text, null, null)), problems);
    }
    return read(response, canonicalizer, problems);
  }

  /**
   * Reads a response that is JSON already: MCP's {@code CallToolResult} or the same of a program.
   *
   * @param response an object; what is in it and not as it must be comes to a problem
   * @param canonicalizer asked for each URI of a resource
   * @return what could be read, and what could not
   */
  public static Parsed read(JsonNode response, Canonicalizer canonicalizer) {
    return read(response, canonicalizer, new ArrayList<>());
  }

  /**
   * Reads a response that is an object of JSON values already, as a client of MCP has it.
   *
   * @param response JSON values by name
   * @param canonicalizer asked for each URI of a resource
   * @return what could be read, and what could not
   * @throws UncheckedIOException if it is nested deeper than {@link JsonTree#MAX_DEPTH}
   */
  public static Parsed read(Map<String, Object> response, Canonicalizer canonicalizer) {
    var json = new StringWriter();
    try (JsonGenerator generator = JsonTree.generator(json)) {
      ResourceJson.writeObjectTo(generator, response);
      generator.flush();
      return read(JsonTree.parse(json.toString()), canonicalizer);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // deeper than what a client reads
    }
  }

  private static Parsed read(
      JsonNode response, Canonicalizer canonicalizer, List<String> problems) {
    List<ContentBlock> blocks =
        new BlocksJson(canonicalizer, problems).read(response.path("content"));
    boolean isError = isError(response, problems);
    Map<String, Object> meta = meta(response, problems);
    nameWhatIsNotKept(response, problems);
    var whole = new ToolResponse(blocks, isError, meta, structured(response));
    ResponseMeta.check(whole, problems::add);
    return new Parsed(whole, problems);
  }

  private static @Nullable ResourceContent structured(JsonNode response) {
    return response.hasNonNull("structuredContent")
        ? ResourceContent.text(JsonTree.text(response.get("structuredContent")))
        : null;
  }

  /**
   * Reads what a tool printed if it is JSON of a response; empty if it is a text.
   *
   * @param printed all of its output, in UTF-8
   * @param canonicalizer asked for each URI of a resource
   * @return what could be read, and what could not; empty if it is a text
   */
  public static Optional<Parsed> parseResponse(byte[] printed, Canonicalizer canonicalizer) {
    var problems = new ArrayList<String>();
    Text text = Text.parseUtf8(printed, 0, printed.length).orElse(null);
    ObjectNode response = text == null ? null : response(text.value(), problems);
    return response == null
        ? Optional.empty()
        : Optional.of(read(response, canonicalizer, problems));
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

  private static boolean isError(JsonNode response, List<String> problems) {
    String field = response.hasNonNull("isError") ? "isError" : "is_error";
    JsonNode flag = response.path(field);
    if (flag.isBoolean() || flag.isNull() || flag.isMissingNode()) {
      return flag.booleanValue();
    }
    problems.add(field + " is not kept: it must be true or false");
    return false;
  }

  private static Map<String, Object> meta(JsonNode response, List<String> problems) {
    if (response.hasNonNull("_meta")) {
      try {
        return ResourceJson.readObject(response, "_meta");
      } catch (ResourceException e) {
        problems.add("_meta is not kept: " + JsonFault.cut(e.message()));
      }
    }
    return Map.of();
  }

  private static void nameWhatIsNotKept(JsonNode response, List<String> problems) {
    for (Map.Entry<String, JsonNode> field : response.properties()) {
      if (!KEPT.contains(field.getKey()) && !field.getValue().isNull()) {
        problems.add(JsonFault.cut(field.getKey()) + " is not kept");
      }
    }
  }
}
