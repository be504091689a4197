package dev.attache.cli.servers;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.cli.forms.Columns;
import dev.attache.cli.forms.JsonFormat;
import dev.attache.cli.forms.ResultLine;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.RemedyOption;
import dev.attache.cli.terminal.UsageException;
import dev.attache.mcp.McpServer;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.io.OutputStream;

/** The servers that are configured, as they are listed: none of them is started for it. */
record ServerList(ServerPool pool) {

  /**
   * Whether the user can use a server.
   *
   * @param word {@code ready}, {@code disabled}, {@code not trusted} or {@code problem}
   * @param why what to do about it; empty if nothing has to be done
   */
  private record State(String word, String why) {}

  private State state(McpServer server) {
    if (server.isDisabled()) {
      return new State("disabled", "");
    }
    if (server.problem() != null) {
      return new State("problem", server.problem());
    }
    CommandPolicy.Decision decision = pool.policy().decide(server, Requester.USER);
    return decision.isAllowed()
        ? new State("ready", "")
        : new State("not trusted", RemedyOption.of(decision.why(), decision.remedy()));
  }

  void writeTable(OutputStream out) throws IOException, UsageException {
    row(out, "SERVER", "STATE", "DEFINED IN", "STARTS OR CONNECTS TO");
    for (McpServer server : pool.get().all()) {
      State state = state(server);
      row(out, name(server), state.word(), server.origin(), server.label());
      if (!state.why().isEmpty()) {
        ResultLine.write(out, " ".repeat(8) + state.why());
      }
    }
  }

  /** The name and, where addresses have another, the alias. */
  private static String name(McpServer server) {
    return server.alias().equals(server.name())
        ? server.name()
        : server.name() + " (mcp+" + server.alias() + "+)";
  }

  void writeJson(OutputStream out) throws IOException, UsageException {
    JsonGenerator json = JsonFormat.generator(out);
    for (McpServer server : pool.get().all()) {
      State state = state(server);
      json.writeStartObject();
      json.writeStringField("server", server.name());
      json.writeStringField("alias", server.alias());
      json.writeStringField("state", state.word());
      json.writeStringField("origin", server.origin());
      json.writeStringField(server.written().connects() ? "connects" : "starts", server.label());
      if (!state.why().isEmpty()) {
        json.writeStringField("why", state.why());
      }
      json.writeEndObject();
      json.writeRaw('\n');
    }
    json.flush();
  }

  private static void row(OutputStream out, String name, String state, String origin, String label)
      throws IOException {
    ResultLine.write(
        out,
        Columns.left(name, 20)
            + "  "
            + Columns.left(state, 11)
            + "  "
            + Columns.left(origin, 20)
            + "  "
            + label);
  }
}
