package dev.attache.handlers.mcp;

import dev.attache.mcp.McpServer;
import dev.attache.mcp.ServerText;
import dev.attache.mcp.pool.McpServers;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import java.util.Optional;

/** The servers that there are, by what addresses call them. */
final class AddressBook {

  private final Connections connections;

  AddressBook(Connections connections) {
    this.connections = connections;
  }

  /** The same address with the alias of its server; of an unknown server, as it is. */
  McpAddress canonical(McpAddress address) {
    return connections
        .find(address.server())
        .map(server -> address.of(server.alias()))
        .orElse(address);
  }

  /**
   * Returns the server of an address.
   *
   * @param text the address as it was written
   * @throws ResourceException of kind {@code NOT_FOUND} if there is none
   */
  McpServer server(McpAddress address, String text) throws ResourceException {
    Optional<McpServer> server = connections.find(address.server());
    if (server.isPresent()) {
      return server.get();
    }
    throw ResourceException.of(
        Kind.NOT_FOUND,
        text,
        connections.all().isEmpty()
            ? McpServers.NONE
            : ServerText.line(connections.unknown(address.server())));
  }
}
