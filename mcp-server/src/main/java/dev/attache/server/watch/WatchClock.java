package dev.attache.server.watch;

/** The time that a watch goes by: that of the system, or one that a test lets pass. Thread-safe. */
@FunctionalInterface
interface WatchClock {

  WatchClock SYSTEM = System::nanoTime;

  /** Nanoseconds since some moment. */
  long now();

  /** How many milliseconds to wait until so many nanoseconds may have passed. */
  default long millis(long nanos) {
    return nanos / 1_000_000 + 1;
  }
}
