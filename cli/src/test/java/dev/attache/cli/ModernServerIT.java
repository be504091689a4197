package dev.attache.cli;

import static dev.attache.cli.PublishedConnections.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that the TypeScript SDK makes for the revision 2026-07-28 alone. */
@Tag("process")
@Tag("network")
@Tag("slow")
@ParameterizedClass
@ValueSource(strings = {"stdio", "http"})
class ModernServerIT {

  @Parameter String transport = "";

  @TempDir Path directory;

  private final List<AutoCloseable> opened = new ArrayList<>();
  private McpConnection connection;

  @BeforeEach
  void connect() throws Exception {
    String server = Published.folder().resolve("modern-server.mjs").toString();
    PublishedConnections connections;
    if (transport.equals("stdio")) {
      connections = PublishedConnections.node(directory, server, transport, "modern");
    } else {
      var running = Published.Running.start(Map.of(), server, transport, "modern");
      opened.add(running);
      connections = PublishedConnections.endpoint(running.url());
    }
    opened.add(0, connections);
    connection = connections.connection();
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable closeable : opened) {
      closeable.close();
    }
  }

  @Test
  void speaksTheNewRevisionWithoutAHandshake() {
    assertThat(connection.protocolVersion()).isEqualTo("2026-07-28");
    assertThat(connection.serverInfo()).containsEntry("name", "modern");
    assertThat(connection.capabilities()).containsKeys("resources", "tools");
  }

  @Test
  void listsAndReadsWithWhatIsSaidAboutCaching() throws Exception {
    assertThat(connection.listResources(PATIENCE))
        .extracting(resource -> resource.get("uri"))
        .containsExactly("modern://greeting", "modern://bytes");
    assertThat(connection.readResource("modern://greeting", PATIENCE))
        .containsEntry("ttlMs", 60_000)
        .containsEntry("cacheScope", "public")
        .containsEntry(
            "contents",
            List.of(
                Map.of(
                    "uri", "modern://greeting",
                    "mimeType", "text/plain",
                    "text", "Grüße, 世界")));
    assertThat(connection.readResource("modern://bytes", PATIENCE).get("contents"))
        .isEqualTo(
            List.of(
                Map.of("uri", "modern://bytes", "mimeType", "image/png", "blob", "iVBORwABAv8=")));
  }

  @Test
  void answersWithAnErrorAboutWhatItDoesNotHave() {
    assertThatExceptionOfType(McpException.class)
        .isThrownBy(() -> connection.readResource("modern://nothing", PATIENCE))
        .satisfies(e -> assertThat(e.code()).contains(-32602));
  }

  @Test
  void sendsTheHeadersThatAToolAsksFor() throws Exception {
    Map<String, Object> result =
        connection.callTool("touch", Map.of("region", "süd"), Map.of(), null, PATIENCE);
    assertThat(result.get("content"))
        .isEqualTo(List.of(Map.of("type", "text", "text", "touched süd")));
  }

  @Test
  void tellsWhenAResourceChanges() throws Exception {
    var updated = new CompletableFuture<String>();
    try (var subscription =
        connection.subscribe(List.of("modern://greeting"), updated::complete, PATIENCE)) {
      connection.callTool("touch", Map.of(), Map.of(), null, PATIENCE);
      assertThat(updated.get()).isEqualTo("modern://greeting");
      assertThat(subscription).isNotNull();
    }
  }
}
