package dev.attache.core.run;

import dev.attache.core.outcome.Outcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The part of a run that is in flight: slots are appended in order by one thread, read in any order
 * by several, and taken in order again by one.
 *
 * <pre>{@code
 *          take()            claim()  complete()            append()
 *   taker <--+         readers <--+      ^                     +-- expansion
 *            |                    |      |                     |
 * ring:  [ done | done | being read | waiting | waiting | ... free ... ]
 *          ^ head                     ^ next              ^ tail
 *
 * seal(): nothing is appended, nor begun, any more; what is read still comes out
 * giveUp(): the first is taken as failed, its reader replaced; its result comes too late
 * close(): all ends at once
 * }</pre>
 *
 * <p>It bounds memory in two ways: by the number of slots, and by the bytes of content that are
 * being read or wait to be taken. A size that is not known counts when it turns out. The first slot
 * may always be read, however large it is, or nothing would move.
 *
 * <p>Its lock is a plain monitor, under which nothing is ever done that could block or call out,
 * and its threads park: a {@code Condition} would load the fork-join pool, 10 ms of every start.
 */
public final class InFlightQueue {

  /**
   * How long the taker rests, when there is nothing to take, before it asks to be woken: waking it
   * for every single file would cost more than reading one.
   */
  private static final long REST_NANOS = 300_000;

  /** Where memory is handed out, and time is kept. */
  interface Room {

    /**
     * Waits until so many bytes more may be held.
     *
     * @return the nanoseconds that it waited
     * @throws InterruptedException if nobody wants the item any more
     */
    long take(long bytes) throws InterruptedException;

    /** Stops the clock of the item. */
    void stopClock();

    /** Has the clock go on that was stopped. */
    void startClock();
  }

  private final PendingItem[] ring;
  private final long memoryBudget;
  private final LongSupplier clock;
  private final Deque<Thread> idleReaders = new ArrayDeque<>();
  private final Set<Thread> growingReaders = new HashSet<>();
  private @Nullable Thread waitingAppender;
  private @Nullable Thread waitingTaker;
  private long head; // next to be taken
  private long next; // next to be claimed
  private long tail; // next to be appended
  private long weight; // bytes of content in the ring, expected or there
  private boolean ended;
  private boolean sealed;
  private boolean cutOff; // sealed before all had been appended
  private boolean closed;

  /**
   * @param clock what the time of slots is measured by, in nanoseconds
   */
  public InFlightQueue(int capacity, long memoryBudget, LongSupplier clock) {
    this.ring = new PendingItem[capacity];
    this.memoryBudget = memoryBudget;
    this.clock = clock;
  }

  /**
   * Adds a slot at the end, waiting for room.
   *
   * @throws RunEndedException if the run has been sealed or closed
   */
  void append(PendingItem slot) {
    while (!tryAppend(slot)) {
      LockSupport.park(this);
    }
  }

  private synchronized boolean tryAppend(PendingItem slot) {
    if (sealed || closed) {
      throw new RunEndedException();
    }
    if (tail - head == ring.length) {
      waitingAppender = Thread.currentThread();
      return false;
    }
    waitingAppender = null;
    ring[index(tail++)] = slot;
    if (slot.outcomes == null) {
      wakeReader();
    } else if (tail - head == 1) {
      wakeTaker();
    }
    return true;
  }

  /** Whether there is more to read than readers that have nothing to do. */
  synchronized boolean lacksReaders() {
    return !sealed && !closed && nextToRead() != null && tail - next > idleReaders.size();
  }

  /** Says that nothing more will be appended. */
  synchronized void end() {
    ended = true;
    wakeAllReaders();
    wakeTaker();
  }

