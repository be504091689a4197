package dev.attache.mcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.mcp.McpServer;
import dev.attache.mcp.McpServer.Permission;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may be set for the tools of a server. */
class ToolTablesTest {

  @TempDir private Path directory;
  private Configured configured;

  @BeforeEach
  void makeWorkspace() throws IOException {
    configured = new Configured(directory);
  }

  private static Map<String, Object> table(Object... pairs) {
    var table = new LinkedHashMap<String, Object>();
    table.put("url", "https://example.org/");
    for (int i = 0; i < pairs.length; i += 2) {
      table.put((String) pairs[i], pairs[i + 1]);
    }
    return table;
  }

  private McpConfiguration ofUser(Map<String, Object> table) throws IOException {
    return configured.builder().userTables("c.toml", Map.of("s", table)).load();
  }

  private McpConfiguration ofProject(Map<String, Object> table) throws IOException {
    return configured.builder().projectTables("p.toml", Map.of("s", table)).load();
  }

  private static McpServer only(McpConfiguration configuration) {
    return configuration.servers().get(0);
  }

  private static Map<String, Object> options(Object value) {
    return table("tools", Map.of("t", Map.of("options", Map.of("depth", value))));
  }

  @Test
  void readsTheOptionsOfEachTool() throws IOException {
    McpConfiguration loaded = ofUser(options(List.of(2, Map.of("a", true))));
    assertThat(loaded.warnings()).isEmpty();
    assertThat(only(loaded).problem()).isNull();
    assertThat(only(loaded).tools())
        .isEqualTo(
            new McpServer.Tools(
                false,
                false,
                Permission.ASK,
                Map.of("t", Map.of("depth", List.of(2, Map.of("a", true))))));
    assertThat(only(ofUser(table())).tools()).isEqualTo(McpServer.Tools.NONE);
  }

  @Test
  void letsTheUserTellAServerWhereTheWorkspaceIs() throws IOException {
    assertThat(only(ofUser(table("context", true))).tools().knowWorkspace()).isTrue();
    McpConfiguration loaded = ofProject(table("context", true));
    assertThat(only(loaded).tools().knowWorkspace()).isFalse();
    assertThat(Configured.warnings(loaded))
        .containsExactly(
            "p.toml: [mcp.servers.s] context is not used; define the server in your own"
                + " configuration");
  }

  @Test
  void readsWhichFormOfAnswersIsPreferred() throws IOException {
    assertThat(only(ofUser(table("prefer", "structured"))).tools().preferStructured()).isTrue();
    assertThat(only(ofUser(table("prefer", "content"))).tools()).isEqualTo(McpServer.Tools.NONE);
  }

  @Test
  void readsWhetherModelsMayCallWhatOnlyReads() throws IOException {
    for (Permission each : Permission.values()) {
      String word = each.name().toLowerCase(Locale.ROOT);
      assertThat(only(ofUser(table("permission", word))).tools().permission()).isEqualTo(each);
    }
    assertThat(only(ofUser(table())).tools().permission()).isEqualTo(Permission.ASK);
  }

  @Test
  void letsNoWorkspaceAllowWhatModelsMayCall() throws IOException {
    McpConfiguration loaded = ofProject(table("permission", "allow"));
    assertThat(only(loaded).tools().permission()).isEqualTo(Permission.ASK);
    assertThat(Configured.warnings(loaded))
        .containsExactly(
            "p.toml: [mcp.servers.s] permission is taken as \"ask\"; only your own file can allow"
                + " a tool");
    assertThat(only(ofProject(table("permission", "deny"))).tools().permission())
        .isEqualTo(Permission.DENY);
  }

  @Test
  void saysWhatIsWrong() throws IOException {
    assertThat(only(ofUser(table("permission", "always"))).problem())
        .isEqualTo("c.toml: [mcp.servers.s] permission must be \"ask\", \"allow\" or \"deny\"");
    assertThat(only(ofUser(table("prefer", "both"))).problem())
        .isEqualTo("c.toml: [mcp.servers.s] prefer must be \"content\" or \"structured\"");
    assertThat(only(ofUser(table("context", "yes"))).problem())
        .isEqualTo("c.toml: [mcp.servers.s] context must be true or false");
    assertThat(only(ofUser(table("tools", 7))).problem())
        .isEqualTo("c.toml: [mcp.servers.s] tools must be a table");
    assertThat(only(ofUser(table("tools", Map.of("t", 7)))).problem())
        .isEqualTo("c.toml: [mcp.servers.s] tools.t must be a table");
    assertThat(only(ofUser(table("tools", Map.of("t", Map.of("options", 7))))).problem())
        .isEqualTo("c.toml: [mcp.servers.s] tools.t.options must be a table, such as {depth = 2}");
    for (Object wrong : List.of(LocalDate.of(2026, 1, 1), Double.NaN)) {
      assertThat(only(ofUser(options(wrong))).problem())
          .isEqualTo(
              "c.toml: [mcp.servers.s] tools.t.options.depth must be a string, a number, true or"
                  + " false, a list or a table");
    }
    assertThat(Configured.warnings(ofUser(table("tools", Map.of("t", Map.of("option", 1))))))
        .containsExactly("c.toml: [mcp.servers.s] tools.t.option is unknown and ignored");
  }

  @Test
  void needsNewTrustForOtherOptions() throws IOException {
    McpServer two = only(ofProject(options(2)));
    assertThat(two.digest()).isNotEqualTo(only(ofProject(options(3))).digest());
    assertThat(two.written().lines())
        .containsExactly(
            "connects to https://example.org/", "gives its tool t the options 'depth=2'");
  }

  @Test
  void leavesAloneWhatOtherClientsMeanByTheseKeys() throws IOException {
    String plain = "{\"command\": \"a\"}";
    String others = "{\"command\": \"a\", \"tools\": [\"*\"], \"context\": \"x\"}";
    McpServer server = configured.server(others);
    assertThat(server.problem()).isNull();
    assertThat(server.tools()).isEqualTo(McpServer.Tools.NONE);
    assertThat(server.digest()).isEqualTo(configured.server(plain).digest());
  }
}
