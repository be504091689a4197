package dev.attache.cli.run;

import dev.attache.cli.terminal.Console;
import dev.attache.resource.spi.TransferProgress;
import dev.attache.support.text.OneLine;
import dev.attache.support.text.SizeText;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A line that shows how far a run is, refreshed a few times a second on a terminal. Only {@link
 * #received} may be called by several threads.
 */
public final class ProgressLine implements TransferProgress {

  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int WIDTH = 79;

  private final Console console;
  private final boolean shown;
  private final AtomicLong received = new AtomicLong();
  private long next = System.nanoTime() + INTERVAL_NANOS;
  private long items;
  private long bytes;
  private String label = "";

  ProgressLine(Console console, boolean shown) {
    this.console = console;
    this.shown = shown;
  }

  /** Whether anybody sees it. */
  boolean isShown() {
    return shown;
  }

  /** Counts bytes of items that are still on their way; shown with the next refresh. */
  @Override
  public void received(long more) {
    received.addAndGet(more);
  }

  /** Counts an item that is done. */
  void add(String name, long size) {
    items++;
    bytes += size;
    label = name;
    refresh();
  }

  /** Shows what has been counted, if anything, unless that was done just now. */
  void refresh() {
    boolean isUnderWay = items > 0 || received.get() > 0;
    if (shown && isUnderWay && System.nanoTime() - next >= 0) {
      next = System.nanoTime() + INTERVAL_NANOS;
      String line = items + " items, " + SizeText.of(bytes) + transferred() + "  " + label;
      console.progress(OneLine.beginning(line, WIDTH));
    }
  }

  private String transferred() {
    long total = received.get();
    return total == 0 ? "" : " (" + SizeText.of(total) + " received)";
  }

  /** Whether nothing was done. */
  public boolean isEmpty() {
    return items == 0;
  }

  void end() {
    console.clearProgress();
  }
}
