package dev.attache.cli.resolve;

import dev.attache.core.outcome.Outcome;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A form that a plan is written in. Not thread-safe. */
interface PlanFormat {

  /**
   * Writes something that would be attached.
   *
   * @param use what would be started or connected to for it, if it may be; null if none would
   */
  void attach(Outcome.Planned planned, @Nullable PlannedUse use) throws IOException;

  /** Writes something that would be left out. */
  void skip(Outcome.Skipped skipped) throws IOException;

  /** Writes what belongs to the end. */
  void end() throws IOException;
}
