package dev.attache.cli.forms;

import dev.attache.core.outcome.Snapshot;
import java.io.IOException;

/** A form that snapshots are written in. Not thread-safe. */
public interface Format {

  /** Writes one snapshot. */
  void write(Snapshot snapshot) throws IOException;

  /** Writes what belongs to the end, and passes on what is held back. */
  void flush() throws IOException;
}
