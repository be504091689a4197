package dev.attache.handlers.git.copy;

import dev.attache.handlers.git.address.Repository;
import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.support.net.NetworkFailure;
import dev.attache.support.net.PublicNetwork;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The guard against private networks: looks at the host of a repository, and at all addresses that
 * it has, and has git connect to these and no others. With a proxy, which looks names up itself,
 * only the host can be judged. Thread-safe.
 */
final class HostGuard {

  private final PublicNetwork network;
  private final boolean looksUp;
  private final Map<String, List<InetAddress>> known = new ConcurrentHashMap<>();

  HostGuard(CopySettings settings) {
    this.network = settings.network();
    this.looksUp = settings.proxy().isEmpty();
  }

  /** Says why a repository must not be asked for, by the name of its host alone. */
  void requireName(Repository repository, String subject) throws ResourceException {
    if (!repository.isLocal()) {
      String host = repository.host();
      int port = repository.port();
      require(network.refusalOf(host, port), repository, subject);
      if (network.blocksPort(host, port)) {
        String reason = "has port " + port + ", which is reserved for another protocol";
        throw refused(reason, repository, subject);
      }
    }
  }

  /** Refuses a place that a server leads to, which nobody should open because a server says so. */
  void requireRedirect(Repository next, String before, Caller caller) throws ResourceException {
    try {
      requireAddresses(next, caller);
    } catch (ResourceException e) {
      throw e.kind() == Kind.DENIED ? caller.failure(Kind.DENIED, before + e.message()) : e;
    }
  }

  /**
   * Looks the host up.
   *
   * @return what git is told about its addresses: {@code host:443:192.0.2.1,[2001:db8::1]}; empty
   *     if nothing
   */
  String requireAddresses(Repository repository, Caller caller) throws ResourceException {
    requireName(repository, caller.subject());
    if (repository.isLocal() || !looksUp) {
      return "";
    }
    var texts = new ArrayList<String>();
    for (InetAddress address : addresses(repository.host(), caller)) {
      require(
          network.refusalOf(repository.host(), address, repository.port()),
          repository,
          caller.subject());
      String text = address.getHostAddress();
      int scope = text.indexOf('%');
      String bare = scope < 0 ? text : text.substring(0, scope);
      texts.add(bare.indexOf(':') < 0 ? bare : "[" + bare + "]");
    }
    boolean isLiteral = repository.host().startsWith("[");
    return isLiteral
        ? ""
        : repository.host() + ":" + repository.port() + ":" + String.join(",", texts);
  }

  private List<InetAddress> addresses(String host, Caller caller) throws ResourceException {
    List<InetAddress> found = known.get(host);
    if (found == null) {
      try {
        found = List.of(InetAddress.getAllByName(host));
      } catch (UnknownHostException e) {
        throw ResourceException.of(
                Kind.FAILED, caller.subject(), NetworkFailure.unresolved(host), e)
            .asTransient();
      }
      known.put(host, found);
    }
    return found;
  }

  private static void require(Optional<String> refusal, Repository repository, String subject)
      throws ResourceException {
    if (refusal.isPresent()) {
      throw refused("is not on the public internet: " + refusal.get(), repository, subject);
    }
  }

  private static ResourceException refused(String reason, Repository repository, String subject) {
    return ResourceException.of(Kind.DENIED, subject, reason)
        .withRemedy(
            new Remedy(Remedy.Action.ALLOW_HOST, repository.host() + ":" + repository.port()));
  }
}
