package dev.attache.mcp.pool;

import dev.attache.mcp.McpServer;
import dev.attache.support.text.NearestName;
import java.util.List;
import java.util.TreeSet;

/** The names of the servers that there are, to tell who asked for another. */
final class KnownNames {

  private static final int MOST = 20;

  private final List<String> names;

  private KnownNames(List<String> names) {
    this.names = names;
  }

  static KnownNames of(List<McpServer> servers) {
    return new KnownNames(
        List.copyOf(new TreeSet<>(servers.stream().map(McpServer::name).toList())));
  }

  String unknown(String name) {
    String unknown = "unknown MCP server " + name;
    if (names.isEmpty()) {
      return unknown + "; none is configured";
    }
    String nearest = NearestName.of(name, names);
    String more = names.size() > MOST ? ", …" : "";
    return unknown
        + (nearest == null ? "" : "; did you mean " + nearest + "?")
        + " (configured: "
        + String.join(", ", names.subList(0, Math.min(MOST, names.size())))
        + more
        + ")";
  }
}
