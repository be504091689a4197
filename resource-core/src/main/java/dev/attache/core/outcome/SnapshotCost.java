package dev.attache.core.outcome;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

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

  /**
   * {@return a name under which a count may be kept: where it is the same, with the same program,
   * so is the count of the same snapshot, whenever it was captured; null if that cannot be
   * promised}
   */
  default @Nullable String name() {
    return null;
  }
}
