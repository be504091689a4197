package dev.attache.support.net;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The networks that are not the public internet, by the special-purpose address registries of IANA
 * (RFC 6890) and the address at which a cloud platform serves its machines.
 *
 * <p>IPv6 is the other way round: what lies outside the one block of global unicast is not public,
 * whether it has a name here or not.
 */
final class SpecialNetworks {

  /** Networks of IPv4 that are not public. */
  static final List<Network> IPV4 =
      List.of(
          network("0.0.0.0/8", "a \"this network\" address"),
          network("10.0.0.0/8", "a private address"),
          network("100.64.0.0/10", "a carrier-grade NAT address"),
          network("127.0.0.0/8", "a loopback address"),
          network("168.63.129.16/32", "a cloud platform address"),
          network("169.254.0.0/16", "a link-local address"),
          network("172.16.0.0/12", "a private address"),
          network("192.0.0.0/24", "a protocol assignment address"),
          network("192.0.2.0/24", "a documentation address"),
          network("192.88.99.0/24", "a 6to4 relay address"),
          network("192.168.0.0/16", "a private address"),
          network("198.18.0.0/15", "a benchmarking address"),
          network("198.51.100.0/24", "a documentation address"),
          network("203.0.113.0/24", "a documentation address"),
          network("224.0.0.0/4", "a multicast address"),
          network("240.0.0.0/4", "a reserved address"));

  /** The only block of IPv6 with public addresses. */
  static final AddressBlock GLOBAL_UNICAST = AddressBlock.of("2000::/3");

  /** Networks inside of it that are not public. */
  static final List<Network> IPV6 =
      List.of(
          network("2001::/23", "a protocol assignment address"),
          network("2001:db8::/32", "a documentation address"),
          network("2002::/16", "a 6to4 address"),
          network("3fff::/20", "a documentation address"));

  /** What networks outside of it are, for messages only; the first that fits counts. */
  private static final List<Network> IPV6_OUTSIDE =
      List.of(
          network("::/128", "an unspecified address"),
          network("::1/128", "a loopback address"),
          network("::/96", "an IPv4-compatible address"),
          network("::ffff:0:0:0/96", "an IPv4-translated address"),
          network("64:ff9b::/96", "a NAT64 address"),
          network("64:ff9b:1::/48", "a NAT64 address"),
          network("100::/64", "a discard-only address"),
          network("100:0:0:1::/64", "a dummy address"),
          network("5f00::/16", "a segment routing address"),
          network("fc00::/7", "a private address"),
          network("fe80::/10", "a link-local address"),
          network("fec0::/10", "a site-local address"),
          network("ff00::/8", "a multicast address"));

  private SpecialNetworks() {}

  /** What an address is, with the network that it is in; null if it is public. */
  static @Nullable String kindOf(IpAddress address) {
    if (address.isIpv4()) {
      return kindOf(address, IPV4);
    }
    if (GLOBAL_UNICAST.contains(address)) {
      return kindOf(address, IPV6);
    }
    String kind = kindOf(address, IPV6_OUTSIDE);
    return kind == null ? "a reserved address (outside " + GLOBAL_UNICAST + ")" : kind;
  }

  private static @Nullable String kindOf(IpAddress address, List<Network> networks) {
    for (Network network : networks) {
      if (network.block.contains(address)) {
        return network.kind + " (" + network.block + ")";
      }
    }
    return null;
  }

  private static Network network(String block, String kind) {
    return new Network(AddressBlock.of(block), kind);
  }

  /**
   * A network that is not public.
   *
   * @param kind what an address in it is, with its article
   */
  record Network(AddressBlock block, String kind) {}
}
