package dev.attache.handlers.http.url;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * IPv4 addresses as C libraries read them, and browsers after them: one to four numbers, decimal,
 * octal ({@code 017}) or hexadecimal ({@code 0x7f}), the last of which fills the rest of the 32
 * bits.
 */
final class Ipv4Number {

  private static final long TOO_LARGE = 1L << 32;

  private Ipv4Number() {}

  /** Whether a name ends in a number, so that it must be an address. */
  static boolean ends(String name) {
    List<String> parts = parts(name);
    String last = parts.get(parts.size() - 1);
    return !last.isEmpty()
        && (last.chars().allMatch(c -> c >= '0' && c <= '9') || number(last) >= 0);
  }

  /** Returns the address in four decimal parts, or null if the numbers are not one. */
  static @Nullable String address(String name) {
    List<String> parts = parts(name);
    if (parts.size() > 4) {
      return null;
    }
    long address = 0;
    for (int i = 0; i < parts.size(); i++) {
      boolean last = i == parts.size() - 1;
      long number = number(parts.get(i));
      long limit = last ? TOO_LARGE >> (8 * i) : 256;
      if (number < 0 || number >= limit) {
        return null;
      }
      address += last ? number : number << (24 - 8 * i);
    }
    return (address >> 24)
        + "."
        + ((address >> 16) & 0xff)
        + "."
        + ((address >> 8) & 0xff)
        + "."
        + (address & 0xff);
  }

  /** Returns the address, given in four decimal parts, as the last two groups of an IPv6 one. */
  static String asIpv6Groups(String address) {
    int[] bytes = parts(address).stream().mapToInt(Integer::parseInt).toArray();
    return Integer.toHexString(256 * bytes[0] + bytes[1])
        + ":"
        + Integer.toHexString(256 * bytes[2] + bytes[3]);
  }

  /** The labels of a name; a dot at its end begins none. */
  private static List<String> parts(String name) {
    String inner = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    return List.of(inner.split("\\.", -1));
  }

  /** The value of a number, {@link #TOO_LARGE} if it needs more than 32 bits, -1 if it is none. */
  private static long number(String text) {
    if (text.isEmpty()) {
      return -1;
    }
    boolean hex = text.startsWith("0x"); // names are in lower case by now
    int radix = hex ? 16 : text.startsWith("0") ? 8 : 10;
    long value = 0;
    for (int i = hex ? 2 : 0; i < text.length(); i++) {
      int digit = Character.digit(text.charAt(i), radix); // ASCII by now, too
      if (digit < 0) {
        return -1;
      }
      value = Math.min(radix * value + digit, TOO_LARGE);
    }
    return value;
  }
}
