package dev.attache.support.net;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The host names that never lead to the public internet: those of this computer (RFC 6761), of
 * local networks (RFC 6762, RFC 8375), of clouds and clusters, and of Tor (RFC 7686).
 *
 * <p>A name with {@code *.} before it stands for all names below it.
 */
final class PrivateNames {

  private static final String BELOW = "*.";
  private static final String COMPUTER = "a name of this computer";
  private static final String NETWORK = "a name of a private network";

  /** What the names are, by name. */
  static final Map<String, String> KINDS = kinds();

  private PrivateNames() {}

  /** What a name in lower case is; null if it may be public. */
  static @Nullable String kindOf(String name) {
    String kind = KINDS.get(name);
    for (int dot = name.indexOf('.'); kind == null && dot >= 0; dot = name.indexOf('.', dot + 1)) {
      kind = KINDS.get(BELOW + name.substring(dot + 1));
    }
    return kind;
  }

  private static Map<String, String> kinds() {
    Map<String, String> kinds = new LinkedHashMap<>();
    put(
        kinds,
        COMPUTER,
        "localhost",
        "*.localhost",
        "ip6-localhost",
        "ip6-loopback",
        "host.docker.internal");
    put(
        kinds,
        NETWORK,
        "*.local",
        "*.internal",
        "*.home.arpa",
        "metadata",
        "metadata.google.internal",
        "instance-data",
        "kubernetes.default.svc",
        "*.svc",
        "*.cluster.local",
        "*.consul",
        "broadcasthost");
    put(kinds, "a name of the Tor network", "*.onion");
    return Map.copyOf(kinds);
  }

  private static void put(Map<String, String> kinds, String kind, String... names) {
    for (String name : names) {
      kinds.put(name, kind);
    }
  }
}
