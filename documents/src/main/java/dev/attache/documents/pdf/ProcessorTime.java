package dev.attache.documents.pdf;

import java.time.Duration;

/**
 * The processor time of this process from now on, which can be asked for all the time: the system
 * is asked no sooner than all processors together could have used up a limit. Where it does not
 * tell, time is that of the wall. Not thread-safe.
 */
final class ProcessorTime {

  private final long before = usedNanos();
  private long nextLook = System.nanoTime();

  /** Whether more has been used; always asked with the same limit. */
  boolean isOver(long limitNanos) {
    long now = System.nanoTime();
    if (now - nextLook < 0) {
      return false;
    }
    long left = limitNanos - (usedNanos() - before);
    nextLook = now + left / Runtime.getRuntime().availableProcessors();
    return left < 0;
  }

  private static long usedNanos() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .map(Duration::toNanos)
        .orElseGet(System::nanoTime);
  }
}
