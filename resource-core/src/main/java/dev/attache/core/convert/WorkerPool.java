package dev.attache.core.convert;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The workers of an application: started when they are needed, so many at once at most, kept for
 * the next document while they are of use. Thread-safe.
 */
final class WorkerPool implements AutoCloseable {

  /** How long a thread waits for the next time limit. */
  private static final long CLOCK_SECONDS = 10;

  /** How often it is tried: others may end what is only being started. */
  private static final int STARTS = 3;

  private final WorkerCommand command;
  private final Semaphore permits;
  private final ScheduledThreadPoolExecutor clock;
  private final Set<Worker> all = new LinkedHashSet<>();
  private final Deque<Worker> idle = new ArrayDeque<>();
  private volatile @Nullable Path unshare = WorkerCommand.unshare();
  private boolean isClosed;

  WorkerPool(WorkerCommand command, int most) {
    this.command = command;
    this.permits = new Semaphore(most, true);
    this.clock =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              var thread = new Thread(work, "attache-convert-clock");
              thread.setDaemon(true);
              return thread;
            });
    clock.setRemoveOnCancelPolicy(true);
    clock.setKeepAliveTime(CLOCK_SECONDS, TimeUnit.SECONDS);
    clock.allowCoreThreadTimeOut(true);
  }

  ScheduledExecutorService clock() {
    return clock;
  }

  /**
   * Lends a worker, which has to be given back; waits until one is free.
   *
   * @throws IOException if none can be started; the message says why
   */
  Worker take() throws IOException, InterruptedException {
    permits.acquire();
    Worker worker = null;
    try {
      worker = idle();
      if (worker == null) {
        worker = start();
        add(worker);
      }
      return worker;
    } finally {
      if (worker == null) {
        permits.release();
      }
    }
  }

  void giveBack(Worker worker) {
    boolean isKept;
    synchronized (this) {
      isKept = worker.isUsable() && !isClosed;
      if (isKept) {
        idle.push(worker);
      } else {
        all.remove(worker);
      }
    }
    if (!isKept) {
      worker.end();
    }
    permits.release();
  }

  private synchronized void add(Worker worker) throws IOException {
    if (isClosed) {
      worker.end();
      throw new IOException("the application ends");
    }
    all.add(worker);
  }

  private @Nullable Worker idle() {
    var ended = new ArrayList<Worker>();
    Worker found = null;
    synchronized (this) {
      while (found == null && !idle.isEmpty()) {
        Worker each = idle.pop();
        if (each.isUsable()) {
          found = each;
        } else {
          all.remove(each);
          ended.add(each);
        }
      }
    }
    Worker.end(ended);
    return found;
  }

  /** Where the system refuses a network of its own, a worker does without. */
  private Worker start() throws IOException, InterruptedException {
    for (int i = 1; ; i++) {
      Path own = unshare;
      try {
        return Worker.start(command, own, clock);
      } catch (Worker.StartException e) {
        if (i == STARTS) {
          throw e;
        } else if (e.isRefused()) {
          unshare = null;
        }
      }
    }
  }

  @Override
  public void close() {
    List<Worker> left;
    synchronized (this) {
      isClosed = true;
      left = List.copyOf(all);
      all.clear();
      idle.clear();
    }
    Worker.end(left);
  }
}
