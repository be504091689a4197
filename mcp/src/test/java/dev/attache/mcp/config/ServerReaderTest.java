package dev.attache.mcp.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.mcp.McpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerReaderTest {

  @TempDir private Path directory;
  private Configured configured;

  @BeforeEach
  void makeWorkspace() throws IOException {
    configured = new Configured(directory);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1                                        | must be an object",
        "null                                     | must be an object",
        "{}                                       | must have a command or a url",
        "{'command': 1}                           | /command must be a string",
        "{'command': ' '}                         | /command must not be empty",
        "{'command': 'a\\u0000'}                  | /command must not contain a NUL character",
        "{'command': 'a', 'args': 'b'}            | /args must be a list of strings",
        "{'command': 'a', 'args': [1]}            | /args must be a list of strings",
        "{'command': 'a', 'env': []}              | /env must be an object of strings",
        "{'command': 'a', 'env': {'A': []}}       | /env must be an object of strings",
        "{'command': 'a', 'env': {'A=B': ''}}     | /env must have names that are not empty,"
            + " without = and NUL",
        "{'command': 'a', 'cwd': []}              | /cwd must be a string",
        "{'command': 'a', 'cwd': 'b\\u0000'}      | /cwd must not contain a NUL character",
        "{'command': 'a', 'disabled': 'no'}       | /disabled must be true or false",
        "{'command': 'a', 'timeout': '9'}         | /timeout must be a number of milliseconds, more"
            + " than 0 and not more than a day",
        "{'command': 'a', 'timeout': 0}           | /timeout must be a number of milliseconds, more"
            + " than 0 and not more than a day",
        "{'command': 'a', 'timeout': 1e999999}    | /timeout must be a number of milliseconds, more"
            + " than 0 and not more than a day",
        "{'command': 'a', 'url': 'http://a'}      | /type must choose between command (stdio) and"
            + " url (http)",
        "{'url': 'http://a', 'type': 'stdio'}     | /command is required, because type is stdio",
        "{'command': 'a', 'type': 'http'}         | /url is required, because type is http",
        "{'url': 'http://a', 'type': 'ws'}        | /type must be stdio or http",
        "{'url': 'http://a', 'type': 'sse'}       | /type is sse, the HTTP+SSE transport of"
            + " 2024-11-05, which is deprecated and not supported; use the server's streamable HTTP"
            + " endpoint and type http",
        "{'url': ''}                              | /url must begin with http:// or https://",
        "{'url': 'a/b'}                           | /url must begin with http:// or https://",
        "{'url': 'file:///etc/passwd'}            | /url must begin with http:// or https://",
        "{'url': 'http://a b'}                    | /url is not a URL: illegal character in"
            + " authority",
        "{'url': 'http://'}                       | /url is not a URL: expected authority",
        "{'url': 'http:/path'}                    | /url must have a host (letters, digits, - and"
            + " .) and a valid port",
        "{'url': 'http://a_b/'}                   | /url must have a host (letters, digits, - and"
            + " .) and a valid port",
        "{'url': 'http://a:65536/'}               | /url must have a host (letters, digits, - and"
            + " .) and a valid port",
        "{'url': 'http://u:s3cret@a/'}            | /url must not contain a user or password; write"
            + " an Authorization header",
        "{'url': 'http://u:s3cret@a_b/'}          | /url must not contain a user or password; write"
            + " an Authorization header",
        "{'url': 'http://a/#f'}                   | /url must not have a fragment (#…)",
        "{'url': 'http://a', 'headers': {'': ''}} | /headers must have names of letters, digits, -"
            + " and the like",
        "{'url': 'http://a', 'headers': {'A b': ''}} | /headers must have names of letters, digits,"
            + " - and the like",
        "{'url': 'http://a', 'headers': {'A': 'b\\r"
            + "\\n"
            + "C: d'}} | /headers must not have line breaks or non-ASCII characters in A",
        "{'url': 'http://a', 'headers': {'A': 'é'}} | /headers must not have line breaks or"
            + " non-ASCII characters in A",
        "{'url': 'http://a', 'headers': {'Host': 'b'}} | /headers must not set Host, which the"
            + " connection sets itself",
        "{'url': 'http://a', 'headers': {'A': 'b', 'a': 'c'}} | /headers must not have a twice, in"
            + " upper and lower case",
      })
  void saysWhereADefinitionIsWrong(String definition, String problem) throws IOException {
    String message = problem.startsWith("/") ? problem : " " + problem;

    assertThat(configured.problem(definition.replace('\'', '"')))
        .isEqualTo(".mcp.json:1: /mcpServers/x" + message);
  }

  @Test
  void writesThePointerAsThePointersRulesAre() throws IOException {
    configured.write(".mcp.json", "{\"servers\": {\"a/b~c\": {\"command\": 1}}}");

    assertThat(configured.load().servers().get(0).problem())
        .isEqualTo(".mcp.json:1: /servers/a~1b~0c/command must be a string");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "streamable-http", "streamableHttp", "streamable_http", "HTTP"})
  void knowsTheNamesOfTheTransport(String type) throws IOException {
    String rest = "\": \"" + type + "\", \"url\": \"https://a.example/mcp\", \"command\": \"x\"}";

    assertThat(configured.endpoint("{\"type" + rest).url()).hasToString("https://a.example/mcp");
    assertThat(configured.endpoint("{\"transport" + rest).url())
        .hasToString("https://a.example/mcp");
  }

  @Test
  void takesAUrlWithoutATypeForStreamableHttp() throws IOException {
    assertThat(configured.endpoint("{\"url\": \"http://[::1]:3000/mcp?a=b\"}").url())
        .hasToString("http://[::1]:3000/mcp?a=b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", \"cwd\": \"\"", ", \"cwd\": \".\"", ", \"cwd\": null"})
  void runsInTheWorkspaceUnlessToldOtherwise(String cwd) throws IOException {
    assertThat(configured.program("{\"command\": \"a\"" + cwd + "}").directory())
        .isEqualTo(configured.workspace());
  }

  @Test
  void keepsAnAbsoluteDirectory() throws IOException {
    assertThat(configured.program("{\"command\": \"a\", \"cwd\": \"/tmp/x\"}").directory())
        .isEqualTo(Path.of("/tmp/x"));
  }

  /** The variables that a program gets besides those of all. */
  private Map<String, String> variablesOfFile(String definition) throws IOException {
    McpServer.EnvironmentFile file = configured.program(definition).environmentFile();
    return file == null ? Map.of() : file.read();
  }

  @Test
  void takesFromAnEnvironmentFileWhatTheEnvironmentDoesNotSet() throws IOException {
    configured.write("conf/.env", "A=file\nB=file\nC=file\n");
    String definition =
        "{\"command\": \"a\", \"envFile\": \"${workspaceFolder}/conf/.env\","
            + " \"env\": {\"B\": \"written\", \"C\": null}}";

    assertThat(configured.program(definition).environment()).isEqualTo(Map.of("B", "written"));
    assertThat(variablesOfFile(definition)).isEqualTo(Map.of("A", "file"));
  }

  @Test
  void namesAnEnvironmentFileThatIsMissing() throws IOException {
    assertThat(configured.problem("{\"command\": \"a\", \"envFile\": \".env\"}"))
        .isEqualTo(
            ".mcp.json:1: /mcpServers/x/envFile cannot be used: "
                + configured.workspace().resolve(".env")
                + " cannot be read: no such file or directory");
  }

  @Test
  void readsAnEnvironmentFileOfTheUserWhenItIsAskedForAndNotBefore() {
    Path file = configured.workspace().resolve("none.env");
    assertThatThrownBy(() -> environmentFileOfUser(file).read())
        .isInstanceOf(IOException.class)
        .hasMessage(
            "c.toml: [mcp.servers.x] envFile cannot be used: "
                + file
                + " cannot be read: no such file or directory");
  }

  @Test
  void doesNotWaitForAnEnvironmentFileThatIsADevice() {
    assertThatThrownBy(() -> environmentFileOfUser(Path.of("/dev/zero")).read())
        .hasMessage(
            "c.toml: [mcp.servers.x] envFile cannot be used: /dev/zero must be a regular file");
  }

  private McpServer.EnvironmentFile environmentFileOfUser(Path file) throws IOException {
    Map<String, Object> table = Map.of("command", "a", "envFile", file.toString());
    McpServer server =
        inner().builder().userTables("c.toml", Map.of("x", table)).load().servers().get(0);
    if (server.way() instanceof McpServer.Program program) {
      return Objects.requireNonNull(program.environmentFile());
    }
    throw new AssertionError(server);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/dev/zero", "../o.env", "${workspaceFolder}/../o.env", "sub/../../o.env"})
  void readsNoEnvironmentFileOfAProjectOutsideTheWorkspace(String file) throws IOException {
    Configured inner = inner();

    assertThat(inner.problem("{\"command\": \"a\", \"envFile\": \"" + file + "\"}"))
        .startsWith(".mcp.json:1: /mcpServers/x/envFile cannot be used: ")
        .endsWith(" must be in the workspace");
  }

  @Test
  void followsNoLinkOfAProjectToAnEnvironmentFileOutsideTheWorkspace() throws IOException {
    Configured inner = inner();
    Path link = inner.workspace().resolve("l.env");
    Files.createSymbolicLink(link, Path.of("../o.env"));

    assertThat(inner.problem("{\"command\": \"a\", \"envFile\": \"l.env\"}"))
        .isEqualTo(
            ".mcp.json:1: /mcpServers/x/envFile cannot be used: "
                + link
                + " must not be a link that points outside the workspace");
  }

  @Test
  void takesNoDirectoryOfAProjectForAnEnvironmentFile() throws IOException {
    Configured inner = inner();

    assertThat(inner.problem("{\"command\": \"a\", \"envFile\": \"sub\"}"))
        .endsWith(inner.workspace().resolve("sub") + " must be a regular file");
  }

  /** A workspace with a directory, and a file of variables beside it. */
  private Configured inner() throws IOException {
    configured.write("o.env", "A=1\n");
    configured.write("inner/sub/a.env", "A=1\n");
    return new Configured(directory.resolve("inner"));
  }

  @Test
  void namesTheLineOfAnEnvironmentFileThatIsWrong() throws IOException {
    Path file = configured.write(".env", "A=1\ns3cret\n");

    assertThatThrownBy(() -> variablesOfFile("{\"command\": \"a\", \"envFile\": \".env\"}"))
        .hasMessage(
            ".mcp.json:1: /mcpServers/x/envFile cannot be used: "
                + file
                + ":2: must be NAME=value");
  }

  @Test
  void keepsTheRestOfAServerThatIsDisabled() throws IOException {
    McpServer server = configured.server("{\"disabled\": true, \"command\": \"a\"}");

    assertThat(server.isDisabled()).isTrue();
    assertThat(server.problem()).isNull();
    assertThat(configured.server("{\"disabled\": true}").isDisabled()).isTrue();
  }

  @Test
  void takesTimesThatCanOnlyBeSecondsForNone() throws IOException {
    configured.write(
        ".mcp.json", "{\"mcpServers\": {\"x\": {\"command\": \"a\", \"timeout\": 60}}}");
    McpConfiguration loaded = configured.load();

    assertThat(loaded.servers().get(0).requestTimeout()).isNull();
    assertThat(Configured.warnings(loaded))
        .containsExactly(
            ".mcp.json:1: /mcpServers/x/timeout is in milliseconds; values below 1000 are ignored");
  }

  @Test
  void takesATimeOfOneSecond() throws IOException {
    assertThat(configured.server("{\"command\": \"a\", \"timeout\": 1000}").requestTimeout())
        .isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void refusesATimeThatIsInfinite() throws IOException {
    Map<String, Object> table = Map.of("command", "a", "start-timeout", Double.POSITIVE_INFINITY);

    assertThat(configured.builder().userTables("c", Map.of("x", table)).load().servers())
        .extracting(McpServer::problem)
        .containsExactly(
            "c: [mcp.servers.x] start-timeout must be a number of seconds, more than 0 and not more"
                + " than a day");
  }

  @Test
  void readsThroughALinkToTheWorkspace() throws IOException {
    Path real = Files.createDirectory(directory.resolve("real"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), real);
    Files.writeString(real.resolve(".mcp.json"), "{\"servers\": {\"x\": {\"command\": \"a\"}}}");
    McpServer byLink = McpConfiguration.builder(link, Map.of()).load().servers().get(0);
    McpServer byName = McpConfiguration.builder(real, Map.of()).load().servers().get(0);

    assertThat(byLink).isEqualTo(byName);
  }
}
