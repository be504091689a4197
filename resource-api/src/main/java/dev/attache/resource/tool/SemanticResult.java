package dev.attache.resource.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.JsonValues;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.json.JsonTree;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A result of a tool that says of what kind it is, so that it can be shown to people as more than
 * JSON. It holds data and hints, and never code. Immutable and thread-safe.
 *
 * @param kind what it is: one of {@link #KNOWN_KINDS}, or any other name that {@link #isKind}
 * @param data the result itself, a JSON value; what it looks like depends on the kind
 * @param summary the result in a line; null if the tool gives none
 * @param mimeType the type of the data; null if the tool does not say
 * @param display how it likes to be shown
 */
public record SemanticResult(
    String kind,
    @Nullable Object data,
    @Nullable String summary,
    @Nullable String mimeType,
    DisplayHints display) {

  /** The key in {@code _meta} of a tool's answer under which the result for people stands. */
  public static final String VIEW = "dev.attache/view";

  /** The kinds whose data everybody knows, which no renderer can claim. */
  public static final Set<String> KNOWN_KINDS =
      Set.of("text", "diff", "file_content", "file_list", "table", "image", "structured");

  /** How many characters the name of a kind has at most. */
  public static final int MAX_KIND = 100;

  /** Larger results are not kept to be shown again. */
  public static final int MAX_VIEW = 1 << 20;

  private static final Pattern KIND = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*");

  /**
   * Takes a deep copy of the data.
   *
   * @param kind what it is: one of {@link #KNOWN_KINDS}, or any other name that {@link #isKind}
   * @param data the result itself, a JSON value
   * @param summary the result in a line; null if the tool gives none
   * @param mimeType the type of the data; null if the tool does not say
   * @param display how it likes to be shown
   * @throws IllegalArgumentException if the kind is none, or the data is no JSON value
   */
  public SemanticResult {
    if (!isKind(kind)) {
      throw new IllegalArgumentException(
          "kind ("
              + kind
              + ") must match "
              + KIND
              + " and have at most "
              + MAX_KIND
              + " characters");
    }
    data = JsonValues.copyOf(data, "data");
  }

  /**
   * {@return a result without summary, type and hints}
   *
   * @param kind one of {@link #KNOWN_KINDS}, or any other name that {@link #isKind}
   * @param data a JSON value, copied deeply; null is JSON's own
   */
  public static SemanticResult of(String kind, @Nullable Object data) {
    return new SemanticResult(kind, data, null, null, DisplayHints.NONE);
  }

  /**
   * {@return whether a name can be that of a kind: lower-case words with dots between them}
   *
   * @param name any text
   */
  public static boolean isKind(String name) {
    return name.length() <= MAX_KIND && KIND.matcher(name).matches();
  }

  /**
   * What was read.
   *
   * @param result the result; null if what was read is none, but JSON or an answer like any other
   * @param problems what is not as it must be and was ignored, a line each that begins with its
   *     JSON pointer
   */
  public record Reading(@Nullable SemanticResult result, List<String> problems) {

    static final Reading NOTHING = new Reading(null, List.of());

    /**
     * Takes a copy of the problems.
     *
     * @param result the result; null if what was read is none, but JSON or an answer like any other
     * @param problems what is not as it must be and was ignored, a line each that begins with its
     *     JSON pointer
     */
    public Reading {
      problems = List.copyOf(problems);
    }
  }

  /**
   * Reads the object of a result, also in the older form that has the fields of its data beside the
   * kind.
   *
   * @param object JSON values by name
   * @return the result, and what of it was ignored; none if the object says no kind
   */
  public static Reading read(Map<String, Object> object) {
    return new SemanticResultReader("").read(object);
  }

  /**
   * Finds the result for people in what a tool answered: in {@code _meta} under {@link #VIEW}, as
   * {@code structuredContent}, or as the whole object, if that has no {@code content} of blocks.
   *
   * @param answer the object of an answer: MCP's {@code CallToolResult}, or any other
   * @return the result, and what of it was ignored
   */
  public static Reading find(Map<String, Object> answer) {
    return SemanticResultReader.find(answer);
  }

  /** Reads a result for people from JSON; returns null if it is something else. */
  static @Nullable SemanticResult of(ResourceContent json) {
    try (InputStream in = json.open()) {
      String text = new String(in.readAllBytes(), UTF_8);
      if (!text.contains("\"kind\"")) {
        return null;
      }
      return ResourceJson.readValue(JsonTree.parse(text), "") instanceof Map<?, ?> fields
          ? find(Map.of("structuredContent", fields)).result()
          : null;
    } catch (IOException e) {
      return null; // reported where it is shown
    }
  }

  /** {@return whether people are not shown it} */
  public boolean isHidden() {
    return display.preferredView() == DisplayHints.View.HIDDEN;
  }

  /**
   * {@return what a model is given: the summary, an empty line, and the content of a text, a file
   * or a change, of all else the data as compact JSON} Of a hidden result it is the summary alone.
   */
  public String forModel() {
    return ResultResponse.text(this);
  }

  /**
   * {@return the answer of a tool that has nothing but this: its text for models, an image as one,
   * and in {@code _meta}, unless it is larger than {@value #MAX_VIEW} characters of JSON, what it
   * is shown to people by}
   */
  public ToolResponse toResponse() {
    return ResultResponse.of(this);
  }

  /** {@return its JSON object, in the order of the fields, without those that are not there} */
  public Map<String, Object> toMap() {
    var map = new LinkedHashMap<String, Object>();
    map.put("kind", kind);
    putData(map);
    put(map, "summary", summary);
    put(map, "mimeType", mimeType);
    if (!display.equals(DisplayHints.NONE)) {
      map.put("display", display.toMap());
    }
    return map;
  }

  @SuppressWarnings("NullAway") // JSON has null, and the map's values are JSON
  private void putData(Map<String, Object> map) {
    map.put("data", data);
  }

  static void put(Map<String, Object> map, String key, @Nullable Object value) {
    if (value != null) {
      map.put(key, value);
    }
  }
}
