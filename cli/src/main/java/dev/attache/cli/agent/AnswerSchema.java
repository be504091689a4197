package dev.attache.cli.agent;

import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.terminal.UsageException;
import dev.attache.schemas.JsonSchemas;
import java.util.List;
import java.util.Map;

/** The JSON Schema that an answer has to follow. */
final class AnswerSchema {

  private static final String FENCE = "```";

  private final Map<String, Object> schema;
  private final JsonSchemas schemas = new JsonSchemas();

  AnswerSchema(Map<String, Object> schema) {
    this.schema = schema;
  }

  /** Returns what is wrong with an answer, a phrase each; empty if nothing is. */
  List<String> problems(String answer) {
    try {
      return schemas.problems(schema, GivenJson.value("the answer", json(answer)));
    } catch (UsageException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  /** Returns the JSON of an answer, which some models put into a fence. */
  static String json(String answer) {
    String text = answer.strip();
    int begin = text.indexOf('\n');
    return text.startsWith(FENCE) && text.endsWith(FENCE) && begin > 0
        ? text.substring(begin + 1, text.length() - FENCE.length()).strip()
        : text;
  }

  /** Returns what the model is asked when its answer was wrong. */
  static String repair(List<String> problems) {
    return "Your answer does not fit the schema: "
        + String.join("; ", problems)
        + ". Answer again, with nothing but the JSON.";
  }
}
