package dev.attache.mcp.pool;

import dev.attache.mcp.McpServer;
import dev.attache.mcp.http.HttpLink;
import dev.attache.mcp.session.ServerLink;
import dev.attache.mcp.stdio.StdioLink;
import dev.attache.mcp.stdio.StrayOutput;
import java.util.function.Consumer;

/** A maker of the wire to a server; another one in tests. */
@FunctionalInterface
interface LinkMaker {

  /**
   * Returns a wire that is not open yet.
   *
   * @param notes takes what has to be said about the server, a line each
   * @param noise takes what it prints that is no message
   */
  ServerLink to(
      McpServer server, McpServers.Options options, Consumer<String> notes, StrayOutput noise);

  /** A wire of the kind that the definition of the server names. */
  static ServerLink byDefinition(
      McpServer server, McpServers.Options options, Consumer<String> notes, StrayOutput noise) {
    int limit = MessageLimit.of(options.maxBytes());
    if (server.way() instanceof McpServer.Program program) {
      return new StdioLink(server.name(), program, options.environment(), limit, noise);
    }
    if (server.way() instanceof McpServer.Endpoint endpoint) {
      return new HttpLink(server, endpoint, limit, notes);
    }
    throw new IllegalArgumentException("way of " + server.name() + " must be known");
  }
}
