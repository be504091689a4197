package dev.attache.core.run;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The means of one call to a handler: time, and memory for contents that are larger than most.
 *
 * <p>Waiting for memory does not count as time, nor does the conversion of a document, which has a
 * limit of its own: it is not the item's. Thread-safe.
 */
public final class ItemBudget implements InFlightQueue.Room {

  private final Duration limit;
  private final InFlightQueue.@Nullable Room room;
  private Deadline deadline;
  private long stoppedNanos; // when its clock was stopped

  /**
   * @param limit the time that the item was given, as people know it
   * @param room null for as much as anybody wants
   */
  ItemBudget(Duration limit, Deadline deadline, InFlightQueue.@Nullable Room room) {
    this.limit = limit;
    this.deadline = deadline;
    this.room = room;
  }

  /** An allowance of time only, from now on. */
  public static ItemBudget within(Duration limit) {
    return new ItemBudget(limit, Deadline.after(limit), null);
  }

  /** Returns the means of a call within this one: no more time, and memory from the same place. */
  ItemBudget within(Duration shorter, LongSupplier clock) {
    Deadline end = Deadline.after(shorter, clock).orEarlier(deadline());
    return new ItemBudget(shorter, end, room == null ? null : this);
  }

  /** {@return the time that the item was given, without what does not count} */
  public Duration limit() {
    return limit;
  }

  synchronized Deadline deadline() {
    return deadline;
  }

  /** Waits until so many bytes more may be held; an interrupted thread does not, and stays so. */
  void takeRoom(long bytes) {
    try {
      take(bytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public long take(long bytes) throws InterruptedException {
    long waited = room == null ? 0 : room.take(bytes);
    extend(waited);
    return waited;
  }

  /** Stops the clock of the item for what has a limit of its own. */
  @Override
  public void stopClock() {
    if (room != null) {
      room.stopClock();
    }
    synchronized (this) {
      stoppedNanos = deadline.clock().getAsLong();
    }
  }

  @Override
  public void startClock() {
    synchronized (this) {
      extend(deadline.clock().getAsLong() - stoppedNanos);
    }
    if (room != null) {
      room.startClock();
    }
  }

  private synchronized void extend(long nanos) {
    deadline = deadline.later(nanos);
  }
}
