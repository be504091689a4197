package dev.attache.support.net;

import java.util.Locale;
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
    if (plain.length() > LONGEST_NAME || !isName(plain)) {
      return broken(text, "must be a host name: up to 253 ASCII letters, digits, hyphens and dots");
    }
    String name = plain.toLowerCase(Locale.ROOT);
    return endsInNumber(name)
        ? broken(text, "must be four decimal numbers without leading zeros, if it is an address")
        : new Host(name, null, null);
  }

  /** Whether a text is labels with dots between them. */
  private static boolean isName(String text) {
    boolean inLabel = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.' ? !inLabel : !isOfLabel(c)) {
        return false;
      }
      inLabel = c != '.';
    }
    return inLabel;
  }

  private static boolean isOfLabel(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_';
  }

  /** Whether the last label makes many parsers read a name as an IPv4 address, however written. */
  private static boolean endsInNumber(String name) {
    int label = name.lastIndexOf('.') + 1;
    boolean isHex = name.startsWith("0x", label);
    for (int i = isHex ? label + 2 : label; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!((c >= '0' && c <= '9') || (isHex && c >= 'a' && c <= 'f'))) {
        return false;
      }
    }
    return true;
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
