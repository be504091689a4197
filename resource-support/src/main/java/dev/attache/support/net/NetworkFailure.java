package dev.attache.support.net;

/**
 * The words for a connection that could not be made: each cause has its own, so that people can
 * tell a network that is down from a server that is.
 */
public final class NetworkFailure {

  private static final String IS_ONLINE = "; is this machine online?";

  private NetworkFailure() {}

  /**
   * {@return the words for a host that the name service does not know, or cannot be asked about}
   *
   * @param host its name, without a port
   */
  public static String unresolved(String host) {
    return "could not resolve " + host + IS_ONLINE;
  }

  /**
   * {@return the words for a host to which there is no way}
   *
   * @param peer a host, or a host and a port
   */
  public static String unreachable(String peer) {
    return "cannot connect to " + peer + ": the network is unreachable" + IS_ONLINE;
  }

  /**
   * {@return the words for a port at which nobody listens}
   *
   * @param peer a host and a port
   */
  public static String refused(String peer) {
    return "cannot connect to " + peer + ": connection refused";
  }

  /**
   * {@return the words for a host that does not answer}
   *
   * @param peer a host, or a host and a port
   */
  public static String silent(String peer) {
    return "cannot connect to " + peer + " in time";
  }
}
