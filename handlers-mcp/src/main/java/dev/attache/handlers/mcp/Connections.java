package dev.attache.handlers.mcp;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.pool.McpServers;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The part of {@link McpServers} that is needed here. Thread-safe. */
interface Connections {

  /** All servers, in the order of their definition. */
  List<McpServer> all();

  /** The server with this name or alias. */
  Optional<McpServer> find(String nameOrAlias);

  /** What to tell who names a server that there is not. */
  String unknown(String name);

  /** The connection to a server, which must not be closed. */
  McpConnection connect(McpServer server, Requester requester, Duration timeout)
      throws McpException;

  /** The connections that the application hands down; none if it hands down nothing. */
  static Connections handedDown(HandlerContext context) {
    Optional<McpServers> servers = context.service(McpServers.class);
    return servers.isPresent() ? new Pooled(servers.get()) : new None();
  }

  /** Those of a pool. */
  final class Pooled implements Connections {
    private final McpServers servers;

    Pooled(McpServers servers) {
      this.servers = servers;
    }

    @Override
    public List<McpServer> all() {
      return servers.all();
    }

    @Override
    public Optional<McpServer> find(String nameOrAlias) {
      return servers.find(nameOrAlias);
    }

    @Override
    public String unknown(String name) {
      return String.valueOf(servers.unknown(name).getMessage());
    }

    @Override
    public McpConnection connect(McpServer server, Requester requester, Duration timeout)
        throws McpException {
      return servers.connect(server, requester, timeout);
    }
  }

  /** No connections at all. */
  final class None implements Connections {

    @Override
    public List<McpServer> all() {
      return List.of();
    }

    @Override
    public Optional<McpServer> find(String nameOrAlias) {
      return Optional.empty();
    }

    @Override
    public String unknown(String name) {
      return "unknown MCP server " + name;
    }

    @Override
    public McpConnection connect(McpServer server, Requester requester, Duration timeout) {
      throw new IllegalArgumentException("server (" + server.name() + ") must be one of these");
    }
  }
}
