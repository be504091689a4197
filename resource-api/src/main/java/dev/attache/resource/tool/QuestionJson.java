package dev.attache.resource.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.json.JsonTree;
import dev.attache.resource.json.WholeCharacters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A reader of the question in a block (RFD 058, "question"). Used once. */
final class QuestionJson {

  private static final int MAX_CHARACTERS = 64 << 10;
  private static final int MAX_DEPTH = 100;
  private static final int MAX_TEXT = 10_000;

  private final BlockJsonFields fields;
  private final List<String> problems = new ArrayList<>();

  QuestionJson(BlockJsonFields fields) {
    this.fields = fields;
  }

  /** What was accepted, and not as it was written. */
  List<String> problems() {
    return problems;
  }

  /**
   * Reads the question.
   *
   * @throws ResourceException if it is none, with the pointer of what is wrong
   */
  InputRequest read() throws ResourceException {
    String id = id();
    InputRequest question = InputRequest.of(id, text(), schema());
    JsonNode value = fields.node().get("default"); // a null is a value here
    if (value == null) {
      return question;
    }
    requireBounded("default", value);
    return question.withDefault(ResourceJson.readValue(value, "/question/default"));
  }

  private String id() throws ResourceException {
    String id = WholeCharacters.of(fields.requireString("id"));
    try {
      return InputRequest.requireId(id);
    } catch (IllegalArgumentException e) {
      throw fields.problem("id", String.valueOf(e.getMessage()));
    }
  }

  private String text() throws ResourceException {
    String text = WholeCharacters.of(fields.requireString("text"));
    if (text.length() > MAX_TEXT) {
      throw fields.problem("text", "must have at most " + MAX_TEXT + " characters");
    }
    String line = InputRequest.oneLine(text);
    if (!line.equals(text)) {
      problems.add("/question/text has several lines, which are joined");
    }
    return line;
  }

  private Map<String, Object> schema() throws ResourceException {
    JsonNode schema = fields.requireObject("schema").node();
    requireBounded("schema", schema);
    return fields.values("schema");
  }

  private void requireBounded(String field, JsonNode value) throws ResourceException {
    if (isDeeper(value, MAX_DEPTH)) {
      throw fields.problem(field, "must be nested at most " + MAX_DEPTH + " deep");
    }
    if (JsonTree.text(value).length() > MAX_CHARACTERS) {
      throw fields.problem(field, "must have at most 64 KiB");
    }
  }

  private static boolean isDeeper(JsonNode node, int depth) {
    if (!node.isContainerNode()) {
      return false;
    }
    if (depth == 0) {
      return true;
    }
    for (JsonNode each : node) {
      if (isDeeper(each, depth - 1)) {
        return true;
      }
    }
    return false;
  }
}
