package dev.attache.core.tool;

import dev.attache.resource.ResourceJson;
import dev.attache.resource.tool.InputRequest;

/** The line about a question that was not answered: what it asks, and what answers it. */
public final class QuestionText {

  private QuestionText() {}

  /**
   * {@return the line}
   *
   * @param question the question; its default is named if it has one
   */
  public static String of(InputRequest question) {
    return question.id()
        + ": "
        + question.text()
        + schema(question)
        + "; answer it with --answer "
        + question.id()
        + "=JSON";
  }

  /**
   * {@return the line of what a tool asks that a model has called}
   *
   * @param tool what the model calls the tool, as the configuration does
   * @param question the question; its default is named if it has one
   */
  public static String inConfiguration(String tool, InputRequest question) {
    String id = question.id();
    String key = id.matches("[A-Za-z0-9_-]+") ? id : ResourceJson.text(id);
    return id
        + ": "
        + question.text()
        + "; set its answer in [tools."
        + tool
        + ".questions."
        + key
        + "]"
        + schema(question);
  }

  private static String schema(InputRequest question) {
    return " (schema "
        + ResourceJson.text(question.schema())
        + (question.hasDefault() ? ", default " + ResourceJson.text(question.value()) : "")
        + ")";
  }
}
