package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.cache.Answer;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.UriPolicy;
import dev.attache.support.net.PublicNetwork;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The way from a URL to its representation: follows redirects by itself, so that each place on the
 * way is judged, and gets only the headers that are meant for it. To be used by one thread.
 */
public final class Fetch {

  private static final int MAX_REDIRECTS = 5;

  private final HttpRun run;
  private final AllowedWay allowed;
  private final FetchLimits limits;
  private final LongConsumer progress;

  /**
   * Prepares a fetch; nothing is sent before {@link #from}.
   *
   * @param run the clients, the cache and the bounds that it shares with others
   * @param allowed which places it may go to
   * @param limits how many bytes and how long, with the redirects on the way
   * @param progress is told how many decoded bytes more have come
   */
  public Fetch(HttpRun run, AllowedWay allowed, FetchLimits limits, LongConsumer progress) {
    this.run = run;
    this.allowed = allowed;
    this.limits = limits;
    this.progress = progress;
  }

  /**
   * Where the application lets a fetch go, for who has asked for it.
   *
   * @param policy whom to ask; null if every place is allowed
   */
  public record AllowedWay(@Nullable UriPolicy policy, Requester requester) {

    /**
     * {@return the way that the policy of the application allows to whoever asked}
     *
     * @param context the call of the handler; without a {@link UriPolicy} among its services every
     *     place is allowed
     */
    public static AllowedWay of(HandlerContext context) {
      return new AllowedWay(context.service(UriPolicy.class).orElse(null), context.requester());
    }

    /**
     * Refuses a URL that nothing may be sent to.
     *
     * @param start what was asked for, which may be the same
     * @throws ResourceException of kind {@code DENIED}, about the start
     */
    void require(WebUrl start, WebUrl url) throws ResourceException {
      String refusal =
          policy == null ? null : policy.refusal(ResourceUri.of(url.value()), requester);
      if (refusal != null) {
        boolean isStart = url.value().equals(start.value());
        throw ResourceException.of(
            Kind.DENIED,
            start.value(),
            isStart ? refusal : "redirects to " + WebServerText.of(url) + ", which " + refusal);
      }
    }
  }

  /** A representation and the URL that it came from. */
  public record Fetched(WebUrl url, Answer answer) implements AutoCloseable {
    @Override
    public void close() {
      answer.close();
    }
  }

  /**
   * Fetches, redirects and all.
   *
   * @param start the URL that was asked for
   * @return the representation, with the URL at the end of the redirects; the caller closes it
   * @throws ResourceException if there is none to have: the policy forbids a place, a server fails
   *     or refuses, or redirects do not end
   */
  public Fetched from(WebUrl start) throws ResourceException {
    WebUrl url = start;
    for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      allowed.require(start, url);
      if (isPortBlocked(url)) {
        throw redirects == 0
            ? FetchFailure.blockedPort(url)
            : FetchFailure.redirectedToBlockedPort(start, url);
      }
      try {
        Answer answer = new Revalidation(run, url, limits, progress).answer();
        if (answer.isRepresentation()) {
          return new Fetched(url, answer);
        }
        try (answer) {
          url = target(url, answer);
        }
      } catch (ResourceException e) {
        throw redirects == 0 ? e : FetchFailure.redirected(start, url, e);
      }
    }
    throw ResourceException.of(
        Kind.FAILED,
        start.value(),
        "redirects more than " + MAX_REDIRECTS + " times, now to " + WebServerText.of(url));
  }

  /** Of a place that is refused anyway that is said when it is connected to. */
  private boolean isPortBlocked(WebUrl url) {
    PublicNetwork network = run.settings().network();
    return network.blocksPort(url.host(), url.port())
        && network.refusalOf(url.host(), url.port()).isEmpty();
  }

  private WebUrl target(WebUrl url, Answer answer) throws ResourceException {
    String location = answer.headers().get("Location");
    if (!answer.isRedirect() || location == null) {
      throw StatusRules.failure(url, answer, run.settings().proxy());
    }
    String scheme = WebUrl.schemeOf(location).orElse(url.scheme());
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw denied(url, "redirects to another scheme (" + WebServerText.of(scheme) + ")");
    }
    WebUrl next;
    try {
      next = url.resolve(location);
    } catch (ResourceException e) {
      throw ResourceException.of(
          Kind.FAILED, url.value(), "redirects to an invalid URL: " + e.message(), e);
    }
    if (url.isHttps() && !next.isHttps()) {
      throw denied(url, "redirects from https to http (" + WebServerText.of(next.origin()) + ")");
    }
    return next;
  }

  private static ResourceException denied(WebUrl url, String message) {
    return ResourceException.of(Kind.DENIED, url.value(), message);
  }
}
