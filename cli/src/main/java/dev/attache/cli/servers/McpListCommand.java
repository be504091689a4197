package dev.attache.cli.servers;

import dev.attache.cli.forms.JsonFormat;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code attache mcp ls}: lists the servers that are configured, without starting any; or what one
 * server offers.
 */
final class McpListCommand implements Command {

  private final ServerChoice choice = new ServerChoice();

  @Override
  public void addTo(Options options) {
    choice.addOptionalTo(options, "Start this server and list what it offers.");
  }

  @Override
  public List<String> examples() {
    return List.of("attache mcp ls", "attache mcp ls github");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    Console console = run.console();
    boolean isChosen = choice.isMade(arguments);
    if (!choice.rest(arguments).isEmpty()) {
      throw new UsageException("too many arguments: give one SERVER or --url");
    }
    try (ResultOutput result = ResultOutput.standard(run.streams(), run.options().isStrict())) {
      boolean isGood =
          isChosen
              ? listOffers(arguments, run, console, result)
              : listServers(run, console, result);
      if (isGood || !run.options().isStrict()) {
        result.commit();
      }
      return isGood ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  /** Returns whether all that configures servers could be read. */
  private boolean listServers(Run run, Console console, ResultOutput result)
      throws IOException, UsageException {
    try (ServerPool pool = run.servers(Handlers.load(run))) {
      List<McpServer> servers = pool.get().all(); // what fails here fails before anything is shown
      pool.warn();
      var list = new ServerList(pool);
      if (run.options().isJson()) {
        list.writeJson(result.stream());
      } else {
        list.writeTable(result.stream());
        result.stream().flush(); // what is said about the list comes after it
        console.note(
            servers.isEmpty()
                ? pool.absence()
                : "no server was started; `attache mcp ls SERVER` starts one and lists what it"
                    + " offers");
      }
      return !pool.hasErrors();
    }
  }

  /** Returns whether the server has answered all that it was asked. */
  private boolean listOffers(Arguments arguments, Run run, Console console, ResultOutput result)
      throws IOException, UsageException {
    try (ServerSession session =
        ServerSession.of(choice, arguments, run, run.streams().canAsk(), null)) {
      McpConnection connection = session.connect();
      OfferOutput output =
          run.options().isJson()
              ? new OfferOutput.Json(JsonFormat.generator(result.stream()), session.server())
              : new OfferOutput.Table(result.stream());
      output.begin(connection);
      boolean isGood = true;
      for (Map.Entry<String, Listing> each : listings(connection, session).entrySet()) {
        try {
          for (Map<String, Object> offer : each.getValue().get()) {
            output.write(each.getKey(), offer);
          }
        } catch (McpException e) {
          console.error(ServerSession.message(e));
          isGood = false;
        }
      }
      output.end();
      return isGood;
    } catch (McpException e) {
      console.error(ServerSession.message(e));
      return false;
    }
  }

  /** What a server can be asked to list. */
  @FunctionalInterface
  private interface Listing {
    List<Map<String, Object>> get() throws McpException;
  }

  private static Map<String, Listing> listings(McpConnection connection, ServerSession session) {
    var listings = new LinkedHashMap<String, Listing>();
    listings.put("resource", () -> connection.listResources(session.timeout()));
    listings.put("template", () -> connection.listResourceTemplates(session.timeout()));
    listings.put("tool", () -> connection.listTools(session.timeout()));
    return listings;
  }
}
