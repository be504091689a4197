package dev.attache.handlers.git.copy;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.TransferProgress;
import dev.attache.resource.spi.UriPolicy;
import dev.attache.support.text.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The one who calls the handler: what for, how long it may take, and where that may lead.
 *
 * @param subject the address that failures are about
 * @param timeout how long it may take
 * @param startNanos when it began
 * @param isOffline whether nobody may be asked over a network
 * @param requester who asks
 * @param policy whom to ask about places; null if all are allowed
 * @param progress whom to tell what has arrived
 */
public record Caller(
    String subject,
    Duration timeout,
    long startNanos,
    boolean isOffline,
    Requester requester,
    @Nullable UriPolicy policy,
    TransferProgress progress) {

  /** Starts the clock: the time of the handler or that of the call, whichever ends first. */
  public static Caller of(
      String subject, HandlerContext context, Requester requester, Duration timeout) {
    Duration left = context.timeout();
    return new Caller(
        subject,
        left.compareTo(timeout) < 0 ? left : timeout,
        System.nanoTime(),
        context.isOffline(),
        requester,
        context.service(UriPolicy.class).orElse(null),
        context.service(TransferProgress.class).orElse(TransferProgress.NONE));
  }

  /** What is left of the time; 0 when it is over. */
  public long nanosLeft() {
    return Math.max(0, timeout.toNanos() - (System.nanoTime() - startNanos));
  }

  /**
   * Requires that there is time left.
   *
   * @throws ResourceException of kind {@code TIMEOUT}
   */
  public void require() throws ResourceException {
    if (Thread.currentThread().isInterrupted()) {
      throw interrupted();
    }
    if (nanosLeft() == 0) {
      throw isOver();
    }
  }

  /**
   * Refuses a place that nothing may be asked of.
   *
   * @param before what the refusal begins with where somebody else leads there; else empty
   * @throws ResourceException of kind {@code DENIED}
   */
  public void requireAllowed(String place, String before) throws ResourceException {
    String refusal = policy == null ? null : policy.refusal(ResourceUri.of(place), requester);
    if (refusal != null) {
      throw failure(Kind.DENIED, before + refusal);
    }
  }

  ResourceException isOver() {
    Duration shown = timeout.compareTo(Duration.ofSeconds(1)) < 0 ? timeout : seconds();
    return failure(Kind.TIMEOUT, "took longer than " + DurationText.exact(shown)).asTransient();
  }

  private Duration seconds() {
    return Duration.ofSeconds(Math.round(timeout.toMillis() / 1000.0));
  }

  /** The end of a wait that somebody asked for. */
  public ResourceException interrupted() {
    return failure(Kind.TIMEOUT, "was interrupted");
  }

  /** Returns a failure of what was asked for. */
  public ResourceException failure(Kind kind, String message) {
    return ResourceException.of(kind, subject, message);
  }
}
