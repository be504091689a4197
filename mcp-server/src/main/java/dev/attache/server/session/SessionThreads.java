package dev.attache.server.session;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The share that one session has of the threads of all: so many at once at the most, and what is
 * more waits in line, behind what other sessions wait for. So one client can keep neither all
 * threads nor the line for itself. Thread-safe.
 */
public final class SessionThreads implements Executor, AutoCloseable {

  private static final int MOST = 16;

  private final Executor pool;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int running;
  private boolean isClosed;

  public SessionThreads(Executor pool) {
    this.pool = pool;
  }

  /**
   * Has something run on one of the threads.
   *
   * @throws RejectedExecutionException if the session has ended, or the system gives no thread
   */
  @Override
  public void execute(Runnable work) {
    synchronized (this) {
      if (isClosed) {
        throw new RejectedExecutionException("the session has ended");
      }
      if (running == MOST) {
        waiting.add(work);
        return;
      }
      running++;
    }
    try {
      pool.execute(() -> run(work));
    } catch (RejectedExecutionException e) {
      end();
      throw e;
    }
  }

  private void run(Runnable work) {
    try {
      work.run();
    } finally {
      goOn();
    }
  }

  /** Has the next in line run, at the end of the line of all sessions. */
  private void goOn() {
    Runnable next = next();
    if (next != null) {
      try {
        pool.execute(() -> run(next));
      } catch (RejectedExecutionException e) {
        run(next); // on this thread, since there is no other
      }
    }
  }

  private synchronized @Nullable Runnable next() {
    Runnable next = waiting.poll();
    if (next == null) {
      running--;
    }
    return next;
  }

  private synchronized void end() {
    running--;
  }

  /** Takes no more work; what is in line is worked on. */
  @Override
  public synchronized void close() {
    isClosed = true;
  }
}
