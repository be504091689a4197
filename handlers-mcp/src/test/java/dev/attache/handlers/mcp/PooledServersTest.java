package dev.attache.handlers.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.mcp.McpServer;
import dev.attache.mcp.pool.McpServers;
import dev.attache.resource.Annotations;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.spi.CommandPolicy.Decision;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.testkit.RecordingSink;
import dev.attache.resource.testkit.TestContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The handler with servers that the application hands down, of which one is a program. */
@Tag("process")
class PooledServersTest {

  private final McpHandler handler = new McpHandler();
  private final McpServers servers =
      new McpServers(
          List.of(program()),
          new McpServers.Options(
              (server, requester) ->
                  requester == Requester.MODEL
                      ? Decision.denied("ask the user")
                      : Decision.allowed("a test"),
              System.getenv(),
              1 << 20,
              "1",
              null,
              note -> {}));
  private TestContext context;

  PooledServersTest(@TempDir Path workspace) {
    this.context = context(workspace, Requester.USER);
  }

  private static McpServer program() {
    return new McpServer(
        "small one",
        "small-one",
        "a test",
        false,
        new McpServer.Program(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dfile.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                SmallServer.class.getName()),
            Map.of(),
            Path.of("").toAbsolutePath()),
        false,
        Duration.ofSeconds(30),
        null,
        ContentDigest.sha256(new byte[0]),
        "java",
        null);
  }

  private TestContext context(Path workspace, Requester requester) {
    return TestContext.builder(workspace)
        .service(McpServers.class, servers)
        .requester(requester)
        .build();
  }

  @AfterEach
  void closeAll() throws Exception {
    servers.close();
    context.close();
  }

  @Test
  void offersWhatAProgramLists() throws Exception {
    var sink = new RecordingSink();
    handler.expand(List.of(Reference.of(0, "mcp+small one+")), context, sink);
    assertThat(sink.lines())
        .containsExactly(
            "candidate mcp+small one+: mcp+small-one+demo://{ü}|",
            "candidate mcp+small one+: mcp+small-one+demo://2");
  }

  @Test
  void readsWhatAProgramOffers() throws Exception {
    assertThat(handler.resolve(ResourceUri.of("mcp+small-one+demo://{ü}|"), context))
        .containsExactly(
            Resource.builder(ResourceUri.of("demo://{ü}|"), Text.of("Grüße"))
                .name("Grüße")
                .annotations(new Annotations(Set.of(), 1.0, null))
                .build());
  }

  @Test
  void passesOnWhatAProgramSays() {
    assertFails(
        "mcp+small-one+demo://2",
        Kind.NOT_FOUND,
        "the MCP server small one answered resources/read with error -32602: Resource demo://2 not"
            + " found");
  }

  @Test
  void startsNoProgramForWhoeverMayNot() {
    context = context(context.workspace(), Requester.MODEL);
    assertFails(
        "mcp+small-one+demo://2",
        Kind.DENIED,
        "the MCP server small one may not be used: ask the user");
  }

  private void assertFails(String uri, Kind kind, String message) {
    assertThatThrownBy(() -> handler.resolve(ResourceUri.of(uri), context))
        .isInstanceOfSatisfying(ResourceException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessage(message);
  }
}
