package dev.attache.core;

import java.time.Duration;

/** A moment of the monotonic clock by which something should have ended. */
record Deadline(long nanoTime) {

  /** Far enough for all practical purposes, and still safe to subtract. */
  private static final long FOREVER = Long.MAX_VALUE / 4;

  static Deadline after(Duration duration) {
    return new Deadline(System.nanoTime() + nanos(duration));
  }

  static Deadline never() {
    return new Deadline(System.nanoTime() + FOREVER);
  }

  Deadline orEarlier(Deadline other) {
    return nanoTime - other.nanoTime <= 0 ? this : other;
  }

  Deadline later(long nanos) {
    return new Deadline(nanoTime + nanos);
  }

  long remainingNanos() {
    return Math.max(0, nanoTime - System.nanoTime());
  }

  boolean isOver() {
    return nanoTime - System.nanoTime() <= 0;
  }

  /** The nanoseconds of a duration of any length, or as many as are still safe to add to. */
  static long nanos(Duration duration) {
    return duration.compareTo(Duration.ofNanos(FOREVER)) > 0 ? FOREVER : duration.toNanos();
  }
}
