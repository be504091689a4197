package dev.attache.cli;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.pool.McpServers;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.spi.CommandPolicy.Decision;
import dev.attache.resource.spi.Requester;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A connection to one server, and what was noted about it. */
record PublishedConnections(McpServers servers, McpConnection connection, List<String> notes)
    implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Connects to a program of Node.js. */
  static PublishedConnections node(Path directory, String... arguments) throws McpException {
    return to(new McpServer.Program("node", List.of(arguments), Map.of(), directory));
  }

  /** Connects to an endpoint. */
  static PublishedConnections endpoint(String url) throws McpException {
    return to(new McpServer.Endpoint(URI.create(url), Map.of()));
  }

  /** Connects in some way. */
  static PublishedConnections to(McpServer.Way way) throws McpException {
    var server =
        new McpServer(
            "published",
            "published",
            "the test",
            false,
            way,
            false,
            PATIENCE,
            null,
            ContentDigest.sha256(new byte[0]),
            "the published server",
            null);
    List<String> notes = Collections.synchronizedList(new ArrayList<>());
    var options =
        new McpServers.Options(
            (asked, requester) -> Decision.allowed("it is a test"),
            System.getenv(),
            16L << 20,
            "0",
            null,
            notes::add);
    var servers = new McpServers(List.of(server), options);
    try {
      return new PublishedConnections(
          servers, servers.connect(server, Requester.USER, PATIENCE), notes);
    } catch (McpException e) {
      servers.close();
      throw e;
    }
  }

  /** The objects of a list in a result, which must be there. */
  @SuppressWarnings("unchecked")
  static List<Map<String, Object>> objects(Map<String, Object> result, String field) {
    return (List<Map<String, Object>>) Objects.requireNonNull(result.get(field), field);
  }

  @Override
  public void close() {
    servers.close();
  }
}
