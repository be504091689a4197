package dev.attache.handlers.http.url;

import dev.attache.resource.ResourceException;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * The origin of a URL, which is whom it asks: scheme, host and port. Immutable; the URLs of one
 * origin may share it, as it takes the most to read.
 */
final class WebOrigin {

  private final String scheme;
  private final String host;
  private final int port;
  private final String text;
  private final HttpUrl root;

  private WebOrigin(String scheme, String host, int port, String text, HttpUrl root) {
    this.scheme = scheme;
    this.host = host;
    this.port = port;
    this.text = text;
    this.root = root;
  }

  /**
   * Joins the parts, if OkHttp can ask that host.
   *
   * @param scheme {@code http} or {@code https}
   * @param host canonical; an IPv6 address without brackets
   * @param port given or default
   */
  static WebOrigin of(String scheme, String host, int port) throws ResourceException {
    String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
    String text = scheme + "://" + name + (port == defaultPort(scheme) ? "" : ":" + port);
    HttpUrl root = HttpUrl.parse(text);
    // OkHttp reads Punycode and spells it anew. A name that it would change is another name.
    if (root == null || !isHostOf(host, root)) {
      throw WebUrlParser.invalid("has a host that is not a valid domain name");
    }
    return new WebOrigin(scheme, host, port, text, root);
  }

  /** Whether OkHttp means the same host; it writes mapped IPv4 addresses as IPv4. */
  private static boolean isHostOf(String host, HttpUrl url) {
    return url.host().equals(host)
        || (host.startsWith(WebHost.MAPPED_IPV4) && url.host().indexOf(':') < 0);
  }

  static int defaultPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  String scheme() {
    return scheme;
  }

  boolean isHttps() {
    return scheme.equals("https");
  }

  String host() {
    return host;
  }

  int port() {
    return port;
  }

  /** Whether a clean text is a URL of this origin, which it spells as this is spelled. */
  boolean begins(String url) {
    int length = text.length();
    return url.startsWith(text)
        && (url.length() == length || "/\\?".indexOf(url.charAt(length)) >= 0);
  }

  /** The URL that OkHttp sends for a canonical path and query. */
  HttpUrl httpUrl(String path, @Nullable String query) {
    return root.newBuilder().encodedPath(path).encodedQuery(query).build();
  }

  /** The origin as it begins a URL, without the slash. */
  @Override
  public String toString() {
    return text;
  }
}
