package dev.attache.cli.forms;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import java.io.IOException;

/** A form that snapshots are written in. Not thread-safe. */
public interface Format {

  /** Writes one snapshot. */
  void write(Snapshot snapshot) throws IOException;

  /** Takes note of something that was asked for and is not given. */
  default void omit(Outcome outcome) throws IOException {}

  /** Takes note of a line about something that was asked for and led to nothing. */
  default void omit(String line) throws IOException {}

  /** Writes what stands after all snapshots: what is not given, where the form says so there. */
  default void finish() throws IOException {}

  /** Writes what belongs to the end, and passes on what is held back. */
  void flush() throws IOException;
}
