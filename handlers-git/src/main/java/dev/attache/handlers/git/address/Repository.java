package dev.attache.handlers.git.address;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A repository, by where git finds it.
 *
 * @param scheme the scheme of its addresses: {@code github}, {@code git+https}
 * @param place the part of an address that names it, in canonical form: {@code owner/name}, {@code
 *     //host/path.git}, {@code ///srv/path}
 * @param url what git is given
 */
public record Repository(String scheme, String place, String url) {

  static final String HTTPS = "git+https";
  static final String HTTP = "git+http";
  static final String FILE = "git+file";
  static final String SSH = "git+ssh";

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_.-]*[A-Za-z0-9_-][A-Za-z0-9_.-]*");
  private static final Pattern HOST =
      Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(?::([0-9]{1,5}))?");
  private static final Pattern PATH =
      Pattern.compile("(?:/(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%(?!00|2F)[0-9A-F]{2})+)+");

  /** Returns a repository of a forge. */
  static Repository of(Forge forge, String place) throws AddressException {
    String[] names = withoutSuffix(place).split("/", -1);
    boolean isEnough = names.length == 2 || (names.length > 2 && forge.hasGroups());
    for (String name : names) {
      isEnough &= NAME.matcher(name).matches() && !name.startsWith("-");
    }
    if (!isEnough) {
      throw new AddressException(
          "must name a repository, as in " + forge.scheme() + ":owner/name/path@ref");
    }
    String path = String.join("/", names);
    return new Repository(forge.scheme(), path, "https://" + forge.host() + "/" + path + ".git");
  }

  /** Returns a repository of a server by what follows {@code git+https:}. */
  static Repository ofServer(String scheme, String place) throws AddressException {
    String protocol = scheme.substring(scheme.indexOf('+') + 1);
    int slash = place.indexOf('/', 2);
    if (!place.startsWith("//") || slash < 0) {
      throw new AddressException("must name a repository, as in " + scheme + "://host/path.git");
    }
    String authority = place.substring(2, slash);
    if (authority.indexOf('@') >= 0) {
      throw new AddressException("must not contain a user name or a password");
    }
    var matcher = HOST.matcher(authority);
    if (!matcher.matches()) {
      throw new AddressException("must have a host of ASCII letters, digits, dots and hyphens");
    }
    String port = port(matcher.group(2), protocol.equals("https") ? 443 : 80);
    String path = upperEscapes(place.substring(slash).replaceFirst("/+$", ""));
    requirePath(path);
    String canonical = "//" + matcher.group(1).toLowerCase(Locale.ROOT) + port + path;
    return new Repository(scheme, canonical, protocol + ":" + canonical);
  }

  private static String port(@Nullable String written, int usual) throws AddressException {
    if (written == null) {
      return "";
    }
    int port = Integer.parseInt(written);
    if (port < 1 || port > 65_535) {
      throw new AddressException("must have a port from 1 to 65535");
    }
    return port == usual ? "" : ":" + port;
  }

  private static void requirePath(String path) throws AddressException {
    boolean isDots = (path + "/").contains("/../") || (path + "/").contains("/./");
    if (!PATH.matcher(path).matches() || isDots) {
      throw new AddressException(
          "must have a path of one or more names to the repository, percent-encoded, without a"
              + " query");
    }
  }

  private static String upperEscapes(String path) {
    return Pattern.compile("%[0-9A-Fa-f]{2}")
        .matcher(path)
        .replaceAll(match -> match.group().toUpperCase(Locale.ROOT));
  }

  /**
   * Returns a repository of this machine.
   *
   * @param path its absolute path, percent-encoded
   */
  static Repository ofMachine(String path) throws AddressException {
    requirePath(path);
    return new Repository(FILE, "//" + path, "file://" + path);
  }

  private static String withoutSuffix(String place) {
    return place.endsWith(".git") ? place.substring(0, place.length() - 4) : place;
  }

  /** Whether it is on this machine. */
  public boolean isLocal() {
    return scheme.equals(FILE);
  }

  /** Whether the host is part of the address, and not of the scheme. */
  public boolean namesHost() {
    return scheme.equals(HTTPS) || scheme.equals(HTTP);
  }

  /** What of git's protocols leads to it: {@code https}. */
  public String protocol() {
    return url.substring(0, url.indexOf(':'));
  }

  /** Its host, or an empty text for this machine. */
  public String host() {
    String authority = authority();
    int colon = authority.lastIndexOf(':');
    return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
  }

  /** The port of its host. */
  public int port() {
    String authority = authority();
    int colon = authority.lastIndexOf(':');
    if (colon > authority.lastIndexOf(']')) {
      return Integer.parseInt(authority.substring(colon + 1));
    }
    return protocol().equals("https") ? 443 : 80;
  }

  private String authority() {
    int from = url.indexOf("//") + 2;
    return url.substring(from, url.indexOf('/', from));
  }

  /**
   * Returns the same repository where its server leads to.
   *
   * @param location the value of a {@code Location} field, for what git asks first
   * @return null if no repository can be there, or it would be less secure
   */
  public @Nullable Repository redirectedTo(String location) {
    String asked = "/info/refs";
    int end = location.indexOf(asked + "?");
    String target = end < 0 ? "" : location.substring(0, end);
    if (target.startsWith("/")) {
      target = url.substring(0, url.indexOf('/', url.indexOf("//") + 2)) + target;
    }
    boolean isSecure = target.startsWith("https://");
    if (!isSecure && (!target.startsWith("http://") || protocol().equals("https"))) {
      return null;
    }
    try {
      Repository there =
          ofServer(isSecure ? HTTPS : HTTP, target.substring(target.indexOf(':') + 1));
      return new Repository(scheme, place, there.url);
    } catch (AddressException e) {
      return null;
    }
  }

  /** Its address: {@code github:owner/name}. */
  public String text() {
    return scheme + ":" + place;
  }
}
