package dev.attache.handlers.http.fetch;

import java.io.InterruptedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The bound of the requests that are under way at once: in the whole run, and to one origin.
 * Thread-safe.
 *
 * <p>A request waits for its origin first and for the run second. Whoever waits for a slow origin
 * so keeps nothing from others, and as the order is always the same, nobody waits for ever.
 */
public final class RequestLimits {

  private final Semaphore run;
  private final int perHost;
  private final Map<String, Semaphore> hosts = new ConcurrentHashMap<>();

  /**
   * Begins with no request under way.
   *
   * @param parallelism how many there may be in the whole run
   * @param perHost how many of them to one origin
   */
  public RequestLimits(int parallelism, int perHost) {
    this.run = new Semaphore(parallelism, true);
    this.perHost = perHost;
  }

  /** The right to one request, which has to be given back. */
  public interface Turn {
    /** Ends it, and lets the next request go; called once. */
    void end();
  }

  /**
   * Waits for a turn.
   *
   * @param origin scheme, host and port, as {@link dev.attache.handlers.http.url.WebUrl#origin}
   *     spells them
   * @param nanos how long to wait at the most
   * @return the turn, which the caller ends
   * @throws InterruptedIOException if the time is up, or the thread was interrupted, whose flag is
   *     then set
   */
  public Turn await(String origin, long nanos) throws InterruptedIOException {
    long start = System.nanoTime();
    Semaphore host = hosts.computeIfAbsent(origin, o -> new Semaphore(perHost, true));
    acquire(host, nanos);
    boolean complete = false;
    try {
      acquire(run, nanos - (System.nanoTime() - start));
      complete = true;
    } finally {
      if (!complete) {
        host.release();
      }
    }
    return () -> {
      run.release();
      host.release();
    };
  }

  private static void acquire(Semaphore permits, long nanos) throws InterruptedIOException {
    try {
      if (permits.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new InterruptedIOException();
  }
}
