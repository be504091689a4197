package dev.attache.core.outcome;

import dev.attache.resource.ResourceUri;
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

  /**
   * {@return what else was learned when a snapshot was counted, to be kept beside the count; null
   * for nothing}
   *
   * @param address that of the snapshot
   */
  default @Nullable String learned(ResourceUri address) {
    return null;
  }

  /**
   * Takes back what was kept beside a count, in place of counting again.
   *
   * @param address that of the snapshot
   * @param learned what {@link #learned} gave for it, in this run or in another one
   */
  default void recall(ResourceUri address, String learned) {}
}
