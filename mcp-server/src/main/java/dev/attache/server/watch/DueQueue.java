package dev.attache.server.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The queue of what is to be checked, and when; and the thread that does it, which is there only
 * while something is due soon or later. Thread-safe.
 *
 * @param <T> what is checked, compared by identity
 */
final class DueQueue<T> implements AutoCloseable {

  private static final long IDLE_MILLIS = 2000;

  private final String name;
  private final WatchClock clock;
  private final long horizon;
  private final int most;
  private final Consumer<List<T>> check;
  private final Map<T, Long> due = new HashMap<>();
  private @Nullable Thread thread;
  private boolean isChecking;
  private boolean isClosed;

  /**
   * @param horizon how soon something else must be due to be checked along with what is due
   * @param most how many are checked at once
   * @param check is given what is due, and forgotten here then
   */
  DueQueue(String name, WatchClock clock, Duration horizon, int most, Consumer<List<T>> check) {
    this.name = name;
    this.clock = clock;
    this.horizon = horizon.toNanos();
    this.most = most;
    this.check = check;
  }

  /** Has something checked at this time of its clock, and at no other. */
  synchronized void schedule(T item, long time) {
    due.remove(item);
    scheduleBy(item, time);
  }

  /** Has something checked at this time, or sooner if it is due sooner already. */
  synchronized void scheduleBy(T item, long time) {
    if (isClosed) {
      return;
    }
    due.merge(item, time, (known, other) -> known - other < 0 ? known : other);
    if (thread == null) {
      start();
    }
    notifyAll();
  }

  private void start() {
    var started = new Thread(this::run, name);
    started.setDaemon(true);
    started.start();
    thread = started;
  }

  /** Has something checked no more. */
  synchronized void remove(T item) {
    due.remove(item);
  }

  /** Checks nothing more, and interrupts the check that goes on. */
  @Override
  public synchronized void close() {
    isClosed = true;
    due.clear();
    notifyAll();
    if (thread != null) {
      thread.interrupt();
    }
  }

  private void run() {
    try {
      for (List<T> items = next(); !items.isEmpty(); items = next()) {
        check.accept(items);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      leave();
    }
  }

  /** A thread that ends, whatever the reason, leaves what is due to another one. */
  private synchronized void leave() {
    isChecking = false;
    thread = null;
    if (!due.isEmpty() && !isClosed) {
      start();
    }
  }

  /** Waits until something is due; empty if nothing will be. */
  private synchronized List<T> next() throws InterruptedException {
    isChecking = false;
    while (!isClosed) {
      if (due.isEmpty()) {
        wait(IDLE_MILLIS);
        if (due.isEmpty()) {
          return List.of();
        }
      }
      long now = clock.now();
      long soonest = Long.MAX_VALUE;
      for (long time : due.values()) {
        soonest = Math.min(soonest, time - now);
      }
      if (soonest <= 0) {
        return take(now + horizon);
      }
      wait(clock.millis(soonest));
    }
    return List.of();
  }

  private List<T> take(long until) {
    var items = new ArrayList<T>();
    due.entrySet().stream()
        .filter(entry -> entry.getValue() - until <= 0)
        .sorted(Map.Entry.comparingByValue())
        .limit(most)
        .forEach(entry -> items.add(entry.getKey()));
    items.forEach(due::remove);
    isChecking = true;
    return items;
  }

  /** Whether nothing is due yet, and nothing is being checked. */
  synchronized boolean isIdle() {
    long now = clock.now();
    return !isChecking && due.values().stream().allMatch(time -> time - now > 0);
  }
}
