package dev.attache.core.tool;

import org.jspecify.annotations.Nullable;

/**
 * An answer to a question of a tool.
 *
 * @param value the answer, any JSON value; null is one, too
 * @param by who gave it
 */
public record QuestionAnswer(@Nullable Object value, By by) {

  /** Somebody, or something, that gives answers. */
  public enum By {
    /** An option of the command line. */
    OPTION("option"),
    /** The configuration. */
    CONFIGURATION("configuration"),
    /** The user, when asked. */
    USER("user"),
    /** The model, when asked. */
    ASSISTANT("assistant"),
    /** The tool's own default. */
    DEFAULT("default");

    private final String word;

    By(String word) {
      this.word = word;
    }

    /** The word for it in histories. */
    @Override
    public String toString() {
      return word;
    }
  }
}
