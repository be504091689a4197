package dev.attache.support.net;

import dev.attache.resource.secrets.Redaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The part that an application opens of the networks that are not public, by name and by address.
 */
final class AllowList {

  private static final int ANY_PORT = 0;
  private static final int LAST_PORT = 65_535;
  private static final String BELOW = "*.";

  private final List<Name> names = new ArrayList<>();
  private final List<Network> networks = new ArrayList<>();

  private AllowList() {}

  /**
   * Returns the list of these entries.
   *
   * @throws IllegalArgumentException naming the first entry that breaks a rule
   */
  static AllowList of(Collection<String> entries) {
    AllowList list = new AllowList();
    for (String entry : entries) {
      try {
        list.add(entry);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "allowed host (" + Redaction.redact(entry) + ") " + e.getMessage(), e);
      }
    }
    return list;
  }

  /** Whether a name is opened, whatever its addresses are. */
  boolean opens(String name, int port) {
    for (Name entry : names) {
      if (entry.covers(name, port)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an address is opened, however it is reached. */
  boolean opens(IpAddress address, int port) {
    for (Network entry : networks) {
      if (entry.covers(address, port)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an entry names a port of a host, and not all of them. */
  boolean opensPort(String name, int port) {
    return names.stream().anyMatch(entry -> entry.port == port && entry.covers(name, port));
  }

  /** Whether an entry names a port of an address, and not all of them. */
  boolean opensPort(IpAddress address, int port) {
    return networks.stream().anyMatch(entry -> entry.port == port && entry.covers(address, port));
  }

  private void add(String entry) {
    if (entry.contains("://")) {
      throw new IllegalArgumentException("must be a host, not a URL");
    }
    if (entry.indexOf('/') >= 0) {
      networks.add(new Network(AddressBlock.of(entry), ANY_PORT));
      return;
    }
    int colon = portColon(entry);
    int port = colon < 0 ? ANY_PORT : port(entry.substring(colon + 1));
    String text = colon < 0 ? entry : entry.substring(0, colon);
    boolean below = text.startsWith(BELOW);
    Host host = Host.of(below ? text.substring(BELOW.length()) : text);
    if (host.problem() != null) {
      throw new IllegalArgumentException(host.problem());
    }
    IpAddress address = host.address();
    if (address == null) {
      names.add(new Name(host.text(), below, port));
    } else if (below) {
      throw new IllegalArgumentException("must have a host name after the asterisk");
    } else {
      networks.add(new Network(AddressBlock.of(address), port));
    }
  }

  /** The colon before a port, or -1: several colons are an IPv6 address unless it has brackets. */
  private static int portColon(String entry) {
    int last = entry.lastIndexOf(':');
    boolean only = entry.indexOf(':') == last;
    return only || (last > 0 && entry.charAt(last - 1) == ']') ? last : -1;
  }

  private static int port(String text) {
    if (!text.matches("[1-9][0-9]{0,4}") || Integer.parseInt(text) > LAST_PORT) {
      throw new IllegalArgumentException("must have a port from 1 to " + LAST_PORT);
    }
    return Integer.parseInt(text);
  }

  private static boolean isPort(int wanted, int port) {
    return wanted == ANY_PORT || wanted == port;
  }

  /** A host name, or all names below it. */
  private record Name(String name, boolean below, int port) {
    boolean covers(String host, int hostPort) {
      return isPort(port, hostPort) && (below ? host.endsWith("." + name) : host.equals(name));
    }
  }

  /** A network, or a single address. */
  private record Network(AddressBlock block, int port) {
    boolean covers(IpAddress address, int addressPort) {
      return isPort(port, addressPort) && block.contains(address);
    }
  }
}
