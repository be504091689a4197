package dev.attache.handlers.http.url;

import okhttp3.HttpUrl;

/**
 * The origin of a URL, which is whom it asks: scheme, host and port.
 *
 * @param scheme {@code http} or {@code https}
 * @param host canonical; an IPv6 address without brackets
 * @param port given or default
 */
record WebOrigin(String scheme, String host, int port) {

  boolean isHttps() {
    return scheme.equals("https");
  }

  /** Whether OkHttp means the same host; it writes mapped IPv4 addresses as IPv4. */
  boolean isHostOf(HttpUrl url) {
    return url.host().equals(host)
        || (host.startsWith(WebHost.MAPPED_IPV4) && url.host().indexOf(':') < 0);
  }

  static int defaultPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  /** The origin as it begins a URL, without the slash. */
  @Override
  public String toString() {
    String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
    return scheme + "://" + name + (port == defaultPort(scheme) ? "" : ":" + port);
  }
}
