package dev.attache.core.run;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A moment of a monotonic clock by which something should have ended. */
public record Deadline(long nanoTime, LongSupplier clock) {

  /** The clock of this machine. */
  public static final LongSupplier CLOCK = MachineClock.NANOS;

  private enum MachineClock implements LongSupplier {
    NANOS;

    @Override
    public long getAsLong() {
      return System.nanoTime();
    }
  }

  /** Far enough for all practical purposes, and still safe to subtract. */
  private static final long FOREVER = Long.MAX_VALUE / 4;

  public static Deadline after(Duration duration) {
    return after(duration, CLOCK);
  }

  static Deadline after(Duration duration, LongSupplier clock) {
    return new Deadline(clock.getAsLong() + nanos(duration), clock);
  }

  static Deadline never(LongSupplier clock) {
    return new Deadline(clock.getAsLong() + FOREVER, clock);
  }

  Deadline orEarlier(Deadline other) {
    return nanoTime - other.nanoTime <= 0 ? this : other;
  }

  Deadline later(long nanos) {
    return new Deadline(nanoTime + nanos, clock);
  }

  public long remainingNanos() {
    return Math.max(0, nanoTime - clock.getAsLong());
  }

  public boolean isOver() {
    return nanoTime - clock.getAsLong() <= 0;
  }

  /** The nanoseconds of a duration of any length, or as many as are still safe to add to. */
  static long nanos(Duration duration) {
    return duration.compareTo(Duration.ofNanos(FOREVER)) > 0 ? FOREVER : duration.toNanos();
  }
}
