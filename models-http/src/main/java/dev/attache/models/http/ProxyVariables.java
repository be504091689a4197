package dev.attache.models.http;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.Locale;
import java.util.Map;
import okhttp3.Credentials;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * The proxies that the environment names, as curl reads it: {@code https_proxy} and {@code
 * HTTPS_PROXY}, {@code http_proxy} in small letters only, {@code all_proxy} and {@code ALL_PROXY}
 * for both, and {@code no_proxy} and {@code NO_PROXY} for hosts that need none. This computer never
 * needs one. Immutable.
 */
final class ProxyVariables {

  private final Map<String, String> environment;

  ProxyVariables(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * A proxy.
   *
   * @param url where it is
   * @param credentials what it is shown; null for nothing
   */
  record Choice(HttpUrl url, @Nullable String credentials) {

    Proxy proxy() {
      return new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(url.host(), url.port()));
    }

    /** What to say of it, which holds no password. */
    @Override
    public String toString() {
      return url.host() + ":" + url.port();
    }
  }

  /**
   * Returns the proxy for a URL; null for none.
   *
   * @throws IllegalArgumentException if the one that is named is no http URL
   */
  @Nullable Choice of(HttpUrl url) {
    String named = first(url.isHttps() ? "https_proxy" : "http_proxy", url.isHttps());
    String proxy = named == null ? first("all_proxy", true) : named;
    if (proxy == null || isExempt(url)) {
      return null;
    }
    HttpUrl parsed = HttpUrl.parse(proxy.contains("://") ? proxy : "http://" + proxy);
    if (parsed == null || parsed.isHttps()) {
      throw new IllegalArgumentException("the proxy of the environment must be an http:// URL");
    }
    return new Choice(parsed, credentials(parsed));
  }

  private static @Nullable String credentials(HttpUrl url) {
    return url.username().isEmpty() ? null : Credentials.basic(url.username(), url.password());
  }

  private @Nullable String first(String name, boolean mayBeUpperCase) {
    String value = environment.get(name);
    if ((value == null || value.isBlank()) && mayBeUpperCase) {
      value = environment.get(name.toUpperCase(Locale.ROOT));
    }
    return value == null || value.isBlank() ? null : value.strip();
  }

  private boolean isExempt(HttpUrl url) {
    String host = url.host();
    if (host.equals("localhost") || host.startsWith("127.") || host.equals("::1")) {
      return true;
    }
    String exempt = first("no_proxy", true);
    if (exempt == null) {
      return false;
    }
    for (String entry : exempt.toLowerCase(Locale.ROOT).split("[\\s,]+", -1)) {
      if (!entry.isEmpty() && covers(entry, host, url.port())) {
        return true;
      }
    }
    return false;
  }

  /** Whether an entry is a host, a domain with or without a dot before it, or all there is. */
  private static boolean covers(String entry, String host, int port) {
    String suffix = ":" + port;
    String plain =
        entry.endsWith(suffix) && entry.indexOf(':') == entry.lastIndexOf(':')
            ? entry.substring(0, entry.length() - suffix.length())
            : entry;
    String domain = plain.startsWith("*.") ? plain.substring(1) : plain;
    String dotted = domain.startsWith(".") ? domain : "." + domain;
    return plain.equals("*") || host.equals(dotted.substring(1)) || host.endsWith(dotted);
  }
}
