package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.cache.HttpCache;
import dev.attache.handlers.http.cache.TemporaryFiles;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The things that the fetches of one run share: clients and their connections, the cache, and
 * limits. Closing ends all connections. Thread-safe.
 */
public final class HttpRun implements AutoCloseable {

  private final HttpSettings settings;
  private final Clients clients;
  private final RequestLimits requests;
  private final OriginHeaders headers;
  private final @Nullable HttpCache cache;
  private final Semaphore largePages = new Semaphore(1, true);

  /**
   * @param settings the handler's section of the configuration
   * @param environment the variables, which name the cache and hold what headers are made of
   * @param maxBytes how many bytes a resource may have
   */
  public HttpRun(HttpSettings settings, Environment environment, long maxBytes) {
    this.settings = settings;
    this.clients = new Clients(settings, environment, maxBytes);
    this.requests = new RequestLimits(settings.parallelism(), settings.perHost());
    this.headers = new OriginHeaders(settings.headers(), environment.variables());
    this.cache = HttpCache.open(environment.variables(), settings.cacheBytes());
  }

  /** {@return what the configuration says} */
  public HttpSettings settings() {
    return settings;
  }

  /** {@return the clients by what they may connect to, made when first asked for} */
  public Clients clients() {
    return clients;
  }

  RequestLimits requests() {
    return requests;
  }

  OriginHeaders headers() {
    return headers;
  }

  /** The cache; null if there is none. */
  @Nullable HttpCache cache() {
    return cache;
  }

  TemporaryFiles temporaryFiles() {
    return cache == null ? new TemporaryFiles(null) : cache.temporaryFiles();
  }

  /** {@return the turn to convert a large page} */
  public Semaphore largePages() {
    return largePages;
  }

  @Override
  public void close() {
    clients.close();
    if (cache != null) {
      cache.trim();
    }
  }
}
