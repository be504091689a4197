package dev.attache.resource.tool;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request for input: a question of a tool (RFD 058, {@code InputRequest}), or one of the fields
 * that an MCP server asks for (elicitation). Immutable.
 *
 * @param id what the answer is known by, 1 to {@value #MAX_ID} characters
 * @param text the question, on one line
 * @param schema the JSON Schema of the answer
 * @param value the default, any JSON value; null is one, too
 * @param hasDefault whether there is a default
 */
public record InputRequest(
    String id,
    String text,
    Map<String, Object> schema,
    @Nullable Object value,
    boolean hasDefault) {

  /** How many characters an id may have. */
  public static final int MAX_ID = 100;

  /**
   * Takes a copy of the schema.
   *
   * @param id what the answer is known by, 1 to {@value #MAX_ID} characters
   * @param text the question, on one line
   * @param schema the JSON Schema of the answer
   * @param value the default, any JSON value; null is one, too
   * @param hasDefault whether there is a default
   * @throws IllegalArgumentException if the id is blank or too long, the text has several lines, or
   *     there is a value without a default
   */
  public InputRequest {
    requireId(id);
    if (!oneLine(text).equals(text)) {
      throw new IllegalArgumentException("text must be one line");
    }
    if (value != null && !hasDefault) {
      throw new IllegalArgumentException("value must be null where there is no default");
    }
    schema = Collections.unmodifiableMap(new LinkedHashMap<>(schema));
  }

  /**
   * {@return a question without a default}
   *
   * @param id what the answer is known by, 1 to {@value #MAX_ID} characters
   * @param text the question, on one line
   * @param schema the JSON Schema of the answer
   */
  public static InputRequest of(String id, String text, Map<String, Object> schema) {
    return new InputRequest(id, text, schema, null, false);
  }

  /**
   * {@return this question with a default}
   *
   * @param answer any JSON value; null is one, too
   */
  public InputRequest withDefault(@Nullable Object answer) {
    return new InputRequest(id, text, schema, answer, true);
  }

  /** {@return this question without a default} */
  public InputRequest withoutDefault() {
    return new InputRequest(id, text, schema, null, false);
  }

  /**
   * {@return whether the answer is a secret, by its schema: {@code format: password}, or writeOnly}
   */
  public boolean isSecret() {
    return "password".equals(schema.get("format")) || Boolean.TRUE.equals(schema.get("writeOnly"));
  }

  /** The id if it is one; else an exception that says the rule. */
  static String requireId(String id) {
    if (id.isBlank() || id.codePointCount(0, id.length()) > MAX_ID) {
      throw new IllegalArgumentException(
          "must be 1 to " + MAX_ID + " characters, and not all blanks");
    }
    return id;
  }

  /** A text with a blank for each line end. */
  static String oneLine(String text) {
    return text.replaceAll("\\R", " ");
  }
}