  /** Takes over the next slot that has to be read, waiting for one; null when there is no more. */
  @Nullable PendingItem claim() {
    while (true) {
      synchronized (this) {
        PendingItem slot = nextToRead();
        if (sealed || closed || (slot == null && ended)) {
          wakeAllReaders(); // nor is there anything for them
          return null;
        }
        if (slot != null && fits(slot)) {
          return claimed(slot);
        }
        idleReaders.add(Thread.currentThread());
      }
      LockSupport.park(this);
      Thread.interrupted(); // meant for an item that was given up, and parking would not wait
      synchronized (this) {
        idleReaders.remove(Thread.currentThread());
      }
    }
  }

  private PendingItem claimed(PendingItem slot) {
    next++;
    slot.weight = expectedWeight(slot);
    weight += slot.weight;
    slot.startedNanos = clock.getAsLong();
    slot.reader = Thread.currentThread();
    if (next < tail) {
      wakeReader(); // the next one may fit as well
    }
    return slot;
  }

  /**
   * Waits until a slot that is being read may hold so many bytes more: its size was not known, or
   * was not true.
   *
   * @return the nanoseconds that it waited, which are not time of the slot's own
   * @throws InterruptedException if the thread is interrupted, or the slot is of no use any more
   */
  long grow(PendingItem slot, long bytes) throws InterruptedException {
    long start = clock.getAsLong();
    while (!tryGrow(slot, bytes)) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        stopGrowing(slot);
        throw new InterruptedException();
      }
    }
    return clock.getAsLong() - start;
  }

  private synchronized boolean tryGrow(PendingItem slot, long bytes) throws InterruptedException {
    if (closed || slot.outcomes != null) {
      throw new InterruptedException();
    }
    long more = Math.max(0, slot.taken + bytes - slot.weight);
    if (slot != first() && more > memoryBudget - weight) {
      if (!slot.waitsForRoom) {
        slot.waitsForRoom = true;
        slot.startedNanos -= clock.getAsLong(); // stops its clock
        growingReaders.add(Thread.currentThread());
      }
      return false;
    }
    stopGrowing(slot);
    slot.taken += bytes;
    slot.weight += more;
    weight += more;
    return true;
  }

  private synchronized void stopGrowing(PendingItem slot) {
    if (slot.waitsForRoom) {
      slot.waitsForRoom = false;
      slot.startedNanos += clock.getAsLong();
      growingReaders.remove(Thread.currentThread());
    }
  }

  /**
   * Puts in what reading a slot gave.
   *
   * @return false if it comes too late: the slot was given up meanwhile, or the run closed
   */
  synchronized boolean complete(PendingItem slot, List<Outcome> outcomes, long actualWeight) {
    if (slot.outcomes != null || closed) {
      return false;
    }
    slot.outcomes = outcomes;
    slot.reader = null;
    weight += actualWeight - slot.weight;
    slot.weight = actualWeight;
    wakeGrowingReaders();
    if (next < tail) {
      wakeReader(); // it may have had fewer bytes than expected
    }
    if (first() == slot) {
      wakeTaker();
    }
    return true;
  }

  /**
   * Waits for the first slot to be done, but not longer than {@code nanos}, and takes it.
   *
   * @return the slot; or null, when the time is up or when there is no more ({@link #isExhausted})
   * @throws InterruptedException if the thread is interrupted
   */
  @Nullable
  public PendingItem take(long nanos) throws InterruptedException {
    long start = System.nanoTime();
    boolean rested = false;
    while (true) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      synchronized (this) {
        if (head < tail && first().outcomes != null) {
          waitingTaker = null;
          return remove();
        }
        if (closed || (ended && head == tail)) {
          return null;
        }
        waitingTaker = rested ? Thread.currentThread() : null;
      }
      long left = nanos - (System.nanoTime() - start);
      if (left <= 0) {
        return null;
      }
      LockSupport.parkNanos(this, rested ? left : Math.min(left, REST_NANOS));
      rested = true;
    }
  }

  /** Whether all there is has been appended and taken, or the run has been closed. */
  public synchronized boolean isExhausted() {
    return closed || (ended && !cutOff && head == tail);
  }

  /**
   * Gives up on the first slot if it has been read for longer than its limit and {@code nanos},
   * interrupting its reader.
   *
   * @return whether it was given up; the reader may never come back
   */
  public synchronized boolean giveUp(long nanos, Function<PendingItem, Outcome> outcome) {
    if (head == tail) {
      return false;
    }
    PendingItem slot = first();
    Thread reader = slot.reader;
    if (slot.outcomes != null
        || reader == null
        || slot.waitsForRoom
        || slot.isStopped
        || clock.getAsLong() - slot.startedNanos <= slot.limitNanos + nanos) {
      return false;
    }
    slot.outcomes = List.of(outcome.apply(slot));
    weight -= slot.weight;
    slot.weight = 0;
    wakeGrowingReaders();
    reader.interrupt();
    return true;
  }

  /** Where what is read in a slot gets its memory. */
  Room room(PendingItem slot) {
    return new Room() {
      @Override
      public long take(long bytes) throws InterruptedException {
        return grow(slot, bytes);
      }

      @Override
      public void stopClock() {
        setStopped(slot, true);
      }

      @Override
      public void startClock() {
        setStopped(slot, false);
      }
    };
  }

  private synchronized void setStopped(PendingItem slot, boolean isStopped) {
    slot.isStopped = isStopped;
    slot.startedNanos += isStopped ? -clock.getAsLong() : clock.getAsLong();
  }

  /** Sets how long a slot may be read. */
  synchronized void limit(PendingItem slot, long nanos) {
    slot.limitNanos = nanos;
  }

  /** Lets nothing more in, and nothing more be claimed; what is done can still be taken. */
  public synchronized void seal() {
    if (!sealed) {
      sealed = true;
      cutOff = !ended;
      wakeAllReaders();
      LockSupport.unpark(waitingAppender);
    }
  }

  /** Ends the run: whoever waits is released, and nothing more comes in or out. */
  public synchronized void close() {
    closed = true;
    wakeAllReaders();
    wakeGrowingReaders();
    wakeTaker();
    LockSupport.unpark(waitingAppender);
  }

  private PendingItem remove() {
    PendingItem slot = first();
    int index = index(head++);
    ring[index] = null;
    weight -= slot.weight;
    next = Math.max(next, head);
    wakeGrowingReaders();
    // Let the appender sleep until it can do some work at a stretch.
    if (waitingAppender != null && tail - head <= ring.length / 2) {
      LockSupport.unpark(waitingAppender);
      waitingAppender = null;
    }
    if (tail > next) {
      wakeReader(); // the new first slot may be read whatever its size
    }
    return slot;
  }

  private void wakeReader() {
    LockSupport.unpark(idleReaders.poll());
  }

  private void wakeAllReaders() {
    for (Thread reader : idleReaders) {
      LockSupport.unpark(reader);
    }
    idleReaders.clear();
  }

  /** All of them, as each wants another size; there are few. */
  private void wakeGrowingReaders() {
    if (!growingReaders.isEmpty()) { // as a rule: no iterator for each item
      for (Thread reader : growingReaders) {
        LockSupport.unpark(reader);
      }
    }
  }

  private void wakeTaker() {
    LockSupport.unpark(waitingTaker);
  }

  private PendingItem first() {
    return ring[index(head)];
  }

  private @Nullable PendingItem nextToRead() {
    while (next < tail && ring[index(next)].outcomes != null) {
      next++;
    }
    return next < tail ? ring[index(next)] : null;
  }

  private boolean fits(PendingItem slot) {
    return next == head || expectedWeight(slot) <= memoryBudget - weight; // sizes may be huge
  }

  private static long expectedWeight(PendingItem slot) {
    return slot.candidate == null ? 0 : Math.max(0, slot.candidate.size());
  }

  private int index(long position) {
    return (int) (position % ring.length);
  }
}
