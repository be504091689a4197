package dev.attache.server.session;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * An executor that runs one thing after the other, on threads of another one; where that has none,
 * on the thread that is there, so that nothing is lost. Thread-safe.
 */
public final class SerialExecutor implements Executor {

  private final Executor threads;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private boolean isRunning;

  public SerialExecutor(Executor threads) {
    this.threads = threads;
  }

  @Override
  public void execute(Runnable work) {
    synchronized (this) {
      waiting.add(work);
      if (isRunning) {
        return;
      }
      isRunning = true;
    }
    goOn();
  }

  private void goOn() {
    while (isAnyLeft() && !isGivenAway()) {
      boolean isDone = false;
      try {
        next().run();
        isDone = true;
      } finally {
        if (!isDone) {
          goOn();
        }
      }
    }
  }

  private synchronized boolean isAnyLeft() {
    isRunning = !waiting.isEmpty();
    return isRunning;
  }

  private boolean isGivenAway() {
    try {
      threads.execute(this::runNext);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  private void runNext() {
    try {
      next().run();
    } finally {
      goOn();
    }
  }

  private synchronized Runnable next() {
    return waiting.remove();
  }
}
