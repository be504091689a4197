package dev.attache.cli.forms;

import dev.attache.budget.Cuts;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import java.io.IOException;

/** A form that snapshots are written in. Not thread-safe. */
public interface Format {

  /** Writes one snapshot. */
  void write(Snapshot snapshot) throws IOException;

  /** Writes one snapshot, of which it is known what led to it. */
  default void write(Outcome.Resolved resolved) throws IOException {
    write(resolved.snapshot());
  }

  /** Takes note of something that was asked for and is not given. */
  default void omit(Outcome outcome) throws IOException {}

  /** Takes note of a line about something that was asked for and led to nothing. */
  default void omit(String line) throws IOException {}

  /** Takes note of what a limit in tokens left out of a directory, and of the line about it. */
  default void omit(Cuts.Sum sum, String line) throws IOException {
    omit(line);
  }

  /** Writes what stands after all snapshots: what is not given, where the form says so there. */
  default void finish() throws IOException {}

  /** Writes what belongs to the end, and passes on what is held back. */
  void flush() throws IOException;
}
