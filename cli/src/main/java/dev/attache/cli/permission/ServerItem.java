package dev.attache.cli.permission;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.core.trust.TrustRecord;
import dev.attache.core.trust.TrustSubject;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.McpServerPolicy;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server that the user may trust; {@code workspace} is what it is trusted for. */
public record ServerItem(McpServer server, McpServerPolicy policy, Path workspace)
    implements TrustItem {

  /** What the rule of trust has to know of a server. */
  public static TrustSubject subject(McpServer server) {
    return new TrustSubject(
        TrustRecord.SERVER,
        server.digest(),
        !server.needsTrust(),
        ServerReference.of(server.alias()));
  }

  @Override
  public String kind() {
    return TrustRecord.SERVER;
  }

  @Override
  public ContentDigest digest() {
    return server.digest();
  }

  @Override
  public String directory() {
    return server.way() instanceof McpServer.Program program
        ? program.directory().toString()
        : workspace.toString();
  }

  @Override
  public String label() {
    return server.name() + ": " + server.label();
  }

  @Override
  public String recorded() {
    return label() + "  (defined in " + server.origin() + ")";
  }

  /**
   * What is started with all of its words, for the reason that commands are shown so; as it is
   * written, for what the user's variables hold is nobody's to see.
   */
  @Override
  public List<String> description() {
    var lines = new ArrayList<String>();
    lines.add(server.origin() + " defines the server: " + server.name());
    lines.addAll(server.written().lines());
    return lines;
  }

  @Override
  public String effect() {
    return server.way() instanceof McpServer.Program program
        ? "starts in " + program.directory() + ", defined in " + server.origin()
        : "defined in " + server.origin();
  }

  @Override
  public void writeTo(JsonGenerator json) throws IOException {
    json.writeStringField("server", recorded());
    json.writeStringField("name", server.name());
    json.writeStringField("origin", server.origin());
    json.writeStringField(server.written().connects() ? "connects" : "starts", server.label());
    json.writeStringField("directory", directory());
  }

  @Override
  public CommandPolicy.Decision decision() {
    return policy.decide(server, Requester.WORKSPACE);
  }
}
