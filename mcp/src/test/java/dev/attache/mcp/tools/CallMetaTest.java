package dev.attache.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.mcp.McpServer;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolObserver;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallMetaTest {

  private static final McpServer.Way REMOTE =
      new McpServer.Endpoint(URI.create("http://127.0.0.1:1/"), Map.of());

  private static final McpServer.Way LOCAL =
      new McpServer.Program("x", List.of(), Map.of(), Path.of("/"));

  private static Map<String, Object> context(McpServer.Way way, boolean knowWorkspace) {
    var plain =
        new McpServer(
            "s",
            "s",
            "a test",
            false,
            way,
            false,
            Duration.ofSeconds(1),
            null,
            ContentDigest.sha256(new byte[0]),
            "s",
            null);
    var server =
        new McpServer(
            "s",
            "s",
            "a test",
            false,
            way,
            false,
            Duration.ofSeconds(1),
            null,
            plain.digest(),
            "s",
            plain.written(),
            null,
            new McpServer.Tools(knowWorkspace, false, McpServer.Permission.ASK, Map.of()));
    var context =
        new ToolContext("t", Map.of(), Map.of("x", 1), Map.of(), "/w", ToolObserver.NOBODY);
    return Map.of(
        "context", CallMeta.of(context, BridgeSettings.of(server, 1)).get(CallMeta.CONTEXT));
  }

  @Test
  void tellsWhereTheWorkspaceIsToWhomItIsTheirBusiness() {
    Map<String, Object> rootless = Map.of("context", Map.of("action", "run"));
    Map<String, Object> rooted = Map.of("context", Map.of("action", "run", "root", "/w"));
    assertThat(context(REMOTE, false)).isEqualTo(rootless);
    assertThat(context(REMOTE, true)).isEqualTo(rooted);
    assertThat(context(LOCAL, false)).isEqualTo(rooted);
  }
}
