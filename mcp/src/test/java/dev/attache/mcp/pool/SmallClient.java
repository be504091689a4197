package dev.attache.mcp.pool;

import static dev.attache.test.LongWait.PATIENCE;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import java.util.List;

/**
 * A program with little memory that reads resources of the hostile server, and says how it went.
 */
final class SmallClient {

  private SmallClient() {}

  public static void main(String[] uris) throws Exception {
    McpServer server = Hostile.server("hostile", Hostile.command());
    var options =
        new McpServers.Options(
            (which, requester) -> CommandPolicy.Decision.allowed("a test"),
            System.getenv(),
            1 << 30,
            "1.0",
            null,
            System.out::println);
    try (var servers = new McpServers(List.of(server), options)) {
      for (String uri : uris) {
        try {
          McpConnection connection = servers.connect(server, Requester.USER, PATIENCE);
          System.out.println(connection.readResource(uri, PATIENCE).keySet());
        } catch (McpException e) {
          System.out.println(e.kind() + " " + e.getMessage());
        }
      }
    }
  }
}
