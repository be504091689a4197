package dev.attache.mcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.mcp.McpServer;
import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the servers of the user start, and when a workspace decides what they are. */
class DependenceTest {

  @TempDir private Path temporary;
  private Path home;
  private Configured checkout;

  @BeforeEach
  void makeWorkspace() throws IOException {
    home = Files.createDirectories(temporary.toRealPath().resolve("home"));
    Path workspace = home.resolve("checkout");
    Files.createDirectories(workspace.resolve("sub"));
    checkout = new Configured(workspace).with(Map.of("HOME", home.toString()));
    Files.createDirectories(home.resolve("conf"));
    Files.writeString(home.resolve("conf/config.toml"), "");
    Files.writeString(home.resolve("conf/a.env"), "A=1\n");
    checkout.write("a.env", "A=1\n");
    Files.createSymbolicLink(home.resolve("conf/in"), Path.of("../checkout"));
    Files.createSymbolicLink(home.resolve("conf/same.env"), Path.of("in/a.env"));
    Files.createSymbolicLink(checkout.workspace().resolve("out"), home.resolve("conf"));
  }

  private McpServer server(String definition) throws IOException {
    return server(home.resolve("conf/servers.json"), definition);
  }

  private McpServer server(Path file, String definition) throws IOException {
    Files.writeString(file, text(definition));
    return checkout.builder().file(file).load().servers().get(0);
  }

  private static String text(String definition) {
    return "{\"servers\": {\"x\": {" + definition.replace('\'', '"') + "}}}";
  }

  private McpServer own(Map<String, Object> table) throws IOException {
    String file = home.resolve("conf/config.toml").toString();
    return checkout.builder().userTables(file, Map.of("x", table)).load().servers().get(0);
  }

  private static McpServer.Program program(McpServer server) {
    if (server.way() instanceof McpServer.Program program) {
      return program;
    }
    throw new AssertionError(server);
  }

  @Test
  void startsTheUsersServersBesideTheFileThatDefinesThem() throws IOException {
    assertThat(program(server("'command': 'npx'")).directory()).isEqualTo(home.resolve("conf"));
    assertThat(program(own(Map.of("command", "npx"))).directory()).isEqualTo(home.resolve("conf"));
    assertThat(program(own(Map.of("command", "npx", "cwd", "."))).directory())
        .isEqualTo(home.resolve("conf"));
    assertThat(program(server("'command': './run', 'cwd': 'tools'")).directory())
        .isEqualTo(home.resolve("conf/tools"));
    assertThat(server("'command': './run', 'cwd': 'tools'").written().lines())
        .containsExactly("starts ./run in " + home.resolve("conf/tools"));
  }

  @Test
  void readsTheUsersFileOfVariablesBesideTheFileThatNamesIt() throws IOException {
    checkout.write("a.env", "A=evil\n");
    McpServer.Program program = program(own(Map.of("command", "npx", "envFile", "a.env")));

    assertThat(Objects.requireNonNull(program.environmentFile()).read())
        .isEqualTo(Map.of("A", "1"));
  }

  @Test
  void doesNotFollowALinkToTheFileThatDefinesAServer() throws IOException {
    Path link = home.resolve("linked.json");
    Files.createSymbolicLink(link, Path.of("conf/servers.json"));

    assertThat(program(server(link, "'command': 'npx'")).directory()).isEqualTo(home);
  }

