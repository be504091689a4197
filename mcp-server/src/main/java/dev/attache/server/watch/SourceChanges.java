package dev.attache.server.watch;

import dev.attache.core.outcome.Snapshot;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A way to have somebody else tell when a source changes that cannot be looked at cheaply, such as
 * the resource of a server. Thread-safe.
 */
@FunctionalInterface
public interface SourceChanges {

  /** Nobody tells anything. */
  SourceChanges NONE = (snapshot, changed) -> null;

  /**
   * Has somebody tell when the source of a snapshot changes, for which the user of this machine
   * asked. May wait for them to agree.
   *
   * @param snapshot what was read of the source
   * @param changed is run when the source may have changed, on any thread, and returns at once
   * @return what ends it when it is run; null if nobody can tell of this source
   * @throws IOException if somebody should be able to and is not, saying why
   */
  @Nullable Runnable onChange(Snapshot snapshot, Runnable changed) throws IOException;
}
