package dev.attache.resource.tool;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A type of answers for which a question needs no schema of its own (RFD 058, "Question schema").
 * Immutable.
 */
public final class AnswerType {

  /** Yes or no. */
  public static final AnswerType BOOLEAN = new AnswerType(Map.of("type", "boolean"));

  /** A line of text. */
  public static final AnswerType TEXT = new AnswerType(Map.of("type", "string"));

  private final Map<String, Object> schema;

  private AnswerType(Map<String, Object> schema) {
    this.schema = schema;
  }

  /**
   * {@return the type of answers that are one of several texts}
   *
   * @param options the texts, in the order in which they are shown
   * @throws IllegalArgumentException if there is none to choose from
   */
  public static AnswerType select(List<String> options) {
    if (options.isEmpty()) {
      throw new IllegalArgumentException("options () must not be empty");
    }
    var schema = new LinkedHashMap<String, Object>();
    schema.put("type", "string");
    schema.put("enum", List.copyOf(options));
    return new AnswerType(Collections.unmodifiableMap(schema));
  }

  /** {@return the JSON Schema of the answers} */
  public Map<String, Object> schema() {
    return schema;
  }
}
