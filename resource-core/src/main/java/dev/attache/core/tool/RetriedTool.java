package dev.attache.core.tool;

import dev.attache.resource.ResourceException;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A tool that is called again when it says that another try may succeed, if it changes nothing.
 * Thread-safe.
 */
public final class RetriedTool extends ForwardingTool {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);

  private final int retries;
  private final Pause pause;

  /** What passes the time between two tries; another one in tests. */
  @FunctionalInterface
  interface Pause {
    void take(Duration time) throws InterruptedException;
  }

  RetriedTool(Tool tool, int retries, Pause pause) {
    super(tool);
    if (retries < 0) {
      throw new IllegalArgumentException("retries (" + retries + ") must not be negative");
    }
    this.retries = retries;
    this.pause = pause;
  }

  /**
   * {@return the tool, called again as often as said, after a pause that doubles, as long as the
   * time of the call lasts; a tool that changes something is not}
   *
   * @param tool any tool; whether it changes something is what it says of itself
   * @param retries how many calls there may be besides the first one
   * @throws IllegalArgumentException if the number is negative
   */
  public static Tool of(Tool tool, int retries) {
    return new RetriedTool(tool, retries, time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));
  }

  @Override
  public ToolResponse call(ToolContext context, Duration timeout) throws ResourceException {
    long end = System.nanoTime() + timeout.toNanos();
    Duration wait = FIRST_PAUSE;
    for (int left = isReadOnly() ? retries : 0; ; left--) {
      Duration rest = Duration.ofNanos(end - System.nanoTime());
      try {
        ToolResponse failed = tool().call(context, rest);
        if (!isToBeRetried(failed) || !canWait(left, wait, end)) {
          return failed;
        }
      } catch (ResourceException e) {
        if (!e.isTransient() || !canWait(left, wait, end)) {
          throw e;
        }
      }
      context.observer().note("failed, but may succeed next time; trying again");
      take(wait);
      wait = wait.multipliedBy(2);
    }
  }

  private static boolean isToBeRetried(ToolResponse response) {
    return response.isError() && response.error().isTransient();
  }

  /** Whether another try could begin within the time. */
  private static boolean canWait(int left, Duration wait, long end) {
    return left > 0
        && !Thread.currentThread().isInterrupted()
        && end - System.nanoTime() > wait.toNanos();
  }

  private void take(Duration wait) throws ResourceException {
    try {
      pause.take(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ResourceException.of(
          ResourceException.Kind.TIMEOUT, null, name() + " was interrupted between two tries");
    }
  }
}
