package dev.attache.server.http;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rule for who may talk to a server over HTTP. Immutable.
 *
 * @param token the bearer token that each request must carry; null if none is asked for
 * @param hosts what else may stand in {@code Host} besides the loopback names: {@code name} or
 *     {@code name:port}
 * @param origins what may stand in {@code Origin} besides those of loopback pages
 */
public record HttpAccess(@Nullable String token, Set<String> hosts, Set<String> origins) {

  /**
   * Takes copies of the sets.
   *
   * @param token the bearer token; null if none is asked for
   * @param hosts what else may stand in {@code Host}
   * @param origins what else may stand in {@code Origin}
   */
  public HttpAccess {
    hosts = Set.copyOf(hosts);
    origins = Set.copyOf(origins);
  }
}
