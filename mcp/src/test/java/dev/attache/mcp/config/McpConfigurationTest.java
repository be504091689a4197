package dev.attache.mcp.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.mcp.McpServer;
import dev.attache.mcp.pool.McpServers;
import dev.attache.resource.spi.CommandPolicy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class McpConfigurationTest {

  private static final String ONE = "{\"mcpServers\": {\n  \"x\": {\"command\": \"%s\"}}}";

  @TempDir private Path directory;
  private Configured configured;

  @BeforeEach
  void makeWorkspace() throws IOException {
    configured = new Configured(directory);
  }

  @Test
  void readsAProgramAsOtherClientsDo() throws IOException {
    configured.with(Map.of("TOKEN", "s3cret", "HOME", "/home/ada"));
    McpServer server =
        configured.server(
            """
            {"command": "npx", "args": ["-y", "@acme/server", "${workspaceFolder}/data"],
             "env": {"API_KEY": "${TOKEN}", "PORT": 8080, "DEBUG": true}, "cwd": "tools",
             "timeout": 90000, "startupTimeout": 5000, "autoApprove": ["read"]}\
            """);

    Path workspace = configured.workspace();
    assertThat(server.problem()).isNull();
    assertThat(server.way())
        .isEqualTo(
            new McpServer.Program(
                "npx",
                List.of("-y", "@acme/server", workspace + "/data"),
                Map.of("API_KEY", "s3cret", "PORT", "8080", "DEBUG", "true"),
                workspace.resolve("tools")));
    assertThat(server.origin()).isEqualTo(".mcp.json");
    assertThat(server.needsTrust()).isTrue();
    assertThat(server.isDisabled()).isFalse();
    assertThat(server.startTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(server.requestTimeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(server.label()).isEqualTo("npx -y @acme/server '${workspaceFolder}/data'");
  }

  @Test
  void readsWhatAnEditorHas() throws IOException {
    configured.with(Map.of("ATTACHE_INPUT_API_KEY", "s3cret"));
    configured.write(
        ".vscode/mcp.json",
        """
        {
          // asked for once
          "inputs": [
            {"type": "promptString", "id": "api-key", "description": "Key", "password": true},
            {"type": "pickString", "id": "region", "options": ["eu", "us"], "default": "eu"},
          ],
          "servers": {
            "remote": {
              "type": "http",
              "url": "https://${input:region}.example.com/mcp",
              "headers": {"Authorization": "Bearer ${input:api-key}"}, /* static */
            },
          },
        }
        """);
    McpConfiguration loaded = configured.load();

    assertThat(loaded.errors()).isEmpty();
    assertThat(Configured.warnings(loaded)).isEmpty();
    assertThat(loaded.servers()).hasSize(1);
    McpServer server = loaded.servers().get(0);
    assertThat(server.way())
        .isEqualTo(
            new McpServer.Endpoint(
                URI.create("https://eu.example.com/mcp"),
                Map.of("Authorization", "Bearer s3cret")));
    assertThat(server.label()).isEqualTo("https://${input:region}.example.com/mcp");
    assertThat(server.requestTimeout()).isNull();
    assertThat(server.startTimeout()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void takesTheFirstDefinitionOfANameAndSaysWhereBothAre() throws IOException {
    Path first = configured.write("a.json", ONE.formatted("first"));
    Path second = configured.write("b.json", ONE.formatted("second").replace("mcpS", "s"));
    configured.write(".mcp.json", ONE.formatted("fifth"));
    configured.write(".vscode/mcp.json", ONE.formatted("sixth").replace("mcpServers", "servers"));
    McpConfiguration loaded =
        configured
            .builder()
            .projectTables(".attache/config.toml", Map.of("x", Map.of("command", "fourth")))
            .userTables("config.toml", Map.of("x", Map.of("command", "third")))
            .file(first)
            .file(Files.writeString(second, "{\"servers\": {\"x\": {\"command\": \"second\"}}}"))
            .load();

    assertThat(loaded.servers()).extracting(McpServer::label).containsExactly("first");
    assertThat(loaded.servers()).extracting(McpServer::needsTrust).containsExactly(false);
    String start = "server x is defined in " + first + ":2 and in ";
    assertThat(Configured.warnings(loaded))
        .containsExactly(
            start + second + ":1; the first one is used",
            start + "config.toml; the first one is used",
            start + ".attache/config.toml; the first one is used",
            start + ".mcp.json:2; the first one is used",
            start + ".vscode/mcp.json:2; the first one is used");
  }

  @Test
  void keepsTheOrderOfTheDefinitions() throws IOException {
    Path file = configured.write("a.json", "{\"servers\": {\"z\": {}, \"a\": {}}}");
    configured.write(".mcp.json", "{\"mcpServers\": {\"m\": {}, \"b\": {}}}");
    configured.write(".vscode/mcp.json", "{\"servers\": {\"k\": {}}}");
    McpConfiguration loaded =
        configured
            .builder()
            .projectTables("p", Map.of("p", 1))
            .userTables("u", Map.of("u", 1))
            .file(file)
            .load();

    assertThat(Configured.names(loaded)).containsExactly("z", "a", "u", "p", "m", "b", "k");
    assertThat(loaded.servers())
        .extracting(McpServer::needsTrust)
        .containsExactly(false, false, false, true, true, true, true);
  }

  @Test
  void countsAProjectsFileThatTheUserNamesAsTheUsers() throws IOException {
    Path file = configured.write(".mcp.json", ONE.formatted("run"));
    McpConfiguration loaded = configured.builder().file(file).load();

    assertThat(Configured.warnings(loaded)).isEmpty();
    assertThat(loaded.servers()).extracting(McpServer::needsTrust).containsExactly(false);
  }

  @Test
  void keepsTheAddressesOfTheUserWhateverAProjectDefines() throws IOException {
    configured.write(".mcp.json", "{\"servers\": {\"my-docs\": {\"command\": \"theirs\"}}}");
    Map<String, Object> mine = Map.of("my_docs", Map.of("command", "mine"));
    McpConfiguration loaded = configured.builder().userTables("c.toml", mine).load();
    var options =
        new McpServers.Options(
            (server, requester) -> CommandPolicy.Decision.denied("not here"),
            Map.of(),
            1_000,
            "1",
            null,
            note -> {});

    assertThat(Configured.warnings(loaded))
        .containsExactly(
            "server my-docs (.mcp.json:1) is my-docs-2 in addresses, because my-docs means server"
                + " my_docs (c.toml) there");
    try (var servers = new McpServers(loaded.servers(), options)) {
      assertThat(servers.find("my-docs").orElseThrow().label()).isEqualTo("mine");
      assertThat(servers.find("my_docs").orElseThrow().label()).isEqualTo("mine");
      assertThat(servers.find("my-docs-2").orElseThrow().label()).isEqualTo("theirs");
    }
  }

  @Test
  void losesOfATornProjectFileOnlyItsOwnServers() throws IOException {
    configured.write(".mcp.json", "{\"mcpServers\": {\n  \"a\": {\"command\" \"run\"}}}");
    configured.write(".vscode/mcp.json", "{\"servers\": {\"b\": {\"command\": \"run\"}}}");
    McpConfiguration loaded = configured.load();

    assertThat(Configured.names(loaded)).containsExactly("b");
    assertThat(loaded.errors())
        .containsExactly(
            ".mcp.json:2:19: unexpected character ('\"' (code 34)): was expecting a colon to"
                + " separate field name and value");
  }

  @Test
  void stopsAtATornFileThatTheUserNames() throws IOException {
    Path file = configured.write("a.json", "{\"mcpServers\": {}");

    assertThatThrownBy(configured.builder().file(file)::load)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + ":1:18: the file ends too early");
  }

  @Test
  void stopsAtAFileThatIsMissing() {
    Path missing = configured.workspace().resolve("missing.json");

    assertThatThrownBy(configured.builder().file(missing)::load)
        .isInstanceOf(IOException.class)
        .hasMessage(missing + " cannot be read: no such file or directory");
  }

  @Test
  void stopsAtADirectory() {
    assertThatThrownBy(configured.builder().file(configured.workspace())::load)
        .isInstanceOf(IOException.class)
        .hasMessage(configured.workspace() + " cannot be read: it is a directory");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void readsAPipeThatTheUserNames() throws Exception {
    Path pipe = configured.workspace().resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process writer =
        new ProcessBuilder("sh", "-c", "echo '{\"servers\": {\"x\": {}}}' > \"$0\"", "" + pipe)
            .start();

    assertThat(Configured.names(configured.builder().file(pipe).load())).containsExactly("x");
    assertThat(writer.waitFor()).isZero();
  }

  @Test
  void stopsAtAFileThatHasNoServers() throws IOException {
    Path file = configured.write("a.json", "{\"name\": \"package\"}");

    assertThatThrownBy(configured.builder().file(file)::load)
        .hasMessage(file + ": has neither mcpServers nor servers");
  }

  @Test
  void readsItsOwnTablesStrictly() throws IOException {
    Map<String, Object> table =
        Map.of("command", "run", "start-timeout", 2, "request-timeout", 0.5, "comand", "x");
    McpConfiguration loaded =
        configured.builder().userTables("c.toml", Map.of("a b", table)).load();

    McpServer server = loaded.servers().get(0);
    assertThat(server.problem()).isNull();
    assertThat(server.startTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(server.requestTimeout()).isEqualTo(Duration.ofMillis(500));
    assertThat(Configured.warnings(loaded))
        .containsExactly("c.toml: [mcp.servers.\"a b\"] comand is unknown and ignored");
  }

  @Test
  void showsTheTableInWhichSomethingIsWrong() throws IOException {
    Map<String, Object> tables = Map.of("a", Map.of("command", "run", "args", "-x"));
    McpServer server = configured.builder().userTables("c.toml", tables).load().servers().get(0);

    assertThat(server.problem())
        .isEqualTo("c.toml: [mcp.servers.a] args must be a list of strings");
    assertThat(server.way()).isNull();
  }

  @Test
  void hasNothingWhereNothingIsConfigured() throws IOException {
    assertThat(configured.load()).isEqualTo(new McpConfiguration(List.of(), List.of(), List.of()));
  }

  @Test
  void leavesOutNamesThatNobodyCouldWrite() throws IOException {
    configured.write(
        ".mcp.json", "{\"mcpServers\": {\"\": {}, \"a\\nb\": {}, \"ok\": {\"command\": \"c\"}}}");
    McpConfiguration loaded = configured.load();

    String warning =
        ".mcp.json:1: the name of a server must not be empty or hold control characters;"
            + " this one is ignored";
    assertThat(Configured.names(loaded)).containsExactly("ok");
    assertThat(Configured.warnings(loaded)).containsExactly(warning, warning);
  }
}
