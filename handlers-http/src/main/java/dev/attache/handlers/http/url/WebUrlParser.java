package dev.attache.handlers.http.url;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The WHATWG URL parser, reduced to http and https: the standard's states for these two schemes
 * come down to splitting a text at its delimiters.
 */
final class WebUrlParser {

  private final @Nullable WebUrl base;
  private final @Nullable WebUrl near;
  private final boolean strict;

  /**
   * @param base what relative references start from, or null to refuse them
   * @param near a URL whose origin is not read again where the text has the same; null for none
   * @param strict whether to refuse what two readers may read as two URLs, user info and odd
   *     slashes
   */
  WebUrlParser(@Nullable WebUrl base, @Nullable WebUrl near, boolean strict) {
    this.base = base;
    this.near = near;
    this.strict = strict;
  }

  WebUrl parse(String text) throws ResourceException {
    if (strict) {
      requireUnambiguous(text);
    }
    String url = withoutFragment(clean(text));
    if (near != null && near.webOrigin().begins(url)) {
      return absolute(near.webOrigin(), url.substring(near.origin().length()));
    }
    String named = scheme(url);
    String rest = named == null ? url : url.substring(named.length() + 1);
    String scheme = named == null && base != null ? base.scheme() : named;
    if (scheme == null || !(scheme.equals("http") || scheme.equals("https"))) {
      throw invalid("must begin with http:// or https://");
    }
    int slashes = 0;
    while (slashes < rest.length() && isSlash(rest.charAt(slashes))) {
      slashes++;
    }
    if (base != null && base.scheme().equals(scheme) && slashes < 2) {
      return relative(base, rest);
    }
    if (strict && slashes != 2) {
      throw invalid("must have two slashes after " + scheme + ":");
    }
    return absolute(scheme, rest.substring(slashes));
  }

