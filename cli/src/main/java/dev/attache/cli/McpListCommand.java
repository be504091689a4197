package dev.attache.cli;

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

  private final Streams streams;
  private final ServerChoice choice = new ServerChoice();

  McpListCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void addTo(Options options) {
    choice.addTo(options, "Start this server and list what it offers. Without: the servers.");
  }

  @Override
  public int run(Arguments arguments, GlobalOptions global) throws IOException, UsageException {
    var console = new Console(streams, global.isQuiet());
    boolean isChosen = choice.isMade(arguments);
    if (!choice.rest(arguments).isEmpty()) {
      throw new UsageException("name one SERVER, or its --url, at the most");
    }
    try (ResultOutput result = ResultOutput.standard(streams, global.isStrict())) {
      boolean isGood =
          isChosen
              ? listOffers(arguments, global, console, result)
              : listServers(global, console, result);
      if (isGood || !global.isStrict()) {
        result.commit();
      }
      return isGood ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  /** Returns whether all that configures servers could be read. */
  private boolean listServers(GlobalOptions global, Console console, ResultOutput result)
      throws IOException, UsageException {
    try (ServerPool pool = global.servers(Handlers.load(global, console), console)) {
      List<McpServer> servers = pool.get().all(); // what fails here fails before anything is shown
      pool.warn();
      var list = new ServerList(pool);
      if (global.isJson()) {
        list.writeJson(result.stream());
      } else {
        list.writeTable(result.stream());
        result.stream().flush(); // what is said about the list comes after it
        console.note(
            servers.isEmpty()
                ? pool.absence()
                : "no server was started; attache mcp ls SERVER starts one, and lists what it"
                    + " offers");
      }
      return !pool.hasErrors();
    }
  }

  /** Returns whether the server has answered all that it was asked. */
  private boolean listOffers(
      Arguments arguments, GlobalOptions global, Console console, ResultOutput result)
      throws IOException, UsageException {
    try (ServerSession session =
        ServerSession.of(choice, arguments, global, streams, console, streams.canAsk())) {
      McpConnection connection = session.connect();
      OfferOutput output =
          global.isJson()
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
