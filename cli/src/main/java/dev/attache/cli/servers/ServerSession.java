package dev.attache.cli.servers;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.permission.TrustDialog;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.RemedyOption;
import dev.attache.cli.terminal.UsageException;
import dev.attache.jars.ResultRenderers;
import dev.attache.mcp.Elicitation;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.tools.McpTool;
import dev.attache.mcp.tools.McpTools;
import dev.attache.resource.spi.Requester;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The dealings of a command of {@code attache mcp} with one server, from its name to its end. */
final class ServerSession implements AutoCloseable {

  private final Handlers handlers;
  private final ServerPool pool;
  private final McpServer server;

  private ServerSession(Handlers handlers, ServerPool pool, McpServer server) {
    this.handlers = handlers;
    this.pool = pool;
    this.server = server;
  }

  /**
   * Begins with a server, which is not started yet.
   *
   * @param canAsk whether somebody can answer whether it is to be trusted
   * @param user who answers what the server asks; null if nobody can
   */
  static ServerSession of(
      ServerChoice choice, Arguments arguments, Run run, boolean canAsk, @Nullable Elicitation user)
      throws UsageException {
    Handlers handlers = Handlers.load(run);
    ServerPool pool = run.servers(handlers).answeredBy(user);
    McpServer server = choice.of(arguments, pool);
    pool.warnOf(server);
    var dialog = new TrustDialog(run.streams(), run.console(), run.trustStore());
    pool.settle(dialog, server, canAsk);
    return new ServerSession(handlers, pool, server);
  }

  /** Loads the renderers of results by others. */
  ResultRenderers renderers() {
    return handlers.renderers();
  }

  McpServer server() {
    return server;
  }

  /** Connects, and starts the server for it. */
  McpConnection connect() throws McpException, UsageException {
    return pool.get().connect(server, Requester.USER, server.startTimeout());
  }

  /**
   * Returns a tool as the server lists it. A list that cannot be had, or lacks the tool, keeps it
   * from nothing: whatever is wrong shows when it is called.
   *
   * @param meta what is sent as {@code _meta}, besides what the tool has to know
   */
  McpTool tool(String name, Map<String, Object> meta, Console console)
      throws McpException, UsageException {
    Map<String, Object> listed = listed(connect(), name);
    return new McpTools(console::note)
        .add(
            server,
            List.of(listed),
            pool.connector(server, Requester.USER),
            pool.bridgeTo(server).sending(meta))
        .all()
        .get(0);
  }

  private Map<String, Object> listed(McpConnection connection, String name) {
    try {
      for (Map<String, Object> each : connection.listTools(timeout())) {
        if (name.equals(each.get("name"))) {
          return each;
        }
      }
    } catch (McpException e) {
      // The call says what is wrong with the server.
    }
    return Map.of("name", name);
  }

  /** How long the server may take to answer: as the user says, or who defined it. */
  Duration timeout() {
    return ServerPool.timeout(server);
  }

  /** What to say about a failure. */
  static String message(McpException e) {
    String hint =
        switch (e.kind()) {
          case TIMEOUT -> "; raise it with --timeout";
          case TOO_LARGE -> "; raise it with --max-bytes";
          default -> "";
        };
    return RemedyOption.of(String.valueOf(e.getMessage()), e.remedy()) + hint;
  }

  @Override
  public void close() {
    pool.close();
  }
}
