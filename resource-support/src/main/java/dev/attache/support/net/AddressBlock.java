package dev.attache.support.net;

/**
 * All addresses that share their first bits, written {@code 10.0.0.0/8} (RFC 4632).
 *
 * @param first the lowest of them
 * @param length how many bits they share
 */
record AddressBlock(IpAddress first, int length) {

  /**
   * Returns the block that {@code text} spells, without bits set after its length.
   *
   * @throws IllegalArgumentException saying the rule that the text breaks
   */
  static AddressBlock of(String text) {
    int slash = text.indexOf('/');
    String address = text.substring(0, slash);
    IpAddress first =
        IpAddress.parse(address)
            .orElseThrow(() -> broken("must have an IPv4 or IPv6 address before the slash"));
    if (first.isIpv4() && address.indexOf(':') >= 0) {
      throw broken("must be written as an IPv4 network");
    }
    int length = length(text.substring(slash + 1), first.bits());
    if (!first.prefix(length).equals(first)) {
      throw broken("must be zero after its prefix: " + new AddressBlock(first, length).aligned());
    }
    return new AddressBlock(first, length);
  }

  /** Returns the block of a single address. */
  static AddressBlock of(IpAddress address) {
    return new AddressBlock(address, address.bits());
  }

  boolean contains(IpAddress address) {
    return first.sharesPrefix(address, length);
  }

  @Override
  public String toString() {
    return first + "/" + length;
  }

  private AddressBlock aligned() {
    return new AddressBlock(first.prefix(length), length);
  }

  private static int length(String text, int most) {
    if (!isLength(text) || Integer.parseInt(text) > most) {
      throw broken("must end in a prefix length from 0 to " + most);
    }
    return Integer.parseInt(text);
  }

  /** Whether a text is up to three digits without leading zeros. */
  private static boolean isLength(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return text.length() == 1 || (text.length() <= 3 && !text.isEmpty() && text.charAt(0) != '0');
  }

  private static IllegalArgumentException broken(String rule) {
    return new IllegalArgumentException(rule);
  }
}
