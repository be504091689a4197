package dev.attache.support.net;

/**
 * The words for a connection that could not be made: each cause has its own, so that people can
 * tell a network that is down from a server that is.
 */
public final class NetworkFailure {

  private static final String IS_ONLINE = "; is this machine online?";

  private NetworkFailure() {}

  /** {@return the name service does not know a host, or cannot be asked} */
  public static String unresolved(String host) {
    return "could not resolve " + host + IS_ONLINE;
  }

  /** There is no way to a host. */
  public static String unreachable(String peer) {
    return "cannot connect to " + peer + ": the network is unreachable" + IS_ONLINE;
  }

  /** Nobody listens at a port. */
  public static String refused(String peer) {
    return "cannot connect to " + peer + ": connection refused";
  }

  /** {@return a host does not answer} */
  public static String silent(String peer) {
    return "cannot connect to " + peer + " in time";
  }
}
