package dev.attache.mcp.pool;

import dev.attache.mcp.McpServer;
import dev.attache.mcp.http.HttpWire;
import dev.attache.mcp.session.Wire;
import dev.attache.mcp.stdio.Noise;
import dev.attache.mcp.stdio.StdioWire;
import java.util.function.Consumer;

/** A maker of the wire to a server; another one in tests. */
@FunctionalInterface
interface Wiring {

  /**
   * Returns a wire that is not open yet.
   *
   * @param notes takes what has to be said about the server, a line each
   * @param noise takes what it prints that is no message
   */
  Wire to(McpServer server, McpServers.Options options, Consumer<String> notes, Noise noise);

  /** A wire of the kind that the definition of the server names. */
  static Wire byDefinition(
      McpServer server, McpServers.Options options, Consumer<String> notes, Noise noise) {
    int limit = MessageLimit.of(options.maxBytes());
    if (server.way() instanceof McpServer.Program program) {
      return new StdioWire(server.name(), program, options.environment(), limit, noise);
    }
    if (server.way() instanceof McpServer.Endpoint endpoint) {
      return new HttpWire(server, endpoint, limit, notes);
    }
    throw new IllegalArgumentException("way of " + server.name() + " must be known");
  }
}
