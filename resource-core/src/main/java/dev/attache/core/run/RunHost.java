package dev.attache.core.run;

import dev.attache.types.TypeDetector;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The surroundings of runs, which a program may replace by its own. Immutable.
 *
 * @param executor what runs their threads; null for threads of their own
 * @param clock the time at which things are read
 * @param types the rules for MIME types
 * @param indexes the directory of what was read before; null if that is not kept
 */
public record RunHost(
    @Nullable Executor executor, Clock clock, TypeDetector types, @Nullable Path indexes) {

  /** Threads of each run's own, the time of the machine, and the usual types. */
  public static final RunHost STANDARD =
      new RunHost(null, Clock.systemUTC(), TypeDetector.standard(), null);
}
