package dev.attache.handlers.mcp;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.pool.McpServers;
import dev.attache.resource.spi.CommandPolicy.Decision;
import dev.attache.resource.spi.Requester;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Several servers in memory, of which some requesters are refused. */
final class MemoryServers implements Connections {

  private final List<MemoryServer> servers;
  private final List<Requester> refused = new ArrayList<>();
  private final List<String> connected = Collections.synchronizedList(new ArrayList<>());

  MemoryServers(MemoryServer... servers) {
    this.servers = List.of(servers);
  }

  MemoryServers refusing(Requester requester) {
    refused.add(requester);
    return this;
  }

  McpHandler handler() {
    return new McpHandler(context -> this);
  }

  /** For whom which server was connected to, in order. */
  List<String> connected() {
    synchronized (connected) {
      return List.copyOf(connected);
    }
  }

  @Override
  public List<McpServer> all() {
    return servers.stream().map(MemoryServer::server).toList();
  }

  @Override
  public Optional<McpServer> find(String nameOrAlias) {
    return pool().find(nameOrAlias);
  }

  @Override
  public String unknown(String name) {
    return String.valueOf(pool().unknown(name).getMessage());
  }

  /** The real one of the same servers, which is never connected. */
  private McpServers pool() {
    var options =
        new McpServers.Options(
            (server, requester) -> Decision.denied("a test"), Map.of(), 0, "", null, note -> {});
    return new McpServers(all(), options);
  }

  @Override
  public McpConnection connect(McpServer server, Requester requester, Duration timeout)
      throws McpException {
    connected.add(requester + " " + server.name());
    if (refused.contains(requester)) {
      throw new McpException(
          McpException.Kind.DENIED, "the server " + server.name() + " is not trusted", null);
    }
    return servers.stream().filter(s -> s.server().equals(server)).findFirst().orElseThrow();
  }
}
