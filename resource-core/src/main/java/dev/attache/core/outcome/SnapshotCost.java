package dev.attache.core.outcome;

import java.io.IOException;

/** The tokens that a snapshot costs in the form in which it will be sent. Thread-safe. */
@FunctionalInterface
public interface SnapshotCost {

  /**
   * {@return how many tokens it costs, with all that stands around its content}
   *
   * @param snapshot what was read, with its content
   * @throws IOException if its content cannot be read
   */
  long of(Snapshot snapshot) throws IOException;
}
