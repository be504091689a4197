package dev.attache.handlers.http.url;

import dev.attache.resource.ResourceException;
import java.util.Optional;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * A canonical http or https URL: the one spelling of what it names.
 *
 * <p>It is what the WHATWG URL standard makes of a text, without the user info, the default port
 * and the fragment, with unreserved characters (RFC 3986, section 2.3) decoded and the digits of
 * every other escape in upper case. Path case, empty segments, a slash at the end, the order of the
 * query and an empty query are kept, because a server may tell them apart. Parsing {@link #value()}
 * gives the same URL again.
 *
 * <p>Narrower than the standard, because nothing could be fetched: hosts with empty labels, labels
 * over 63 or names over 253 characters, labels in Punycode that OkHttp cannot decode or would spell
 * otherwise, and port 0. Immutable and thread-safe.
 */
public final class WebUrl {

  private final WebOrigin origin;
  private final String path;
  private final @Nullable String query;
  private final String value;
  private final HttpUrl httpUrl;

  private WebUrl(
      WebOrigin origin, String path, @Nullable String query, String value, HttpUrl httpUrl) {
    this.origin = origin;
    this.path = path;
    this.query = query;
    this.value = value;
    this.httpUrl = httpUrl;
  }

  /**
   * Reads a URL that a person or a server wrote, and mends what browsers mend.
   *
   * @param text the URL as it is written, with its scheme
   * @return the canonical URL
   * @throws ResourceException if it is none, is relative or has another scheme; the message repeats
   *     nothing of the text, which may hold a password wherever it is malformed
   */
  public static WebUrl parse(String text) throws ResourceException {
    return parse(text, null);
  }

  /**
   * Reads a URL that a person or a server wrote, with less work if it has the origin of another.
   *
   * @param text the URL as it is written, with its scheme
   * @param near a URL that may have the same origin; makes no other difference
   * @return the canonical URL
   * @throws ResourceException as {@link #parse(String)} does
   */
  public static WebUrl parse(String text, @Nullable WebUrl near) throws ResourceException {
    return new WebUrlParser(null, near, false).parse(text);
  }

  /**
   * Reads a URL that a model wrote: nothing is mended that makes a URL look like another one.
   *
   * @param text the URL as it is written, with its scheme
   * @param near a URL that may have the same origin; makes no other difference
   * @return the canonical URL
   * @throws ResourceException also for control characters, blanks at the ends, backslashes, user
   *     info, and anything but two slashes after the scheme
   */
  public static WebUrl parseStrict(String text, @Nullable WebUrl near) throws ResourceException {
    return new WebUrlParser(null, near, true).parse(text);
  }

  /**
   * Reads a reference that this page or a redirect from here holds, which may be relative.
   *
   * @param reference a URL, or one relative to this, as in {@code href} or {@code Location}
   * @return the canonical URL, without its fragment
   * @throws ResourceException if it is malformed or has another scheme; see {@link #schemeOf}
   */
  public WebUrl resolve(String reference) throws ResourceException {
    return new WebUrlParser(this, this, false).parse(reference);
  }

  /**
   * {@return the scheme that a URL names, in lower case and without its colon; nothing if it names
   * none}
   *
   * @param text anything; it need not be a URL
   */
  public static Optional<String> schemeOf(String text) {
    return Optional.ofNullable(WebUrlParser.scheme(WebUrlParser.clean(text)));
  }

  /** Joins canonical parts. */
  static WebUrl of(WebOrigin origin, String path, @Nullable String query) {
    String value = origin + path + (query == null ? "" : "?" + query);
    return new WebUrl(origin, path, query, value, origin.httpUrl(path, query));
  }

  /** {@return the canonical spelling; ASCII only} */
  public String value() {
    return value;
  }

  /**
   * {@return the URL that OkHttp sends} Its path and query are those of {@link #value()}, byte for
   * byte, but for {@code |} in a path, which OkHttp writes as {@code %7C}: RFC 3986 has no other
   * spelling. An IPv6 address that only maps an IPv4 address ({@code ::ffff:0:0/96}) is that IPv4
   * address there, and is connected to as such.
   */
  public HttpUrl httpUrl() {
    return httpUrl;
  }

  /** {@return either {@code http} or {@code https}} */
  public String scheme() {
    return origin.scheme();
  }

  /** {@return whether the scheme is {@code https}} */
  public boolean isHttps() {
    return origin.isHttps();
  }

  /**
   * {@return the name in ASCII, or the address; an IPv6 address as RFC 5952 has it, without
   * brackets}
   */
  public String host() {
    return origin.host();
  }

  /** {@return the port, given or default} */
  public int port() {
    return origin.port();
  }

  /** {@return host (an IPv6 address in brackets) and port, given or default} */
  public String hostAndPort() {
    return (host().indexOf(':') < 0 ? host() : "[" + host() + "]") + ":" + port();
  }

  /**
   * {@return scheme, host (an IPv6 address in brackets) and the port unless it is the default one}
   */
  public String origin() {
    return origin.toString();
  }

  WebOrigin webOrigin() {
    return origin;
  }

  /** The path with its slash. */
  String path() {
    return path;
  }

  /**
   * The query without its question mark; null if there is none, which differs from an empty one.
   */
  @Nullable String query() {
    return query;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WebUrl that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value;
  }
}
