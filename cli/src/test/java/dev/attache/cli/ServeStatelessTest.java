package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attache serve} with our own client, which speaks the revision 2026-07-28 if it can. */
@Tag("process")
@Tag("network")
class ServeStatelessTest {

  private static final Pattern LISTENING =
      Pattern.compile("attache: listening on (http://127\\.0\\.0\\.1:[0-9]+/mcp)\n");

  private static final String MODERN = "2026-07-28";

  private static final String FIRST = "first\n".repeat(500);

  @TempDir Path temporary;

  private TestWorkspace workspace;
  private final StringWriter err = new StringWriter();
  private Thread server = new Thread();

  @BeforeEach
  void createWorkspace() {
    workspace = TestWorkspace.in(temporary).file("größe.txt", FIRST);
  }

  @AfterEach
  void endServer() throws Exception {
    server.interrupt();
    server.join();
  }

  private String uri() throws Exception {
    return workspace.directory().toRealPath().resolve("größe.txt").toUri().toASCIIString();
  }

  /** Starts a server and returns its URL, when it listens. */
  private String listen(String... options) {
    String[] line =
        Stream.concat(Stream.of("serve", "--attach=größe.txt", "--http=0"), Stream.of(options))
            .toArray(String[]::new);
    server = new Thread(() -> workspace.run(OutputStream.nullOutputStream(), err, line));
    server.start();
    Matcher listening = LISTENING.matcher(err.toString());
    while (!listening.find()) {
      assertThat(server.isAlive()).as(err.toString()).isTrue();
      LockSupport.parkNanos(1_000_000);
      listening = LISTENING.matcher(err.toString());
    }
    return listening.group(1);
  }

  @Test
  void followsAFileOverHttp() throws Exception {
    try (var connections = PublishedConnections.endpoint(listen())) {
      assertFollows(connections.connection());
    }
  }

  @Test
  void followsAFileOverTheStandardStreams() throws Exception {
    var way =
        new McpServer.Program(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                "--attach=größe.txt"),
            Map.of(
                "HOME", temporary.toString(),
                "XDG_CONFIG_HOME", temporary.resolve("none").toString(),
                "LC_ALL", "C.UTF-8"),
            workspace.directory());
    try (var connections = startedInTime(way)) {
      assertFollows(connections.connection());
    }
  }

  /**
   * Connects anew while a busy machine takes so long to start the server that it passes for old.
   */
  private static PublishedConnections startedInTime(McpServer.Way way) throws McpException {
    for (int i = 0; i < 20; i++) {
      var connections = PublishedConnections.to(way);
      if (connections.connection().protocolVersion().equals(MODERN)) {
        return connections;
      }
      connections.close();
    }
    return PublishedConnections.to(way);
  }

  private void assertFollows(McpConnection connection) throws Exception {
    assertThat(connection.protocolVersion()).isEqualTo(MODERN);
    assertThat(connection.serverInfo()).containsEntry("name", "attache");
    assertThat(connection.instructions()).startsWith("The user attached these resources: ");
    String uri = uri();
    assertThat(connection.listResources(PublishedConnections.PATIENCE))
        .extracting(each -> each.get("uri"))
        .containsExactly(uri);
    assertThat(read(connection, uri)).isEqualTo(FIRST);
    assertThat(refresh(connection, uri)).isEqualTo(FIRST);
    assertThat(refresh(connection, uri)).as("in full each time").isEqualTo(FIRST);
    var updated = new CompletableFuture<String>();
    try (var subscription =
        connection.subscribe(List.of(uri), updated::complete, PublishedConnections.PATIENCE)) {
      assertThat(subscription).isNotNull();
      Files.writeString(workspace.directory().resolve("größe.txt"), "changed\n");
      assertThat(updated.get()).isEqualTo(uri);
    }
    assertThat(refresh(connection, uri)).isEqualTo("changed\n");
    assertThat(read(connection, uri)).isEqualTo(FIRST);
    assertThatExceptionOfType(McpException.class)
        .isThrownBy(() -> read(connection, "file:///nothing"))
        .satisfies(e -> assertThat(e.code()).contains(-32602));
  }

  private static Object read(McpConnection connection, String uri) throws McpException {
    Map<String, Object> result = connection.readResource(uri, PublishedConnections.PATIENCE);
    assertThat(result).containsEntry("ttlMs", 0).containsEntry("cacheScope", "private");
    return text(PublishedConnections.objects(result, "contents").get(0));
  }

  private static Object refresh(McpConnection connection, String uri) throws McpException {
    Map<String, Object> result =
        connection.callTool(
            "refresh_resource", Map.of("uri", uri), Map.of(), null, PublishedConnections.PATIENCE);
    Object text = text(PublishedConnections.objects(result, "content").get(0));
    return String.valueOf(text).replaceFirst("^\\S+ sha256:[0-9a-f]{12} \\d+ lines?\n", "");
  }

  private static Object text(Map<?, ?> contents) {
    return String.valueOf(contents.get("text"));
  }

  @Test
  void isUsedByHandLikeAnyOtherServer() throws Exception {
    String url = listen("--allow-attach");
    workspace.file("b.txt", "b\n");
    Path servers =
        Files.writeString(
            temporary.resolve("servers.json"),
            "{\"mcpServers\":{\"self\":{\"type\":\"http\",\"url\":\"" + url + "\"}}}");
    String config = "--mcp-config=" + servers;
    CliRun read = workspace.run("mcp", "read", config, "self", uri());
    assertThat(read.err()).isEmpty();
    assertThat(read.out()).isEqualTo(FIRST);
    String attach = "{\"uri\":\"b.txt\"}";
    CliRun attached = workspace.run("mcp", "call", config, "self", "attach_resource", attach);
    assertThat(attached.err()).isEmpty();
    assertThat(attached.out()).contains("b\n");
    assertThat(workspace.run("mcp", "ls", config, "self").out())
        .as("what one client attaches is there for the next")
        .contains("größe.txt")
        .contains("b.txt");
  }

  @Test
  void answersAllThatWasAskedAtTheEndOfItsInput() throws Exception {
    String meta =
        "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
    String start = "{\"jsonrpc\":\"2.0\",\"id\":";
    var talk = Talk.in(Files.createDirectory(temporary.resolve("talk")));
    talk.file("a.txt", "hello\n");
    talk.input(
        start
            + "1,\"method\":\"server/discover\",\"params\":{"
            + meta
            + "}}\n"
            + start
            + "2,\"method\":\"subscriptions/listen\",\"params\":{"
            + meta
            + ",\"notifications\":{\"resourcesListChanged\":true}}}\n"
            + start
            + "3,\"method\":\"resources/list\",\"params\":{"
            + meta
            + "}}\n");
    CliRun run = talk.run("serve", "--attach=a.txt");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.json().stream().filter(each -> each.has("id")))
        .extracting(each -> each.get("id").asInt() + " " + each.at("/result/resultType").asText())
        .containsExactlyInAnyOrder("1 complete", "2 complete", "3 complete");
    assertThat(run.err())
        .as("nobody waits for the end of a subscription")
        .doesNotContain("given up");
  }
}
