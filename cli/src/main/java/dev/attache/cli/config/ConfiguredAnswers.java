package dev.attache.cli.config;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings for what a tool asks: the tables {@code questions.ID} below that of the tool.
 * Immutable.
 *
 * @param questions what is set for each question, by its id
 */
public record ConfiguredAnswers(Map<String, Question> questions) {

  /** No settings. */
  public static final ConfiguredAnswers NONE = new ConfiguredAnswers(Map.of());

  private static final String QUESTIONS = "questions";
  private static final String ANSWER = "answer";
  private static final String TARGET = "target";
  private static final String ASSISTANT = "assistant";

  public ConfiguredAnswers {
    questions = Collections.unmodifiableMap(new LinkedHashMap<>(questions));
  }

  /**
   * The settings for one question of a tool.
   *
   * @param answer the answer, any JSON value but null, for which TOML has no word; null if none is
   *     set
   * @param isForAssistant whether the model is to answer it, and not the user
   */
  public record Question(@Nullable Object answer, boolean isForAssistant) {}

  /** Reads those in the table of a tool. */
  static ConfiguredAnswers of(ConfigTable tool, Console console) throws UsageException {
    ConfigTable tables = tool.table(QUESTIONS);
    var questions = new LinkedHashMap<String, Question>();
    for (String id : tables.names()) {
      ConfigTable table =
          tables
              .table(id)
              .take(ANSWER, "a value", value -> value)
              .choice(TARGET, List.of("user", ASSISTANT), "\"user\" or \"assistant\"");
      table.noteUnknown(console);
      questions.put(
          id, new Question(table.taken().get(ANSWER), ASSISTANT.equals(table.taken().get(TARGET))));
    }
    return new ConfiguredAnswers(questions);
  }

  /** Whether the model is to answer a question, and not the user. */
  public boolean isForAssistant(String question) {
    Question set = questions.get(question);
    return set != null && set.isForAssistant();
  }

  /** The answers that are set, by the ids of their questions. */
  public Map<String, Object> values() {
    var values = new LinkedHashMap<String, Object>();
    questions.forEach(
        (id, question) -> {
          if (question.answer() != null) {
            values.put(id, question.answer());
          }
        });
    return values;
  }
}
