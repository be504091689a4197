package dev.attache.test;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * A proof that work grows in proportion to the size of what it is done on, on any machine: the
 * processor times of two sizes are measured in turn, and only their ratio counts.
 */
public final class Growth {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final int FACTOR = 8;

  /** Twice what is in proportion; the square is 64. */
  private static final int MOST_TIMES = 16;

  /** The shortest work that the clock measures well. */
  private static final long LEAST_NANOS = 1_000_000;

  /** The number of sizes tried: one may be just too large for a cache. */
  private static final int TRIES = 4;

  private static final int ROUNDS = 5;

  private Growth() {}

  /** The work that is measured, the same each time. */
  @FunctionalInterface
  public interface Work {
    /** Does it, on this thread alone. */
    void run() throws Exception;
  }

  /** Work on anything of a size. */
  @FunctionalInterface
  public interface Sized {
    /** Prepares it, which is not measured; more than once for some sizes. */
    Work of(int size) throws Exception;
  }

  /**
   * Fails if work on {@value #FACTOR} times as much takes more than {@value #MOST_TIMES} times as
   * long, at several sizes.
   *
   * @param smallest a size to begin with; it is doubled until the work can be measured
   * @param largest a size that is never exceeded
   */
  public static void assertProportional(int smallest, int largest, Sized work) throws Exception {
    int size = smallest;
    while (least(work.of(size)) < LEAST_NANOS && 2L * FACTOR * size <= largest) {
      size *= 2;
    }
    long times = times(work, size);
    for (int tries = 1; times > MOST_TIMES && tries < TRIES; tries++) {
      size = 2L * FACTOR * size <= largest ? 2 * size : size;
      times = times(work, size);
    }
    if (times > MOST_TIMES) {
      throw new AssertionError(
          "%d is %d times %d, and takes %d times as long"
              .formatted(FACTOR * size, FACTOR, size, times));
    }
  }

  /**
   * Fails if work on a part takes more than one of so many shares of the time that the same on the
   * whole takes.
   */
  public static void assertPart(int shares, Work part, Work whole) throws Exception {
    long partNanos = least(part);
    long wholeNanos = least(whole);
    for (int round = 0; round < ROUNDS && partNanos > wholeNanos / shares; round++) {
      partNanos = Math.min(partNanos, least(part));
      wholeNanos = Math.min(wholeNanos, nanos(whole));
    }
    if (partNanos > wholeNanos / shares) {
      throw new AssertionError(
          "the part takes 1/%d of the time of the whole, not 1/%d"
              .formatted(wholeNanos / Math.max(1, partNanos), shares));
    }
  }

  /** The time of the large size divided by that of the small one. */
  private static long times(Sized work, int size) throws Exception {
    Work small = work.of(size);
    Work large = work.of(FACTOR * size);
    long smallNanos = least(small);
    long largeNanos = Long.MAX_VALUE;
    long times = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && times > MOST_TIMES; round++) {
      largeNanos = Math.min(largeNanos, nanos(large));
      smallNanos = Math.min(smallNanos, least(small));
      times = largeNanos / smallNanos;
    }
    return times;
  }

  /** The time without what was only so once: loading and compiling classes, or a cold cache. */
  private static long least(Work work) throws Exception {
    return Math.min(nanos(work), Math.min(nanos(work), nanos(work)));
  }

  private static long nanos(Work work) throws Exception {
    long start = THREADS.getCurrentThreadCpuTime();
    work.run();
    return THREADS.getCurrentThreadCpuTime() - start;
  }
}
