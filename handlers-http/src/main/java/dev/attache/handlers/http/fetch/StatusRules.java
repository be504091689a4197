package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.cache.Answer;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.support.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of a status that brings no representation (RFC 9110, section 15): which failure it
 * is, and in which words. An answer of another status never becomes content.
 */
final class StatusRules {

  private static final Set<Integer> GONE = Set.of(404, 410);
  private static final Set<Integer> FORBIDDEN = Set.of(401, 403, 407, 451);
  private static final Set<Integer> PASSING = Set.of(408, 425, 429, 500, 502, 503, 504);

  /** Words for the status codes that people meet; those of the server may be lies, or none. */
  private static final Map<Integer, String> WORDS =
      Map.ofEntries(
          Map.entry(201, "Created"),
          Map.entry(202, "Accepted"),
          Map.entry(203, "Non-Authoritative Information"),
          Map.entry(206, "Partial Content"),
          Map.entry(300, "Multiple Choices"),
          Map.entry(301, "Moved Permanently"),
          Map.entry(302, "Found"),
          Map.entry(303, "See Other"),
          Map.entry(304, "Not Modified"),
          Map.entry(305, "Use Proxy"),
          Map.entry(307, "Temporary Redirect"),
          Map.entry(308, "Permanent Redirect"),
          Map.entry(400, "Bad Request"),
          Map.entry(401, "Unauthorized"),
          Map.entry(402, "Payment Required"),
          Map.entry(403, "Forbidden"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(406, "Not Acceptable"),
          Map.entry(407, "Proxy Authentication Required"),
          Map.entry(408, "Request Timeout"),
          Map.entry(409, "Conflict"),
          Map.entry(410, "Gone"),
          Map.entry(412, "Precondition Failed"),
          Map.entry(414, "URI Too Long"),
          Map.entry(416, "Range Not Satisfiable"),
          Map.entry(418, "I'm a teapot"),
          Map.entry(421, "Misdirected Request"),
          Map.entry(425, "Too Early"),
          Map.entry(426, "Upgrade Required"),
          Map.entry(429, "Too Many Requests"),
          Map.entry(431, "Request Header Fields Too Large"),
          Map.entry(451, "Unavailable For Legal Reasons"),
          Map.entry(500, "Internal Server Error"),
          Map.entry(501, "Not Implemented"),
          Map.entry(502, "Bad Gateway"),
          Map.entry(503, "Service Unavailable"),
          Map.entry(504, "Gateway Timeout"),
          Map.entry(505, "HTTP Version Not Supported"));

  private StatusRules() {}

  /**
   * Returns the failure that an answer is, where it came from this URL.
   *
   * @param proxy who passed it on, and has himself to say what only a proxy says; null for nobody
   */
  static ResourceException failure(WebUrl url, Answer answer, @Nullable WebUrl proxy) {
    int status = answer.status();
    if (proxy != null && status == 407) {
      return ofProxy(url, proxy, status);
    }
    String message = "the server returned " + words(status) + detail(url, answer);
    ResourceException failure = ResourceException.of(kind(status), url.value(), message);
    return PASSING.contains(status) ? failure.asTransient() : failure;
  }

  /** Returns the failure that an answer of the proxy is, which says nothing of the resource. */
  static ResourceException ofProxy(WebUrl url, WebUrl proxy, int status) {
    String message =
        "the proxy "
            + proxy.hostAndPort()
            + " answered "
            + words(status)
            + (status == 407 ? "; proxies that require a password are not supported" : "");
    Kind kind = FORBIDDEN.contains(status) ? Kind.DENIED : Kind.FAILED;
    ResourceException failure = ResourceException.of(kind, url.value(), message);
    return PASSING.contains(status) ? failure.asTransient() : failure;
  }

  /** The code, and what it is called. */
  static String words(int status) {
    String words = WORDS.get(status);
    return words == null ? Integer.toString(status) : status + " " + words;
  }

  private static Kind kind(int status) {
    if (GONE.contains(status)) {
      return Kind.NOT_FOUND;
    }
    return FORBIDDEN.contains(status) ? Kind.DENIED : Kind.FAILED;
  }

  private static String detail(WebUrl url, Answer answer) {
    return switch (answer.status()) {
      case 203 -> ": a proxy has changed the content";
      case 206 -> ": a partial response to a request for the whole";
      case 304 -> ", although the request was not conditional";
      case 301, 302, 303, 307, 308 -> " without a location";
      case 401 -> "; headers for " + WebServerText.of(url.origin()) + " can be configured";
      case 429, 503 -> retryAfter(answer);
      default -> "";
    };
  }

  private static String retryAfter(Answer answer) {
    @Nullable Duration wait = answer.retryAfter(Instant.now());
    return wait == null ? "" : "; it asks to retry in " + DurationText.rough(wait);
  }
}
