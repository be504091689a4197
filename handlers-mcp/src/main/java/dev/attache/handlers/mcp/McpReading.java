package dev.attache.handlers.mcp;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.ServerText;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.support.text.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A reader of one address: it connects to its server, asks it, and makes resources of its answer.
 */
final class McpReading {

  private final Connections connections;
  private final HandlerContext context;

  McpReading(Connections connections, HandlerContext context) {
    this.connections = connections;
    this.context = context;
  }

  /** Reads what a canonical address names. */
  List<Resource> read(ResourceUri uri) throws ResourceException {
    McpAddress address = McpAddress.parse(uri.value());
    McpServer server = new AddressBook(connections).server(address, uri.value());
    if (address.isAll()) {
      throw ResourceException.of(
          Kind.INVALID_URI,
          uri.value(),
          "names everything that the server lists, not one resource");
    }
    ServerRun run = ServerRun.All.of(context).of(server);
    McpConnection connection = connect(server, uri);
    Map<String, Object> result = ask(connection, run, address, uri);
    return new ServerContents(
            uri, address, asked -> run.entry(asked, connection, context.timeout()), context)
        .resources(result);
  }

  private McpConnection connect(McpServer server, ResourceUri uri) throws ResourceException {
    Duration left = context.timeout();
    try {
      return connections.connect(server, context.requester(), left);
    } catch (McpException e) {
      boolean isOver = isOver(e) && left.compareTo(server.startTimeout()) < 0;
      throw isOver
          ? late(server, "initialize", server.startTimeout(), "", uri, e)
          : e.about(uri.value());
    }
  }

  private Map<String, Object> ask(
      McpConnection connection, ServerRun run, McpAddress address, ResourceUri uri)
      throws ResourceException {
    Duration request = connection.server().requestTimeout();
    boolean isLess = request != null && context.timeout().compareTo(request) < 0;
    try {
      return run.limited(
          context.timeout(), () -> connection.readResource(address.uri(), context.timeout()));
    } catch (McpException e) {
      throw request != null && isLess && isOver(e)
          ? late(connection.server(), "resources/read", request, ", its start included", uri, e)
          : ServerFailure.of(e, uri.value(), address.uri(), connection);
    }
  }

  private static boolean isOver(McpException e) {
    return e.kind() == McpException.Kind.TIMEOUT && !Thread.currentThread().isInterrupted();
  }

  /** Where a part of the time was gone before, the limit is named, and not what was left of it. */
  private static ResourceException late(
      McpServer server,
      String method,
      Duration limit,
      String more,
      ResourceUri uri,
      McpException e) {
    String message =
        "the MCP server "
            + ServerText.line(server.name())
            + " did not answer "
            + method
            + " within ";
    return ResourceException.of(
            Kind.TIMEOUT, uri.value(), message + DurationText.exact(limit) + more, e)
        .asTransient();
  }
}
