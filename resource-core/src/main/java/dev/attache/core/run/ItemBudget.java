package dev.attache.core.run;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The means of one call to a handler: time, and memory for contents that are larger than most.
 *
 * <p>Waiting for memory does not count as time: it is not the item's own. Thread-safe.
 */
public final class ItemBudget {

  private final Duration limit;
  private final @Nullable Room room;
  private Deadline deadline;

  /** Where memory is handed out. */
  interface Room {

    /**
     * Waits until so many bytes more may be held.
     *
     * @return the nanoseconds that it waited
     * @throws InterruptedException if nobody wants the item any more
     */
    long take(long bytes) throws InterruptedException;
  }

  /**
   * @param limit the time that the item was given, as people know it
   * @param room null for as much as anybody wants
   */
  ItemBudget(Duration limit, Deadline deadline, @Nullable Room room) {
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
    return new ItemBudget(shorter, end, room == null ? null : this::take);
  }

  /** The time that the item was given, waiting for memory not counted. */
  Duration limit() {
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

  private long take(long bytes) throws InterruptedException {
    long waited = room == null ? 0 : room.take(bytes);
    extend(waited);
    return waited;
  }

  private synchronized void extend(long nanos) {
    deadline = deadline.later(nanos);
  }
}
