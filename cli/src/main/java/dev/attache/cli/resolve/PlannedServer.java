package dev.attache.cli.resolve;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.cli.permission.ServerItem;
import dev.attache.cli.permission.ServerReference;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.RemedyOption;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.outcome.Outcome;
import dev.attache.mcp.McpServer;
import dev.attache.resource.spi.CommandPolicy;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A server that a plan would use, and whether it may. */
record PlannedServer(McpServer server, CommandPolicy.Decision decision) implements PlannedUse {

  /** Returns the server that a candidate is read from; null if it is read from none. */
  static @Nullable PlannedServer of(Outcome.Planned planned, ServerPool pool)
      throws UsageException {
    String uri = planned.candidate().uri().value();
    ServerItem item = ServerReference.isServer(uri) ? pool.item(uri) : null;
    return item == null
        ? null
        : new PlannedServer(
            item.server(), pool.policy().decide(item.server(), planned.reference().requester()));
  }

  /** What is used: {@code from server docs (npx docs-server): you asked for it}. */
  @Override
  public String line() {
    return (decision.isAllowed() ? "from server " : "would be from server ")
        + server.name()
        + " ("
        + server.label()
        + "): "
        + RemedyOption.of(decision.why(), decision.remedy());
  }

  @Override
  public void writeTo(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("server");
    json.writeStringField("name", server.name());
    json.writeStringField(server.written().connects() ? "connects" : "starts", server.label());
    json.writeStringField("origin", server.origin());
    json.writeStringField("decision", decision.isAllowed() ? "use" : "deny");
    json.writeStringField("why", RemedyOption.of(decision.why(), decision.remedy()));
    json.writeEndObject();
  }
}
