package dev.attache.handlers.http;

import dev.attache.handlers.http.url.WebPart;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.ResourceException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The URLs of a run from their canonicalization to their fetching, so that each is parsed once.
 * What is beyond a bound is parsed again, as there may be any number. Thread-safe.
 */
final class KnownUrls {

  /** More than are in flight at once, with few jobs. */
  private static final int MAX = 4096;

  private final Map<String, WebUrl> byValue = new ConcurrentHashMap<>();
  private volatile @Nullable WebUrl last;

  /** The URL that came last, since the next one often has the same origin; null before any. */
  @Nullable WebUrl last() {
    return last;
  }

  void keep(WebUrl url) {
    last = url;
    if (byValue.size() < MAX) {
      byValue.put(url.value(), url);
    }
  }

  /** Returns what a canonical text spells, whatever part of it. */
  WebUrl get(String canonical) throws ResourceException {
    WebUrl known = byValue.get(WebPart.whole(canonical));
    return known == null ? WebUrl.parse(canonical) : known;
  }

  /** Returns a URL for the last time; null if it is not known. */
  @Nullable WebUrl take(String canonical) {
    return byValue.remove(WebPart.whole(canonical));
  }
}
