package dev.attache.cli.resolve;

import dev.attache.core.outcome.Outcome;
import dev.attache.model.Rung;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A form that a plan is written in. Not thread-safe. */
interface PlanFormat {

  /**
   * Writes something that would be attached.
   *
   * @param tokens what it costs as a part of a prompt, or -1 if nobody has read it
   * @param use what would be started or connected to for it, if it may be; null if none would
   */
  void attach(Outcome.Planned planned, long tokens, @Nullable PlannedUse use) throws IOException;

  /** Writes something that would be left out. */
  void skip(Outcome.Skipped skipped) throws IOException;

  /** Takes note of something that cannot be had. */
  default void fail(Outcome.Failed failed) {}

  /** Writes what belongs to the end. */
  void end() throws IOException;

  /**
   * What becomes of an item: {@code named} is what a prompt has no text of, or a model is not
   * given, and {@code convert} what it is given as Markdown.
   *
   * @param rung what a model would be given; null if nobody asks
   */
  static String action(Outcome.Planned planned, @Nullable PlannedUse use, @Nullable Rung rung) {
    if (use != null) {
      return use.action();
    }
    boolean isShown =
        rung != null ? rung.as() != Rung.As.PLACEHOLDER : !Boolean.FALSE.equals(planned.text());
    boolean isText = rung == null || rung.as() == Rung.As.TEXT;
    if (planned.isConverted() && isText) {
      return "convert";
    }
    return isShown ? "attach" : "named";
  }
}
