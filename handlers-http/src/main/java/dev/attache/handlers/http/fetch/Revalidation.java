package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.cache.Answer;
import dev.attache.handlers.http.cache.BodySpooler;
import dev.attache.handlers.http.cache.CacheKey;
import dev.attache.handlers.http.cache.HttpCache;
import dev.attache.handlers.http.cache.Validators;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import java.util.function.LongConsumer;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one URL, with as few bytes as possible: what is in the cache is always confirmed by
 * the server, with a conditional request, before it is used, however fresh it says it is. Only
 * offline it is used as it is. To be used by one thread.
 */
public final class Revalidation {

  private final HttpRun run;
  private final WebUrl url;
  private final FetchLimits limits;
  private final LongConsumer progress;

  /**
   * Prepares a request; nothing is sent before {@link #answer}.
   *
   * @param run the clients, the cache and the bounds that it shares with others
   * @param url where it goes
   * @param limits how many bytes and how long
   * @param progress is told how many decoded bytes more have come
   */
  public Revalidation(HttpRun run, WebUrl url, FetchLimits limits, LongConsumer progress) {
    this.run = run;
    this.url = url;
    this.limits = limits;
    this.progress = progress;
  }

  /**
   * {@return the answer, which the caller closes: a representation or a redirect}
   *
   * @throws ResourceException if there is none, or offline nothing is kept
   */
  public Answer answer() throws ResourceException {
    Headers headers = run.headers().of(url);
    CacheKey key = CacheKey.of(url, headers);
    HttpCache cache = run.cache();
    HttpCache.Cached cached = cache == null ? null : cache.find(key);
    if (run.settings().offline()) {
      return offline(cached);
    }
    var get = new ConditionalGet(run, url, headers, limits, progress);
    if (cache == null) {
      return get.send(null);
    }
    Answer answer = cached == null ? null : revalidated(get, key, cache, cached);
    return answer == null ? kept(cache, key, get.send(null)) : answer;
  }

  private Answer offline(HttpCache.@Nullable Cached cached) throws ResourceException {
    if (cached == null) {
      throw ResourceException.of(
          Kind.FAILED, url.value(), "is not in the cache, and --offline allows no requests");
    }
    return small(cached).answer();
  }

  /**
   * Asks whether an answer is still the same.
   *
   * @return it, or a new one; null if that cannot be asked, or was answered about something else
   */
  private @Nullable Answer revalidated(
      ConditionalGet get, CacheKey key, HttpCache cache, HttpCache.Cached cached)
      throws ResourceException {
    Validators validators = cached.record().validators();
    boolean isUsed = false;
    try {
      Answer answer = validators.exist() ? get.send(validators) : null;
      if (answer == null || !answer.isNotModified()) {
        return answer == null ? null : kept(cache, key, answer);
      } else if (!validators.areConfirmedBy(answer.headers())) {
        return null;
      }
      Answer same = cache.confirm(key, small(cached), answer);
      isUsed = true;
      return same;
    } finally {
      if (!isUsed) {
        cached.body().close();
      }
    }
  }

  private HttpCache.Cached small(HttpCache.Cached cached) throws ResourceException {
    if (cached.body().size() <= limits.maxBytes()) {
      return cached;
    }
    cached.body().close();
    String message = new BodySpooler.TooLargeException(limits.maxBytes()).getMessage();
    throw ResourceException.of(Kind.TOO_LARGE, url.value(), String.valueOf(message));
  }

  /** What is neither a representation nor a redirect leaves what is known of it alone. */
  private static Answer kept(HttpCache cache, CacheKey key, Answer answer) {
    if (answer.isRepresentation() || answer.isRedirect()) {
      cache.keep(key, answer);
    }
    return answer;
  }
}