  /**
   * Refuses what a model may not put into a URL, wherever it stands: characters that parsers drop
   * or turn into others, so that two readers see two URLs.
   */
  private static void requireUnambiguous(String text) throws ResourceException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c) || c == 0x2028 || c == 0x2029) {
        throw invalid("must not contain control characters (at " + i + ")");
      }
    }
    if (!text.equals(text.strip())) {
      throw invalid("must not begin or end with a blank");
    }
    int backslash = text.indexOf('\\');
    if (backslash >= 0) {
      throw invalid("must not contain a backslash (at " + backslash + "); write / or %5C");
    }
  }

  /** Reads what follows the slashes: authority, path, query. */
  private WebUrl absolute(String scheme, String rest) throws ResourceException {
    int end = 0;
    while (end < rest.length() && !isSlash(rest.charAt(end)) && rest.charAt(end) != '?') {
      end++;
    }
    return absolute(origin(scheme, rest.substring(0, end)), rest.substring(end));
  }

  private static WebUrl absolute(WebOrigin origin, String pathAndQuery) {
    return WebUrl.of(origin, canonicalPath(path(pathAndQuery)), query(pathAndQuery));
  }

  private static WebUrl relative(WebUrl base, String rest) {
    WebOrigin origin = base.webOrigin();
    String path = path(rest);
    String query = query(rest);
    if (path.isEmpty()) {
      return WebUrl.of(origin, base.path(), query == null ? base.query() : query);
    }
    if (!isSlash(path.charAt(0))) {
      path = base.path().substring(0, base.path().lastIndexOf('/') + 1) + path;
    }
    return WebUrl.of(origin, canonicalPath(path), query);
  }

  private WebOrigin origin(String scheme, String authority) throws ResourceException {
    int at = authority.lastIndexOf('@');
    if (strict && at >= 0) {
      throw invalid("must not contain a user name or a password");
    }
    String hostPort = authority.substring(at + 1);
    int colon = hostPort.indexOf(':', Math.max(0, hostPort.lastIndexOf(']')));
    String host = WebHost.canonical(colon < 0 ? hostPort : hostPort.substring(0, colon));
    int port = WebOrigin.defaultPort(scheme);
    if (colon >= 0 && colon + 1 < hostPort.length()) {
      port = port(hostPort.substring(colon + 1));
    }
    return WebOrigin.of(scheme, host, port);
  }

  private static int port(String digits) throws ResourceException {
    int port = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      port = c >= '0' && c <= '9' ? 10 * port + (c - '0') : Integer.MAX_VALUE;
      if (port > 0xffff) {
        break;
      }
    }
    if (port == 0 || port > 0xffff) {
      // The value is not shown: in a malformed URL this is where a password begins.
      throw invalid("has a port that is not a number from 1 to 65535");
    }
    return port;
  }

  private static String path(String pathAndQuery) {
    int question = pathAndQuery.indexOf('?');
    return question < 0 ? pathAndQuery : pathAndQuery.substring(0, question);
  }

  /**
   * The canonical path: escapes first, then dot segments, which escapes can spell.
   *
   * @param path begins with a slash or a backslash, or is empty
   */
  private static String canonicalPath(String path) {
    return path.isEmpty() ? "/" : withoutDotSegments(PercentPass.path(path));
  }

  private static String withoutDotSegments(String path) {
    if (!path.contains("/.") && path.indexOf('\\') < 0) {
      return path; // most have none
    }
    var kept = new StringBuilder(path.length()); // each segment behind its slash
    int from = 1;
    while (from <= path.length()) {
      int to = slash(path, from);
      String segment = path.substring(from, to);
      boolean isUp = segment.equals("..");
      if (isUp && kept.length() > 0) {
        kept.setLength(kept.lastIndexOf("/"));
      }
      if (!isUp && !segment.equals(".")) {
        kept.append('/').append(segment);
      } else if (to == path.length()) {
        kept.append('/');
      }
      from = to + 1;
    }
    return kept.toString();
  }

  private static int slash(String path, int from) {
    int at = from;
    while (at < path.length() && !isSlash(path.charAt(at))) {
      at++;
    }
    return at;
  }

  private static @Nullable String query(String pathAndQuery) {
    int question = pathAndQuery.indexOf('?');
    return question < 0 ? null : PercentPass.query(pathAndQuery.substring(question + 1));
  }

  private static String withoutFragment(String url) {
    int hash = url.indexOf('#');
    return hash < 0 ? url : url.substring(0, hash);
  }

  private static boolean isSlash(char c) {
    return c == '/' || c == '\\';
  }

  /**
   * The text without C0 controls and spaces at its ends, and without any tab or line end; unpaired
   * surrogates are U+FFFD.
   */
  static String clean(String text) {
    return isClean(text) ? text : cleaned(text);
  }

  /** Whether it is printable ASCII without spaces, as most are. */
  private static boolean isClean(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= 0x7f) {
        return false;
      }
    }
    return true;
  }

  private static String cleaned(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && text.charAt(from) <= ' ') {
      from++;
    }
    while (from < to && text.charAt(to - 1) <= ' ') {
      to--;
    }
    var clean = new StringBuilder(to - from);
    int at = from;
    while (at < to) {
      int c = text.codePointAt(at);
      at += Character.charCount(c);
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        clean.append('\ufffd');
      } else if (c != '\t' && c != '\n' && c != '\r') {
        clean.appendCodePoint(c);
      }
    }
    return clean.toString();
  }

  /** The scheme of a clean text, in lower case; null if it has none. */
  static @Nullable String scheme(String url) {
    for (int i = 0; i < url.length(); i++) {
      char c = url.charAt(i);
      if (c == ':' && i > 0) {
        return url.substring(0, i).toLowerCase(Locale.ROOT);
      }
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean other = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
      if (!letter && (i == 0 || !other)) {
        return null;
      }
    }
    return null;
  }

  /** A refusal about no URI in particular: what is malformed may hold a password anywhere. */
  static ResourceException invalid(String rule) {
    return ResourceException.of(Kind.INVALID_URI, null, rule);
  }
}
