package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.HandlerContext;
import java.time.Duration;

/**
 * The limits of the fetching of one resource, from the first request to the last byte. Immutable.
 *
 * @param maxBytes how many decoded bytes it may have
 * @param timeout how long it may take
 * @param startNanos when it began
 */
public record FetchLimits(long maxBytes, Duration timeout, long startNanos) {

  /**
   * Starts the clock: the time of the handler or that of the call, whichever ends first.
   *
   * @param context the call, with its limits of bytes and time
   * @param timeout how long the handler gives a resource
   * @return the limits, whose time runs from now on
   */
  public static FetchLimits start(HandlerContext context, Duration timeout) {
    Duration left = context.timeout();
    return new FetchLimits(
        context.maxBytes(), left.compareTo(timeout) < 0 ? left : timeout, System.nanoTime());
  }

  /** {@return how much of the time is left, in nanoseconds; 0 if it is over} */
  public long nanosLeft() {
    return Math.max(0, timeout.toNanos() - (System.nanoTime() - startNanos));
  }

  /**
   * {@return what of it may go into work on what was fetched: the last tenth is for handing it
   * over}
   */
  public long nanosToWork() {
    return Math.max(0, nanosLeft() - timeout.toNanos() / 10);
  }

  /** The whole time, in seconds and not less than one, for messages. */
  long seconds() {
    return Math.max(1, Math.round(timeout.toMillis() / 1000.0));
  }

  /**
   * Waits.
   *
   * @throws ResourceException of kind {@code TIMEOUT} if interrupted, with the flag set again
   */
  void pause(WebUrl url, Duration duration) throws ResourceException {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw FetchFailure.interrupted(url, e);
    }
  }
}
