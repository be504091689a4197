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

  /** Those of a run that has servers anyway, and ends them. */
  static ToolServers of(Run run, ServerPool pool) {
    return new ToolServers(run, pool);
  }

  /**
   * Returns all tools of a server, which is started for that; null if there is no such server.
   *
   * @throws McpException if it cannot be asked
   */
  @Nullable List<? extends Tool> all(String server, boolean canAsk)
      throws UsageException, McpException {
    for (McpServer each : pool.get().all()) {
      if (each.name().equals(server)) {
        return all(each, canAsk);
      }
    }
    return null;
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
    return all(server, canAsk).stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  private List<? extends Tool> all(McpServer server, boolean canAsk)
      throws UsageException, McpException {
    pool.warnOf(server);
    pool.settle(new TrustDialog(run.streams(), run.console(), run.trustStore()), server, canAsk);
    McpConnection connection = pool.get().connect(server, Requester.USER, server.startTimeout());
    return new McpTools(run.console()::note)
        .add(
            server,
            connection.listTools(ServerPool.timeout(server)),
            pool.connector(server, Requester.USER),
            pool.bridgeTo(server))
        .all();
  }

  @Override
  public void close() {
    pool.close();
  }
}
