package dev.attache.cli;

import dev.attache.core.Outcome;
import java.io.IOException;

/** How a plan is written. Not thread-safe. */
interface PlanFormat {

  /** Writes something that would be attached. */
  void attach(Outcome.Planned planned) throws IOException;

  /** Writes something that would be left out. */
  void skip(Outcome.Skipped skipped) throws IOException;

  /** Writes what belongs to the end. */
  void end() throws IOException;
}
