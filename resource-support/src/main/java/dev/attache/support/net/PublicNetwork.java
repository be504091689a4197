package dev.attache.support.net;

import java.net.InetAddress;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The guard that keeps requests on the public internet: it says of a host, and of an address that
 * the host turned out to have, why it must not be connected to.
 *
 * <p>Refused are the addresses of networks that are not public (loopback, private, link-local and
 * the like; of IPv6 all but global unicast) and the host names that only such networks have ({@code
 * localhost}, {@code *.internal}). An IPv4 address mapped into IPv6 counts as that IPv4 address.
 * What is neither a name nor an address in its usual form is refused, too: {@code 127.1}, {@code
 * 0x7f000001}, {@code fe80::1%eth0}.
 *
 * <p>Nothing is ever looked up. So that no answer of the DNS and no redirect leads astray, ask
 * three times: about the host of a URL before it is used, at each redirect again; about each
 * address that the DNS answers; and about the peer of the connection, because it may come from
 * another look-up. What this cannot see is a proxy: behind one the peer is the proxy, and the proxy
 * looks up the host.
 *
 * <p>An application may open parts of the networks that are refused. What is public stays open
 * whatever the entries say, as nothing but opening is their meaning:
 *
 * <ul>
 *   <li>{@code intranet.example} opens this name, on every port and whatever its addresses are, and
 *       none of the addresses under another name or under none;
 *   <li>{@code *.corp.example} opens the names below in the same way, not {@code corp.example};
 *   <li>{@code 10.1.2.3}, {@code fd00::1} and {@code 10.1.0.0/16} open addresses however they are
 *       reached: as themselves and as the answer for any name that is not refused as a name (for
 *       {@code localhost} it takes an entry {@code localhost});
 *   <li>a port limits a name or an address to it: {@code intranet.example:8080}, {@code
 *       127.0.0.1:8080}, {@code [::1]:8080}. Without brackets {@code ::1:8080} is an address. It
 *       also opens a port of another protocol, which is closed otherwise.
 * </ul>
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class PublicNetwork {

  private static final PublicNetwork STANDARD = allowing(List.of());

  private final AllowList allowed;

  /** The last answer about a host alone, since most questions are about the same one. */
  private volatile @Nullable Judged last;

  private PublicNetwork(AllowList allowed) {
    this.allowed = allowed;
  }

  /** {@return the guard that opens nothing that is not public} */
  public static PublicNetwork standard() {
    return STANDARD;
  }

  /**
   * {@return the guard that opens what these entries name}
   *
   * @param entries as above, in any order; none for a guard that opens nothing
   * @throws IllegalArgumentException if one of them is no host name, address or network, with the
   *     entry and the rule in its message
   */
  public static PublicNetwork allowing(Collection<String> entries) {
    return new PublicNetwork(AllowList.of(entries));
  }

  /**
   * Says why a host must not be connected to, by its name or address alone.
   *
   * @param host as in a URL: a name, an IPv4 address, or an IPv6 address with or without brackets
   * @param port where it would be connected to; counts for entries with a port and for those of
   *     other protocols
   * @return the reason in a few words, {@code 127.0.0.1 is a loopback address (127.0.0.0/8)};
   *     nothing if the host is public or opened. For a name that is not the last word: its
   *     addresses count, too
   */
  public Optional<String> refusalOf(String host, int port) {
    Judged judged = last;
    if (judged == null || judged.port != port || !judged.host.equals(host)) {
      judged = new Judged(host, port, Optional.ofNullable(refusal(Host.of(host), port)));
      last = judged;
    }
    return judged.refusal;
  }

  private record Judged(String host, int port, Optional<String> refusal) {}

  /**
   * Refuses a host that must not be connected to, by its name or address alone.
   *
   * @param host as for {@link #refusalOf(String, int)}
   * @param port as for {@link #refusalOf(String, int)}
   * @throws RefusedAddressException with the reason in a few words
   */
  public void require(String host, int port) throws RefusedAddressException {
    throwFor(refusalOf(host, port));
  }

  /**
   * {@return whether nothing of the web may be sent to a port, be the host public or opened: it
   * belongs to another protocol (WHATWG Fetch, "bad port"), and no entry opens it for this host by
   * its number}
   *
   * @param host as for {@link #refusalOf(String, int)}
   * @param port the one that is asked about
   */
  public boolean blocksPort(String host, int port) {
    if (!BlockedPorts.contain(port)) {
      return false;
    }
    Host asked = Host.of(host);
    IpAddress address = asked.address();
    return asked.problem() != null
        || !(address == null
            ? allowed.opensPort(asked.text(), port)
            : allowed.opensPort(address, port));
  }

  /**
   * Says why a host must not be connected to at an address.
   *
   * @param host as in a URL; what it says itself counts, too
   * @param address an answer of the DNS for the host, or the peer of a connection to it
   * @param port where it would be connected to; counts for entries with a port and for those of
   *     other protocols
   * @return the reason in a few words, {@code a.example is at 10.1.2.3, a private address
   *     (10.0.0.0/8)}; nothing if host and address are public or opened
   */
  public Optional<String> refusalOf(String host, InetAddress address, int port) {
    Host asked = Host.of(host);
    String refusal = refusal(asked, port);
    return Optional.ofNullable(
        refusal == null ? refusal(asked, IpAddress.of(address), port) : refusal);
  }

  /**
   * Refuses a host that must not be connected to at an address.
   *
   * @param host as for {@link #refusalOf(String, InetAddress, int)}
   * @param address as for {@link #refusalOf(String, InetAddress, int)}
   * @param port as for {@link #refusalOf(String, InetAddress, int)}
   * @throws RefusedAddressException with the reason in a few words
   */
  public void require(String host, InetAddress address, int port) throws RefusedAddressException {
    throwFor(refusalOf(host, address, port));
  }

  private static void throwFor(Optional<String> refusal) throws RefusedAddressException {
    if (refusal.isPresent()) {
      throw new RefusedAddressException(refusal.get());
    }
  }

  private @Nullable String refusal(Host host, int port) {
    if (host.problem() != null) {
      return "\"" + host.text() + "\" " + host.problem();
    }
    IpAddress address = host.address();
    if (address != null) {
      return refusal(host, address, port);
    }
    String kind = PrivateNames.kindOf(host.text());
    return kind == null || allowed.opens(host.text(), port) ? null : host.text() + " is " + kind;
  }

  private @Nullable String refusal(Host host, IpAddress address, int port) {
    String kind = isOpened(host, address, port) ? null : SpecialNetworks.kindOf(address);
    if (kind == null) {
      return null;
    }
    return address.equals(host.address())
        ? address + " is " + kind
        : host.text() + " is at " + address + ", " + kind;
  }

  private boolean isOpened(Host host, IpAddress address, int port) {
    return allowed.opens(address, port)
        || (host.address() == null && allowed.opens(host.text(), port));
  }
}
