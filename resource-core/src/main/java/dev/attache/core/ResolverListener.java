package dev.attache.core;

import dev.attache.core.outcome.Outcome;
import java.time.Duration;

/**
 * A listener to the runs of a {@link Resolver}: what became of each item, in order, and the end of
 * each run. For counters, timers and logs.
 *
 * <p>It is called by the thread that reads the {@link Resolution}, as each outcome comes: what
 * takes long holds up that run. Several threads call it where several runs are read at once, so it
 * has to be thread-safe. A {@link RuntimeException} that it throws breaks nothing: the run goes on,
 * and {@link Resolver#listenerProblem} says what it was. Nothing is heard of plans.
 */
public interface ResolverListener {

  /** The listener that does nothing. */
  ResolverListener NONE = new ResolverListener() {};

  /**
   * Hears of what was read.
   *
   * @param outcome what was read, with its content if that is kept
   * @param took how long reading it took
   */
  default void resolved(Outcome.Resolved outcome, Duration took) {}

  /**
   * Hears of what was left out.
   *
   * @param outcome what was left out, and why
   * @param took how long reading it took, where it was read to find out; else zero
   */
  default void skipped(Outcome.Skipped outcome, Duration took) {}

  /**
   * Hears of what went wrong.
   *
   * @param outcome what failed, and why
   * @param took how long that took; zero where nothing was read
   */
  default void failed(Outcome.Failed outcome, Duration took) {}

  /**
   * Hears of the end of a run, once: when all has been given out, or the run was closed.
   *
   * @param took how long it took from its start
   */
  default void ended(Duration took) {}
}
