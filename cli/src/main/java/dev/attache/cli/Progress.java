package dev.attache.cli;

import java.util.concurrent.TimeUnit;

/** A line that shows how far a run is, refreshed a few times a second on a terminal. */
final class Progress {

  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int WIDTH = 79;

  private final Console console;
  private final boolean shown;
  private long next = System.nanoTime() + INTERVAL_NANOS;
  private long items;
  private long bytes;

  Progress(Console console, boolean shown) {
    this.console = console;
    this.shown = shown;
  }

  /** Counts an item that is done. */
  void add(String label, long size) {
    items++;
    bytes += size;
    if (shown && System.nanoTime() - next >= 0) {
      next = System.nanoTime() + INTERVAL_NANOS;
      String line = items + " items, " + Sizes.format(bytes) + "  " + label;
      console.progress(line.length() > WIDTH ? line.substring(0, WIDTH) : line);
    }
  }

  /** Whether nothing was done. */
  boolean isEmpty() {
    return items == 0;
  }

  void end() {
    console.clearProgress();
  }
}
