package dev.attache.resource.spi;

import dev.attache.resource.ResourceUri;
import org.jspecify.annotations.Nullable;

/**
 * The application's answer to whether a place may be asked for something. A handler that is led
 * from one place to another, as by redirects, asks for it with {@link HandlerContext#service}:
 * about the place that it begins with and about each that it is sent on to, before it asks anything
 * of it. Without a policy every place is allowed that the handler itself allows.
 *
 * <p>Thread-safe. Answers at once, without asking anybody.
 */
@FunctionalInterface
public interface UriPolicy {

  /**
   * Returns why a place may not be asked for what {@code requester} wants, and what to do; null if
   * it may be.
   *
   * @param uri the place, in canonical form
   * @param requester who asked for the resource that led there
   * @return the end of a sentence that begins with the URI or "which": {@code is not of a host …},
   *     on one line, without the URI's path and its secrets
   */
  @Nullable String refusal(ResourceUri uri, Requester requester);
}
