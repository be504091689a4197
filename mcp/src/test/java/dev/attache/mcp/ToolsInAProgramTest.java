package dev.attache.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.mcp.config.McpConfiguration;
import dev.attache.mcp.pool.McpServers;
import dev.attache.mcp.tools.BridgeSettings;
import dev.attache.mcp.tools.McpTools;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The listing of the documentation: the tools of a server in a program. */
class ToolsInAProgramTest {

  @TempDir Path workspace;

  private Path servers() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String path = System.getProperty("java.class.path");
    return Files.writeString(
        workspace.resolve("servers.json"),
        "{\"mcpServers\":{\"sdk\":{\"command\":\"%s\",\"args\":[\"-XX:TieredStopAtLevel=1\",\"-cp\",\"%s\",\"%s\"]}}}"
            .formatted(java, path, SdkServer.class.getName()));
  }

  @Test
  void areCalledLikeAnyOther() throws Exception {
    Path file = servers();
    Duration timeout = Duration.ofSeconds(30);
    McpConfiguration configuration =
        McpConfiguration.builder(workspace, System.getenv()).file(file).load();
    McpServer server = configuration.servers().get(0);
    var options =
        new McpServers.Options(
            (each, who) -> CommandPolicy.Decision.allowed("the program starts it"),
            System.getenv(), // servers are given little of it
            1 << 20, // the most bytes of one resource
            "1.0", // the version of the program, which servers are told
            null, // nobody answers questions of servers
            System.err::println);
    try (var servers = new McpServers(List.of(server), options)) {
      var listed = servers.connect(server, Requester.USER, timeout).listTools(timeout);
      List<? extends Tool> tools =
          new McpTools(System.err::println)
              .add(
                  server,
                  listed,
                  () -> servers.connect(server, Requester.USER, timeout),
                  BridgeSettings.of(server, 1 << 20))
              .all();
      Tool echo = tools.get(0);
      assertThat(echo.name()).isEqualTo("sdk__echo");
      var context =
          new ToolContext(
              echo.name(), Map.of("a", 1), Map.of(), Map.of(), null, ToolObserver.NOBODY);
      assertThat(echo.call(context, timeout).content())
          .singleElement()
          .isEqualTo(TextBlock.of("{a=1}"));
    }
  }

  @Test
  void areInTheDocumentationAsTheyAreHere() throws IOException {
    String page = Files.readString(Path.of("../docs/writing-a-tool.md"));
    String here =
        Files.readString(Path.of("src/test/java/dev/attache/mcp/ToolsInAProgramTest.java"));
    List<String> shown =
        page.split("<!-- mcp -->", -1)[1]
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("```") && !line.equals("}"))
            .toList();
    assertThat(shown).hasSizeGreaterThan(20);
    assertThat(here.lines().map(String::strip).toList()).containsAll(shown);
  }
}
