package dev.attache.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The check of who sends a request, before any of its body is read. A page of a foreign site can
 * have its own name lead to this machine, but then its name stands in {@code Host} and {@code
 * Origin}. Immutable.
 */
final class HttpGate {

  private static final String SCHEME = "bearer ";

  private final byte @Nullable [] token;
  private final Set<String> hosts;
  private final Set<String> origins;
  private final InetAddress bound;

  /**
   * @param bound the address that is listened at, which may stand in {@code Host} as it is no name
   */
  HttpGate(HttpAccess access, InetAddress bound) {
    String text = access.token();
    this.token = text == null ? null : text.getBytes(UTF_8);
    this.hosts = lowerCase(access.hosts());
    this.origins = lowerCase(access.origins());
    this.bound = bound;
  }

  private static Set<String> lowerCase(Set<String> texts) {
    return texts.stream()
        .map(text -> text.toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Checks where a request was sent to, and which page sent it.
   *
   * @return the origin of the page; null if no page sent it
   */
  @Nullable String checkNames(Headers headers) throws RefusedException {
    List<String> values = headers.getOrDefault("Host", List.of());
    if (values.size() != 1) {
      throw RefusedException.of(
          400, "request has " + values.size() + " Host headers: it must have one");
    }
    String host = values.get(0).strip();
    if (!isHost(host.toLowerCase(Locale.ROOT))) {
      throw RefusedException.of(
          403,
          "host "
              + host
              + " is not allowed: use localhost, or start the server with this host"
              + " allowed");
    }
    List<String> pages = headers.getOrDefault("Origin", List.of());
    for (String page : pages) {
      if (!isOrigin(page.strip().toLowerCase(Locale.ROOT))) {
        throw RefusedException.of(
            403,
            "origin "
                + page
                + " is not allowed: only pages of localhost are, and those of origins"
                + " that the server was started with");
      }
    }
    return pages.isEmpty() ? null : pages.get(0).strip();
  }

  /** Checks that a request carries the token, if one is asked for. */
  void checkToken(Headers headers) throws RefusedException {
    if (token == null) {
      return;
    }
    List<String> values = headers.getOrDefault("Authorization", List.of());
    String value = values.size() == 1 ? values.get(0).strip() : "";
    boolean isBearer = value.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    String given = isBearer ? value.substring(SCHEME.length()).strip() : "";
    if (!MessageDigest.isEqual(token, given.getBytes(UTF_8))) {
      String message =
          isBearer
              ? "token is not the one of this server: send the one that it was started with"
              : "token is missing: send the header Authorization: Bearer TOKEN, with the token that"
                  + " the server was started with";
      throw RefusedException.of(401, message, Map.of("WWW-Authenticate", "Bearer"));
    }
  }

  private boolean isHost(String host) {
    if (hosts.contains(host)) {
      return true;
    }
    String name = name(host);
    return name != null && (hosts.contains(name) || isLoopback(name) || isBound(name));
  }

  private boolean isOrigin(String origin) {
    if (origins.contains(origin)) {
      return true;
    }
    int slashes = origin.indexOf("://");
    if (slashes < 0 || !(origin.startsWith("http:") || origin.startsWith("https:"))) {
      return false;
    }
    String name = name(origin.substring(slashes + 3));
    return name != null && isLoopback(name);
  }

  /** What stands before the port; null if the text is no host, or host and port. */
  private static @Nullable String name(String host) {
    int end = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
    if (end == 0) {
      return null;
    }
    if (end < 0 || end == host.length()) {
      return host;
    }
    boolean isPort =
        host.charAt(end) == ':' && host.chars().skip(end + 1L).allMatch(c -> c >= '0' && c <= '9');
    return isPort ? host.substring(0, end) : null;
  }

  private static boolean isLoopback(String name) {
    if (name.equals("localhost")) {
      return true;
    }
    InetAddress address = literal(name);
    return address != null && address.isLoopbackAddress();
  }

  private boolean isBound(String name) {
    return bound.equals(literal(name));
  }

  /** The address that a text spells out; null if it is a name, which is not looked up. */
  private static @Nullable InetAddress literal(String name) {
    try {
      if (name.startsWith("[")) {
        return InetAddress.getByName(name);
      }
      String[] parts = name.split("\\.", -1);
      if (parts.length != 4) {
        return null;
      }
      var bytes = new byte[4];
      for (int i = 0; i < 4; i++) {
        int part = Integer.parseInt(parts[i]);
        if (part < 0 || part > 255) {
          return null;
        }
        bytes[i] = (byte) part;
      }
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException | NumberFormatException e) {
      return null;
    }
  }
}
