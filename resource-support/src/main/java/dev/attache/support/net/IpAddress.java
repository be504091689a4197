package dev.attache.support.net;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

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
  private static final int DIGITS_OF_GROUP = 4;
  private static final int OCTETS = 4;
  private static final int MAX_OCTET = 0xff;

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

  /** As a record has it, but not linked at run time, which would cost each start. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof IpAddress that
        && bits == that.bits
        && high == that.high
        && low == that.low;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * bits + Long.hashCode(high)) + Long.hashCode(low);
  }

  /** Whether the first {@code length} bits are those of another address. */
  boolean sharesPrefix(IpAddress other, int length) {
    return bits == other.bits
        && ((high ^ other.high) & mask(length)) == 0
        && ((low ^ other.low) & mask(length - Long.SIZE)) == 0;
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
      if (isGroup(parts[i])) {
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

  private static boolean isGroup(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'))) {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= DIGITS_OF_GROUP;
  }

  private static Optional<Integer> parseIpv4(String text) {
    int value = 0;
    int start = 0;
    for (int octet = 1; octet <= OCTETS; octet++) {
      int dot = text.indexOf('.', start);
      int end = dot < 0 ? text.length() : dot;
      int number = octet(text, start, end);
      if (number < 0 || (dot < 0) != (octet == OCTETS)) {
        return Optional.empty();
      }
      value = value << 8 | number;
      start = end + 1;
    }
    return Optional.of(value);
  }

  /** What up to three digits without leading zeros say; -1 if they are none, or too much. */
  private static int octet(String text, int from, int to) {
    int digits = to - from;
    if (digits < 1 || digits > 3 || (digits > 1 && text.charAt(from) == '0')) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = 10 * value + digit;
    }
    return value > MAX_OCTET ? -1 : value;
  }
}
