package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.cache.CacheKey;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.Headers;

/**
 * The headers of a request: the same few headers to everybody, and those that the configuration has
 * for exactly this origin, with {@code ${VAR}} taken from the environment.
 *
 * <p>No message ever shows a value.
 */
final class OriginHeaders {

  /** Markdown is made for models, and HTML can be turned into it; anything else is welcome too. */
  static final String ACCEPT =
      "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, */*;q=0.8";

  /** Made once: the client looks at each character of what is added. */
  private static final Headers USUAL =
      new Headers.Builder()
          .add("Accept", ACCEPT)
          .add("Accept-Encoding", "gzip")
          .add("User-Agent", CacheKey.USER_AGENT)
          .build();

  /** What belongs to the connection or to the cache, and would break them in other hands. */
  private static final Set<String> OURS =
      Set.of(
          "accept-encoding",
          "connection",
          "content-length",
          "expect",
          "host",
          "if-match",
          "if-modified-since",
          "if-none-match",
          "if-range",
          "if-unmodified-since",
          "keep-alive",
          "proxy-connection",
          "range",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Pattern VALUE = Pattern.compile("[\t\\x20-\\x7e]*");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  private final Map<String, Map<String, String>> configured;
  private final Map<String, String> environment;

  OriginHeaders(Map<String, Map<String, String>> configured, Map<String, String> environment) {
    this.configured = configured;
    this.environment = environment;
  }

  /**
   * Returns the headers for a request.
   *
   * @throws ResourceException of kind {@code FAILED} if one that is configured cannot be sent
   */
  Headers of(WebUrl url) throws ResourceException {
    Map<String, String> own = configured.get(url.origin());
    if (own == null) {
      return USUAL;
    }
    Headers.Builder headers = USUAL.newBuilder();
    for (Map.Entry<String, String> entry : own.entrySet()) {
      String name = entry.getKey();
      requireSendable(name, url);
      headers.set(name, expand(name, entry.getValue(), url));
    }
    return headers.build();
  }

  private static void requireSendable(String name, WebUrl url) throws ResourceException {
    if (!NAME.matcher(name).matches()) {
      throw failure(url, name, "is not a header name");
    }
    if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
      throw failure(url, name, "cannot be configured: attache sets it itself");
    }
  }

  private String expand(String name, String template, WebUrl url) throws ResourceException {
    Matcher matcher = VARIABLE.matcher(template);
    var value = new StringBuilder();
    while (matcher.find()) {
      String variable = environment.get(matcher.group(1));
      if (variable == null) {
        throw failure(
            url, name, "needs the environment variable " + matcher.group(1) + ", which is not set");
      }
      matcher.appendReplacement(value, Matcher.quoteReplacement(variable));
    }
    matcher.appendTail(value);
    if (!VALUE.matcher(value).matches()) {
      throw failure(url, name, "has a value with characters that are not allowed in a header");
    }
    return value.toString();
  }

  private static ResourceException failure(WebUrl url, String name, String problem) {
    String message = "the header " + name + " configured for " + url.origin() + " " + problem;
    return ResourceException.of(Kind.FAILED, url.value(), message);
  }
}
