package dev.attache.handlers.http.fetch;

import dev.attache.support.net.GuardedSocket;
import dev.attache.support.net.PublicNetwork;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Dns;
import okhttp3.HttpUrl;

/**
 * The guard against private networks: looks at the name or literal of every request, at every
 * answer of the name service, and with {@link GuardedSocket} at what is really connected to.
 *
 * <p>All answers for a name have to be public, as which of them is used cannot be foreseen. They
 * are remembered for the run, so that a second answer cannot replace the one that was looked at.
 * With a proxy, which looks names up itself, only names and literals can be judged. Thread-safe.
 */
final class NetworkGuard implements Dns {

  private final PublicNetwork network;
  private final Dns dns;
  private final boolean looksUp;
  private final Map<String, List<InetAddress>> answers = new ConcurrentHashMap<>();

  /**
   * @param looksUp false if a proxy does
   */
  NetworkGuard(PublicNetwork network, Dns dns, boolean looksUp) {
    this.network = network;
    this.dns = dns;
    this.looksUp = looksUp;
  }

  /**
   * Refuses a URL that nothing may be sent to; to be called on the thread that sends it, as the
   * name service may be asked.
   */
  void require(HttpUrl url) throws IOException {
    String host = url.host();
    int port = url.port();
    network.require(host, port);
    if (looksUp && !isLiteral(host)) {
      for (InetAddress address : lookup(host)) {
        network.require(host, address, port);
      }
    }
  }

  @Override
  public List<InetAddress> lookup(String host) throws UnknownHostException {
    List<InetAddress> known = answers.get(host);
    if (known != null) {
      return known;
    }
    List<InetAddress> fresh = List.copyOf(dns.lookup(host));
    if (fresh.isEmpty()) {
      throw new UnknownHostException(host);
    }
    List<InetAddress> first = answers.putIfAbsent(host, fresh);
    return first == null ? fresh : first;
  }

  /** Canonical hosts have no other form that consists of these. */
  private static boolean isLiteral(String host) {
    int last = host.charAt(host.length() - 1);
    return host.indexOf(':') >= 0 || (last >= '0' && last <= '9' && isDotted(host));
  }

  private static boolean isDotted(String host) {
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c != '.' && (c < '0' || c > '9')) {
        return false;
      }
    }
    return true;
  }
}
