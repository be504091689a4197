package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.url.WebUrl;
import dev.attache.html.HtmlForm;
import dev.attache.resource.ResourceException;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Section;
import dev.attache.support.net.PublicNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The handler's section of the configuration, checked.
 *
 * @param network which hosts may be reached
 * @param sockets which addresses may be connected to: those, and the proxy if there is one
 * @param headers what to send to which origin beyond the usual, as the configuration has it
 * @param timeout how long one resource may take, redirects and all
 * @param parallelism how many resources are fetched at once
 * @param perHost how many of them from one host
 * @param proxy the proxy to go through; null for none
 * @param html what models are given of an HTML page
 * @param offline whether to take everything from the cache, and ask nobody
 * @param cacheBytes how large the cache may become; 0 for no cache
 * @param strict whether URLs come from a model, and are refused where others are mended
 */
public record HttpSettings(
    PublicNetwork network,
    PublicNetwork sockets,
    Map<String, Map<String, String>> headers,
    Duration timeout,
    int parallelism,
    int perHost,
    @Nullable WebUrl proxy,
    HtmlForm html,
    boolean offline,
    long cacheBytes,
    boolean strict) {

  /** All keys but those of origins. */
  public static final Set<String> KEYS =
      Set.of(
          "allow",
          "timeout",
          "parallel",
          "per-host",
          "proxy",
          "html",
          "offline",
          "cache",
          "cache-size",
          "strict");

  private static final int PARALLELISM = 16;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final long CACHE_BYTES = 256L << 20;

  /**
   * {@return the settings of a section}
   *
   * @param section keys and values as the configuration has them, unchecked
   * @throws IllegalArgumentException if a value is not what it has to be, naming the key
   */
  public static HttpSettings of(Map<String, Object> section) {
    Section values = Section.of(section);
    int parallelism = (int) values.integer("parallel", PARALLELISM, 1, 1024);
    List<String> allowed = values.strings("allow");
    WebUrl proxy = proxy(values.string("proxy", ""));
    return new HttpSettings(
        PublicNetwork.allowing(allowed),
        PublicNetwork.allowing(with(proxy, allowed)),
        headers(section),
        Duration.ofSeconds(values.integer("timeout", TIMEOUT.toSeconds(), 1, 86_400)),
        parallelism,
        (int) values.integer("per-host", parallelism, 1, 1024),
        proxy,
        HtmlForm.parse(values.string("html", HtmlForm.MARKDOWN.toString())),
        values.bool("offline", false),
        values.bool("cache", true)
            ? values.integer("cache-size", CACHE_BYTES, 0, Long.MAX_VALUE)
            : 0,
        values.bool("strict", false));
  }

  /**
   * Parses a URL as it was written: by a person, or strictly when by a model.
   *
   * @param spelled the URL as it was written
   * @param near a URL that may have the same origin, which is less work then; null for none
   * @return the canonical URL
   * @throws ResourceException if it is none, is relative or has another scheme
   */
  public WebUrl url(String spelled, @Nullable WebUrl near) throws ResourceException {
    try {
      return strict ? WebUrl.parseStrict(spelled, near) : WebUrl.parse(spelled, near);
    } catch (ResourceException e) {
      throw ResourceException.of(e.kind(), spelled, e.message(), e);
    }
  }

  private static Map<String, Map<String, String>> headers(Map<String, Object> section) {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    Map<String, String> names = new LinkedHashMap<>();
    for (Map.Entry<String, Object> entry : section.entrySet()) {
      if (entry.getValue() instanceof Map<?, ?> table) {
        String name = entry.getKey();
        String origin = origin(name);
        String other = names.put(origin, name);
        if (other != null) {
          throw new IllegalArgumentException(
              "\"" + other + "\" and \"" + name + "\" are the same origin; keep one");
        }
        all.put(origin, headers(name, table));
      }
    }
    return all;
  }

  /** The headers of one origin: {@code {"headers": {"Name": "value", …}}}. */
  private static Map<String, String> headers(String origin, Map<?, ?> table) {
    if (!(table.get("headers") instanceof Map<?, ?> values)) {
      throw new IllegalArgumentException("\"" + origin + "\" must have a table of headers");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      if (!(entry.getValue() instanceof String value)) {
        throw new IllegalArgumentException(
            "header " + entry.getKey() + " of \"" + origin + "\" must be a string");
      }
      headers.put(String.valueOf(entry.getKey()), value);
    }
    return headers;
  }

  private static String origin(String name) {
    WebUrl url = plainOrigin(name);
    if (url == null) {
      throw new IllegalArgumentException(
          "\""
              + Redaction.redact(name)
              + "\" must be an origin, such as https://example.com or http://localhost:8080");
    }
    return url.origin();
  }

  /** Reads a URL that is an origin and nothing more; null if it is none. */
  private static @Nullable WebUrl plainOrigin(String spelled) {
    try {
      WebUrl url = WebUrl.parse(spelled);
      boolean isPlain = spelled.indexOf('@') < 0 && spelled.indexOf('#') < 0;
      return isPlain && url.value().equals(url.origin() + "/") ? url : null;
    } catch (ResourceException e) {
      return null; // whoever wants an origin says how one looks
    }
  }

  private static List<String> with(@Nullable WebUrl proxy, List<String> allowed) {
    var all = new ArrayList<>(allowed);
    if (proxy != null) {
      all.add(proxy.hostAndPort());
    }
    return all;
  }

  private static @Nullable WebUrl proxy(String spelled) {
    if (spelled.isEmpty()) {
      return null;
    }
    if (spelled.indexOf('@') >= 0) {
      throw new IllegalArgumentException(
          "proxy must not contain a user name or a password: proxies that require them are not"
              + " supported");
    }
    WebUrl url = plainOrigin(spelled);
    if (url == null || url.isHttps()) {
      throw new IllegalArgumentException(
          "proxy must be the address of an HTTP proxy, such as http://proxy.example:3128");
    }
    return url;
  }
}
