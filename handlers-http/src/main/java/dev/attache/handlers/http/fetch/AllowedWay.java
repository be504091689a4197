package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.UriPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Where the application lets a fetch go, for who has asked for it.
 *
 * @param policy whom to ask; null if every place is allowed
 */
public record AllowedWay(@Nullable UriPolicy policy, Requester requester) {

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
    String refusal = policy == null ? null : policy.refusal(ResourceUri.of(url.value()), requester);
    if (refusal != null) {
      boolean isStart = url.value().equals(start.value());
      throw ResourceException.of(
          Kind.DENIED,
          start.value(),
          isStart ? refusal : "redirects to " + ServerText.of(url) + ", which " + refusal);
    }
  }
}
