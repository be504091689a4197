package dev.attache.server.http;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that requests over HTTP are served on: as many as there are requests, within a bound.
 * Beyond it no connections are taken for a while. Thread-safe.
 */
final class HttpThreads implements Executor, AutoCloseable {

  private static final int MAX_THREADS = 256;
  private static final long MAX_WAIT_MILLIS = 5000;
  private static final long QUIET_MILLIS = 500;

  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          0,
          MAX_THREADS,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> thread(task, "mcp-http"),
          HttpThreads::await);

  /**
   * Sets what the JDK's server has no other way to be told, unless somebody has: without a time
   * limit, who sends a request slowly keeps a thread for ever, and without the last one, answers
   * can take 40 ms longer.
   */
  static void setDefaults() {
    setDefault("sun.net.httpserver.maxReqTime", "30");
    setDefault("sun.net.httpserver.idleInterval", "120");
    setDefault("sun.net.httpserver.nodelay", "true");
  }

  private static void setDefault(String name, String value) {
    if (System.getProperty(name) == null) {
      System.setProperty(name, value);
    }
  }

  static Thread thread(Runnable task, String name) {
    var thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private static void await(Runnable task, ThreadPoolExecutor pool) {
    try {
      if (!pool.isShutdown()
          && pool.getQueue().offer(task, MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new RejectedExecutionException("all threads are busy");
  }

  @Override
  public void execute(Runnable task) {
    pool.execute(task);
  }

  /** Waits a moment for what is being answered. */
  void awaitQuiet() {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(QUIET_MILLIS);
    try {
      while (pool.getActiveCount() > 0 && System.nanoTime() < end) {
        Thread.sleep(5);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
