package dev.attache.cli.servers;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.permission.TrustDialog;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.RemedyOption;
import dev.attache.cli.terminal.UsageException;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.resource.spi.Requester;
import java.time.Duration;

/** The dealings of a command of {@code attache mcp} with one server, from its name to its end. */
final class ServerSession implements AutoCloseable {

  private final ServerPool pool;
  private final McpServer server;

  private ServerSession(ServerPool pool, McpServer server) {
    this.pool = pool;
    this.server = server;
  }

  /**
   * Begins with a server, which is not started yet.
   *
   * @param canAsk whether somebody can answer whether it is to be trusted
   */
  static ServerSession of(ServerChoice choice, Arguments arguments, Run run, boolean canAsk)
      throws UsageException {
    Handlers handlers = Handlers.load(run);
    ServerPool pool = run.servers(handlers).acceptingDefaults(arguments.has("--accept-defaults"));
    McpServer server = choice.of(arguments, pool);
    pool.warnOf(server);
    var dialog = new TrustDialog(run.streams(), run.console(), run.trustStore());
    pool.settle(dialog, server, canAsk);
    return new ServerSession(pool, server);
  }

  McpServer server() {
    return server;
  }

  /** Connects, and starts the server for it. */
  McpConnection connect() throws McpException, UsageException {
    return pool.get().connect(server, Requester.USER, server.startTimeout());
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
