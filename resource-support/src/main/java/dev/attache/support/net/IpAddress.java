package dev.attache.support.net;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * An IP address as bits, aligned to the left: an IPv4 address is the upper half of {@code high}.
 *
 * <p>An IPv4 address mapped into IPv6 (RFC 4291, section 2.5.5.2) is that IPv4 address.
 *
 * @param bits how many bits it has: 32 or 128
 */
record IpAddress(int bits, long high, long low) {

  private static final int IPV4_BITS = 32;
  private static final int IPV6_BITS = 128;
  private static final int GROUPS = 8;
  private static final long MAPPED = 0xffffL;
  private static final Pattern OCTET = Pattern.compile("0|[1-9][0-9]{0,2}");
  private static final Pattern GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");

  /** Returns the address of a socket or of an answer, without looking anything up. */
  static IpAddress of(InetAddress address) {
    byte[] bytes = address.getAddress();
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return bytes.length == Integer.BYTES
        ? ipv4(buffer.getInt())
        : ipv6(buffer.getLong(), buffer.getLong());
  }

  /**
   * Returns the address that {@code text} spells: four decimal numbers without leading zeros, or
   * any form of RFC 4291, section 2.2; no scope, no brackets, no short forms of IPv4.
   */
  static Optional<IpAddress> parse(String text) {
    if (text.indexOf(':') < 0) {
      return parseIpv4(text).map(IpAddress::ipv4);
    }
    int gap = text.indexOf("::");
    List<Integer> before = new ArrayList<>();
    List<Integer> after = new ArrayList<>();
    boolean valid =
        gap < 0
            ? addGroups(text, true, after) && after.size() == GROUPS
            : addGroups(text.substring(0, gap), false, before)
                && addGroups(text.substring(gap + 2), true, after)
                && before.size() + after.size() < GROUPS;
    return valid ? Optional.of(ipv6(before, after)) : Optional.empty();
  }

  boolean isIpv4() {
    return bits == IPV4_BITS;
  }

  /** The address with all but its first {@code length} bits set to zero. */
  IpAddress prefix(int length) {
    return new IpAddress(bits, high & mask(length), low & mask(length - Long.SIZE));
  }

  /** The address in its canonical form (RFC 5952). */
  @Override
  public String toString() {
    if (isIpv4()) {
      return (high >>> 56)
          + "."
          + (high >>> 48 & 0xff)
          + "."
          + (high >>> 40 & 0xff)
          + "."
          + (high >>> 32 & 0xff);
    }
    int start = 0;
    int length = 1; // a single group of zeros is not worth a gap
    for (int i = 0; i < GROUPS; i++) {
      int zeros = zerosAt(i);
      if (zeros > length) {
        start = i;
        length = zeros;
      }
    }
    return length == 1
        ? groups(0, GROUPS)
        : groups(0, start) + "::" + groups(start + length, GROUPS);
  }

  private String groups(int from, int to) {
    var joined = new StringJoiner(":");
    for (int i = from; i < to; i++) {
      joined.add(Integer.toHexString(group(i)));
    }
    return joined.toString();
  }

  private int zerosAt(int index) {
    int end = index;
    while (end < GROUPS && group(end) == 0) {
      end++;
    }
    return end - index;
  }

  private int group(int index) {
    long half = index < GROUPS / 2 ? high : low;
    return (int) (half >>> (48 - 16 * (index % 4))) & 0xffff;
  }

  private static long mask(int length) {
    return length <= 0 ? 0 : length >= Long.SIZE ? -1 : -1L << (Long.SIZE - length);
  }

  private static IpAddress ipv4(int value) {
    return new IpAddress(IPV4_BITS, (long) value << 32, 0);
  }

  private static IpAddress ipv6(long high, long low) {
    return high == 0 && low >>> 32 == MAPPED
        ? ipv4((int) low)
        : new IpAddress(IPV6_BITS, high, low);
  }

  private static IpAddress ipv6(List<Integer> before, List<Integer> after) {
    long[] halves = new long[2];
    for (int i = 0; i < GROUPS; i++) {
      int fromEnd = i - GROUPS + after.size();
      int group = i < before.size() ? before.get(i) : fromEnd < 0 ? 0 : after.get(fromEnd);
      halves[i / 4] = halves[i / 4] << 16 | group;
    }
    return ipv6(halves[0], halves[1]);
  }

  /**
   * Adds the groups that {@code text} spells, the last two perhaps as IPv4; false if it does not.
   */
  private static boolean addGroups(String text, boolean mayEndInIpv4, List<Integer> groups) {
    if (text.isEmpty()) {
      return true;
    }
    String[] parts = text.split(":", -1);
    for (int i = 0; i < parts.length; i++) {
      boolean last = i == parts.length - 1;
      if (GROUP.matcher(parts[i]).matches()) {
        groups.add(Integer.parseInt(parts[i], 16));
      } else if (!last || !mayEndInIpv4 || !addIpv4(parts[i], groups)) {
        return false;
      }
    }
    return true;
  }

  private static boolean addIpv4(String text, List<Integer> groups) {
    Optional<Integer> value = parseIpv4(text);
    value.ifPresent(
        v -> {
          groups.add(v >>> 16);
          groups.add(v & 0xffff);
        });
    return value.isPresent();
  }

  private static Optional<Integer> parseIpv4(String text) {
    String[] parts = text.split("\\.", -1);
    int value = 0;
    for (String part : parts) {
      if (!OCTET.matcher(part).matches() || Integer.parseInt(part) > 0xff) {
        return Optional.empty();
      }
      value = value << 8 | Integer.parseInt(part);
    }
    return parts.length == 4 ? Optional.of(value) : Optional.empty();
  }
}
