package dev.attache.core.tool;

import dev.attache.resource.ResourceJson;
import dev.attache.resource.tool.InputRequest;

/**
 * The line about a question that was not answered: what it asks, and the option that answers it.
 */
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
        + " (schema "
        + ResourceJson.text(question.schema())
        + (question.hasDefault() ? ", default " + ResourceJson.text(question.value()) : "")
        + "); answer it with --answer "
        + question.id()
        + "=JSON";
  }
}
