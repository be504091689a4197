package dev.attache.server.session;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that all sessions of a server share: so many at the most, however many clients there
 * are. They end by themselves when there is nothing to do. Thread-safe.
 */
public final class SessionPool implements Executor {

  private static final int THREADS = 64;
  private static final long IDLE_SECONDS = 5;

  private final ThreadPoolExecutor threads;

  public SessionPool() {
    this(new Named("attache-mcp-"));
  }

  public SessionPool(ThreadFactory factory) {
    threads =
        new ThreadPoolExecutor(
            THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Has something run on one of the threads.
   *
   * @throws RejectedExecutionException if the system gives no thread
   */
  @Override
  public void execute(Runnable work) {
    try {
      threads.execute(work);
    } catch (OutOfMemoryError e) { // what starting a thread fails with; the work is in no line then
      throw new RejectedExecutionException(e);
    }
  }

  /** What makes the threads. */
  private static final class Named implements ThreadFactory {
    private final String prefix;
    private final AtomicInteger made = new AtomicInteger();

    Named(String prefix) {
      this.prefix = prefix;
    }

    @Override
    public Thread newThread(Runnable work) {
      var thread = new Thread(work, prefix + made.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    }
  }
}
