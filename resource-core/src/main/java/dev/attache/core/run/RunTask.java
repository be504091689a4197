package dev.attache.core.run;

import com.google.common.util.concurrent.Uninterruptibles;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A part of a run that a thread works at: one of an executor's, or one of its own. It runs once,
 * whoever comes first.
 *
 * <p>An executor that has no thread for it, or would have the run wait for itself by running it on
 * the thread that asks, costs a thread and nothing else. A thread of an executor gets back without
 * an interruption that was meant for this task. Thread-safe.
 */
final class RunTask implements Runnable {

  private final String name;
  private final Runnable work;
  private final Thread starter = Thread.currentThread();
  private final CountDownLatch over = new CountDownLatch(1);
  private @Nullable Thread runner;
  private @Nullable Thread own;
  private boolean isBegun;

  RunTask(String name, Runnable work) {
    this.name = name;
    this.work = work;
  }

  /** Starts it on a thread of an executor, or on one of its own where there is none to be had. */
  void start(@Nullable Executor executor) {
    if (executor == null || !isTaken(executor)) {
      startThread();
    }
  }

  private boolean isTaken(Executor executor) {
    var offer = new Offer();
    try {
      executor.execute(offer);
      return !offer.isRefused;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /** Starts a thread for it, unless it has begun. */
  void startThread() {
    Thread thread;
    synchronized (this) {
      if (isBegun || own != null) {
        return;
      }
      thread = new Thread(this, name);
      own = thread;
    }
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    synchronized (this) {
      if (isBegun) {
        return;
      }
      isBegun = true;
      runner = Thread.currentThread();
    }
    try {
      work.run();
    } finally {
      end();
    }
  }

  private synchronized void end() {
    runner = null;
    Thread.interrupted(); // after the runner is gone: nothing of this run interrupts it any more
    over.countDown();
  }

  /** Whether an executor has not begun it. */
  synchronized boolean isWaiting() {
    return !isBegun && own == null;
  }

  /** Interrupts it, or keeps it from beginning. */
  synchronized void cancel() {
    if (!isBegun) {
      isBegun = true;
      over.countDown();
    } else if (runner != null) {
      runner.interrupt();
    }
  }

  /** Waits for its end, but not longer than that; an interruption is kept for later. */
  void join(long nanos) {
    long end = System.nanoTime() + nanos;
    Thread thread = thread();
    if (Uninterruptibles.awaitUninterruptibly(over, nanos, TimeUnit.NANOSECONDS)
        && thread != null) {
      long left = Math.max(1, end - System.nanoTime()); // for its last steps
      Uninterruptibles.joinUninterruptibly(thread, left, TimeUnit.NANOSECONDS);
    }
  }

  private synchronized @Nullable Thread thread() {
    return own;
  }

  /** The task as an executor gets it. */
  private final class Offer implements Runnable {

    private boolean isRefused; // read by the thread that may have set it

    @Override
    public void run() {
      if (Thread.currentThread().equals(starter)) {
        isRefused = true;
      } else {
        RunTask.this.run();
      }
    }
  }
}
