package dev.attache.core.run;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The output of one handler, on its way to being merged with what the others say: a bounded queue
 * with a thread that fills it. Used by one thread on either side.
 */
final class HandlerOutput implements AutoCloseable {

  /** Enough to keep a handler busy while another one's turn lasts. */
  private static final int CAPACITY = 256;

  /** How long closing waits for a handler that was interrupted. */
  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The end of a lane; told apart by identity. */
  private static final Object END = new Object();

  private final BlockingQueue<Object> queue;
  private final @Nullable RunTask producer;
  private @Nullable Object peeked;
  private int earliestPosition;

  private HandlerOutput(
      BlockingQueue<Object> queue, @Nullable RunTask producer, int earliestPosition) {
    this.queue = queue;
    this.producer = producer;
    this.earliestPosition = earliestPosition;
  }

  /** Returns a lane that holds just these slots. */
  static HandlerOutput of(List<PendingItem> slots) {
    BlockingQueue<Object> queue = new LinkedBlockingQueue<>(slots);
    queue.add(END);
    return new HandlerOutput(queue, null, 0);
  }

  /**
   * Starts a lane that {@code expansion} fills on a thread of its own.
   *
   * @param threads what starts that
   * @param earliestPosition the position of the first reference that it expands
   */
  static HandlerOutput start(
      String name,
      int earliestPosition,
      BiFunction<String, Runnable, RunTask> threads,
      Consumer<Consumer<PendingItem>> expansion) {
    BlockingQueue<Object> queue = new ArrayBlockingQueue<>(CAPACITY);
    RunTask producer = threads.apply("attache-expand-" + name, () -> fill(queue, expansion));
    return new HandlerOutput(queue, producer, earliestPosition);
  }

  /** A position that the next slot is not before, known without waiting for it. */
  int earliestPosition() {
    return earliestPosition;
  }

  /** The position of the reference that the next slot belongs to; the largest int at the end. */
  int position() throws InterruptedException {
    Object next = peek();
    earliestPosition =
        next instanceof PendingItem slot ? slot.reference.position() : Integer.MAX_VALUE;
    return earliestPosition;
  }

  /** Takes the next slot; only while {@link #position} has shown that there is one. */
  PendingItem take() throws InterruptedException {
    PendingItem slot = (PendingItem) peek();
    peeked = null;
    return slot;
  }

  /** Interrupts the thread if it still runs. */
  void interrupt() {
    if (producer != null) {
      producer.cancel();
    }
  }

  /** Interrupts the thread if it still runs, and waits briefly for it to end. */
  @Override
  public void close() {
    interrupt();
    if (producer != null) {
      producer.join(CLOSE_NANOS);
    }
  }

  private Object peek() throws InterruptedException {
    Object next = peeked;
    if (next == null) {
      next = queue.take();
      peeked = next;
    }
    return next;
  }

  private static void fill(BlockingQueue<Object> queue, Consumer<Consumer<PendingItem>> expansion) {
    try {
      try {
        expansion.accept(slot -> put(queue, slot));
      } finally {
        put(queue, END);
      }
    } catch (RunEndedException e) {
      // The run was closed: nobody takes from this lane any more.
    }
  }

  private static void put(BlockingQueue<Object> queue, Object slot) {
    try {
      queue.put(slot);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunEndedException();
    }
  }
}
