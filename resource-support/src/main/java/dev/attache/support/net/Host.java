package dev.attache.support.net;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The host of a URL: a name or an address, or neither.
 *
 * @param text the name in lower case or the address in its canonical form, else what was given
 * @param address the address; null for a name
 * @param problem the rule that it breaks; null for a name and an address
 */
record Host(String text, @Nullable IpAddress address, @Nullable String problem) {

  private static final int LONGEST_NAME = 253;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*");

  /** A last label that makes many parsers read the whole as an IPv4 address, however written. */
  private static final Pattern NUMBER = Pattern.compile("(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)");

  /**
   * Returns the host that {@code text} spells: a name, IPv4, or IPv6 with or without brackets; a
   * dot at the end of a name is ignored.
   */
  static Host of(String text) {
    String plain = text.indexOf(':') < 0 ? withoutDot(text) : withoutBrackets(text);
    IpAddress address = IpAddress.parse(plain).orElse(null);
    if (address != null) {
      return new Host(address.toString(), address, null);
    }
    if (text.indexOf(':') >= 0) {
      boolean scoped = text.indexOf('%') >= 0;
      return broken(text, scoped ? "must not have a scope" : "must be an IPv6 address");
    }
    if (plain.length() > LONGEST_NAME || !NAME.matcher(plain).matches()) {
      return broken(text, "must be a host name: up to 253 ASCII letters, digits, hyphens and dots");
    }
    String name = plain.toLowerCase(Locale.ROOT);
    return NUMBER.matcher(name).matches()
        ? broken(text, "must be four decimal numbers without leading zeros, if it is an address")
        : new Host(name, null, null);
  }

  private static Host broken(String text, String problem) {
    return new Host(text, null, problem);
  }

  private static String withoutBrackets(String text) {
    return text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
  }

  private static String withoutDot(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }
}
