package dev.attache.cli.tools;

import dev.attache.cli.permission.TrustDialog;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.UsageException;
import dev.attache.mcp.Elicitation;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.tools.McpTools;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.Tool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tools of MCP servers, of which one is asked for by its name: {@code SERVER__TOOL}. */
final class ToolServers implements AutoCloseable {

  private final Run run;
  private final ServerPool pool;

  private ToolServers(Run run, ServerPool pool) {
    this.run = run;
    this.pool = pool;
  }

  /**
   * @param user who answers what the servers ask; null if nobody can
   */
  static ToolServers of(Run run, Handlers handlers, @Nullable Elicitation user)
      throws UsageException {
    return new ToolServers(run, run.servers(handlers).answeredBy(user));
  }

  /**
   * Returns the tool of a name, for which its server is started; null if no server has one.
   *
   * @throws McpException if the server cannot be asked
   */
  @Nullable Tool find(String name, boolean canAsk) throws UsageException, McpException {
    for (McpServer server : pool.get().all()) {
      Tool tool = McpTools.canBe(name, server) ? find(name, server, canAsk) : null;
      if (tool != null) {
        return tool;
      }
    }
    return null;
  }

  private @Nullable Tool find(String name, McpServer server, boolean canAsk)
      throws UsageException, McpException {
    pool.warnOf(server);
    pool.settle(new TrustDialog(run.streams(), run.console(), run.trustStore()), server, canAsk);
    McpConnection connection = pool.get().connect(server, Requester.USER, server.startTimeout());
    List<? extends Tool> tools =
        new McpTools(run.console()::note)
            .add(
                server,
                connection.listTools(ServerPool.timeout(server)),
                pool.connector(server, Requester.USER),
                pool.bridgeTo(server))
            .all();
    return tools.stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
  }

  @Override
  public void close() {
    pool.close();
  }
}