  @Test
  void startsAProjectsServersInTheWorkspace() throws IOException {
    assertThat(checkout.program("{\"command\": \"a\"}").directory())
        .isEqualTo(checkout.workspace());
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void startsAServerOfAPipeAtHome() throws Exception {
    Path pipe = checkout.workspace().resolve("pipe");

    assertThat(program(ofPipe(pipe)).directory()).isEqualTo(home);
    assertThat(ofPipe(pipe).needsTrust()).isFalse();
    checkout.with(Map.of());
    assertThat(program(ofPipe(pipe)).directory()).isEqualTo(home.getRoot());
    checkout.with(Map.of("HOME", checkout.workspace().toString()));
    assertThat(ofPipe(pipe).needsTrust()).isTrue();
  }

  private McpServer ofPipe(Path pipe) throws Exception {
    Files.deleteIfExists(pipe);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    String text = text("'command': 'npx'");
    Process writer =
        new ProcessBuilder("sh", "-c", "printf %s \"$1\" > \"$0\"", "" + pipe, text).start();
    McpServer server = checkout.builder().file(pipe).load().servers().get(0);
    writer.waitFor();
    return server;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'command': 'npx', 'args': ['${workspaceFolder}'], 'env': {'ROOT': '${workspaceFolder}'}",
        "'command': './run', 'envFile': 'a.env'",
        "'command': 'npx', 'cwd': '${workspaceFolder}-other'",
        "'command': '${userHome}/bin/run', 'cwd': '${userHome}', 'envFile': '${userHome}/none.env'",
        "'command': 'npx', 'env': {'PATH': '/usr/bin:checkout/bin:${userHome}/bin'}",
        "'url': 'https://a.example/${workspaceFolderBasename}'",
      })
  void needsNoTrustInWhatTheWorkspaceDoesNotDecide(String definition) throws IOException {
    McpServer server = server(definition);

    assertThat(server.problem()).isNull();
    assertThat(server.needsTrust()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'command': 'npx', 'cwd': '${workspaceFolder}'",
        "'command': 'npx', 'cwd': '${workspaceFolder}/none/yet'",
        "'command': 'npx', 'cwd': '../checkout'",
        "'command': 'npx', 'cwd': 'in'",
        "'command': 'npx', 'cwd': 'none/../../checkout/sub'",
        "'command': 'npx', 'cwd': '${workspaceFolder}/out'",
        "'command': '${workspaceFolder}/tools/server'",
        "'command': '../checkout/tools/server'",
        "'command': 'in/server'",
        "'command': './server', 'cwd': '${workspaceFolder}/..//checkout'",
        "'command': '${workspaceFolder}/out/server'",
        "'command': 'npx', 'envFile': '${workspaceFolder}/a.env'",
        "'command': 'npx', 'envFile': 'in/a.env'",
        "'command': 'npx', 'envFile': 'same.env'",
        "'command': 'npx', 'env': {'PATH': '/usr/bin:${workspaceFolder}/node_modules/.bin'}",
      })
  void needsTrustInWhatTheWorkspaceDecides(String definition) throws IOException {
    McpServer server = server(definition);

    assertThat(server.problem()).isNull();
    assertThat(server.needsTrust()).isTrue();
  }

  @Test
  void coversWhatStandsInAFileOfVariablesThatTheWorkspaceDecides() throws IOException {
    String definition = "'command': 'npx', 'envFile': '${workspaceFolder}/a.env'";
    ContentDigest digest = server(definition).digest();
    checkout.write("a.env", "LD_PRELOAD=./evil.so\n");

    assertThat(server(definition).digest()).isNotEqualTo(digest);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'command': 'npx'",
        "'command': './server'",
        "'command': './server', 'cwd': 'sub', 'envFile': 'a.env'",
      })
  void takesANamedFileOfTheWorkspaceForConsentToWhatItNamesByItself(String definition)
      throws IOException {
    McpServer server = server(checkout.workspace().resolve(".mcp.json"), definition);

    assertThat(server.problem()).isNull();
    assertThat(server.needsTrust()).isFalse();
    assertThat(program(server).directory()).startsWith(checkout.workspace());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'command': 'npx', 'cwd': '${workspaceFolder}'",
        "'command': '${workspaceFolder}/server'",
        "'command': 'npx', 'envFile': '${workspaceFolder}/a.env'",
      })
  void doesNotTakeItForMore(String definition) throws IOException {
    assertThat(server(checkout.workspace().resolve(".mcp.json"), definition).needsTrust()).isTrue();
  }

  @Test
  void lendsNoConsentToAConfigurationThatLiesInTheWorkspace() throws IOException {
    checkout =
        new Configured(home).with(Map.of("HOME", home.toString())); // the home is the workspace

    assertThat(own(Map.of("command", "npx")).needsTrust()).isFalse();
    assertThat(own(Map.of("command", "./server")).needsTrust()).isTrue();
    assertThat(own(Map.of("command", "npx", "cwd", "tools")).needsTrust()).isTrue();
    assertThat(own(Map.of("command", "npx", "envFile", "a.env")).needsTrust()).isTrue();
  }

  @Test
  void decidesWhereLinksLeadInACircle() throws IOException {
    Files.createSymbolicLink(home.resolve("conf/a"), Path.of("b"));
    Files.createSymbolicLink(home.resolve("conf/b"), Path.of("a"));

    assertThat(server("'command': 'npx', 'cwd': 'a'").needsTrust()).isTrue();
  }
}
