package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.test.Golden;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code attache serve --print-config}: the configurations of clients. */
class ServeSetupTest {

  private static final String CLIENTS =
      "claude-code, claude-desktop, cline, codex, continue, copilot, cursor, gemini, jetbrains,"
          + " opencode, qwen, vscode, zed";

  private static final String TOKEN = "s3cret-of-the-test";

  @TempDir Path temporary;

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary);
  }

  private CliRun print(String client, String... options) {
    var line = new ArrayList<>(List.of("serve", "--print-config", client));
    line.addAll(List.of(options));
    return workspace().run(line.toArray(String[]::new));
  }

  private static JsonNode server(String client, String configuration) throws Exception {
    return switch (client) {
      case "codex" -> new TomlMapper().readTree(configuration).findValue("attache");
      case "continue" -> new ObjectMapper().readTree(json(configuration));
      default -> new ObjectMapper().readTree(configuration).findValue("attache");
    };
  }

  /** The one server of a list in YAML, whose values are those of JSON or bare words. */
  private static String json(String yaml) {
    return yaml.lines()
        .skip(1)
        .map(line -> line.replaceFirst("^ +(- )?", ""))
        .map(line -> line.replaceFirst(": ([^\"\\[].*)$", ": \"$1\""))
        .map(line -> line.replaceFirst("^(\\w+):", "\"$1\":"))
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** The clients that the command knows. */
  static List<String> clients() {
    return List.of(CLIENTS.split(", "));
  }

  /** The program and its arguments in a configuration. */
  private static List<String> words(String client, String configuration) throws Exception {
    JsonNode server = server(client, configuration);
    var words = new ArrayList<String>();
    JsonNode command = server.get("command");
    if (command.isArray()) {
      command.forEach(each -> words.add(each.asText()));
    } else {
      words.add(command.asText());
      server.get("args").forEach(each -> words.add(each.asText()));
    }
    return words;
  }

  @ParameterizedTest
  @MethodSource("clients")
  void printsTheConfigurationOfAClientAndSaysWhereItBelongs(String client) throws Exception {
    CliRun run = print(client, "--attach", "src", "-a", "!test", "--allow-attach");
    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    String directory = workspace().directory().toString();
    Golden.assertMatches(
        "serve/" + client + ".txt",
        (run.out() + "---\n" + run.err()).replace(directory, "/home/me/project"));
    assertThat(words(client, run.out()))
        .containsExactly(
            "attache",
            "serve",
            "--workspace",
            directory,
            "--attach",
            "src",
            "--attach",
            "!test",
            "--allow-attach");
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude-code", "codex", "continue", "opencode"})
  void escapesWhateverWasTyped(String client) throws Exception {
    String odd = "a \"b\" \\ 'c'\n\u0001\u007f é 😀 %s $x";
    assertThat(words(client, print(client, "--attach", odd, "--attach=--x").out()))
        .containsSubsequence("--attach", odd, "--attach=--x");
  }

  @Test
  void namesFilesByAbsolutePathsAndKeepsAllOtherOptions() throws Exception {
    String here = Path.of("").toAbsolutePath().toString();
    CliRun run =
        print(
            "cursor",
            "--root",
            "target",
            "--mcp-config",
            "servers.json",
            "--mcp-config",
            "/x/../y",
            "--config",
            "c.toml",
            "--allow-host",
            "a.example",
            "--max-bytes",
            "1M",
            "--max-bytes",
            "2M",
            "--id",
            "review",
            "--poll=5",
            "-q",
            "--check",
            "--offline");
    assertThat(words("cursor", run.out()))
        .startsWith("attache", "serve", "--workspace", workspace().directory().toString())
        .containsSubsequence("--root", here + "/target")
        .containsSubsequence("--mcp-config", here + "/servers.json", "--mcp-config", "/y")
        .containsSubsequence("--config", here + "/c.toml")
        .containsSubsequence("--allow-host", "a.example")
        .containsSubsequence("--max-bytes", "2M")
        .containsSubsequence("--conversation", "review")
        .containsSubsequence("--poll", "5")
        .contains("--quiet", "--offline")
        .hasSize(22)
        .doesNotContain("--check", "--print-config");
  }

  @Test
  void namesTheWorkspaceByItsAbsolutePath() throws Exception {
    CliRun run = print("zed", "--workspace", "src/../src");
    assertThat(words("zed", run.out())).endsWith(Path.of("src").toAbsolutePath().toString());
  }

  @Test
  void listsTheClientsItKnows() {
    CliRun run = print("emacs");
    assertThat(run.errLines())
        .containsExactly(
            "attache: unknown client emacs; --print-config knows " + CLIENTS,
            "attache: see attache help serve");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void printsTheUrlOfAServerAndNeverItsToken(String client) throws Exception {
    assumeThat(client).isNotEqualTo("claude-desktop");
    Path token = Files.writeString(temporary.resolve("token"), TOKEN);
    CliRun open = print(client, "--http", "8808", "--attach", "src");
    CliRun closed =
        print(client, "--http", "8808", "--token-file", token.toString(), "--attach", "src");
    assertThat(List.of(open.exitCode(), closed.exitCode())).containsOnly(ExitCode.OK);
    Golden.assertMatches(
        "serve/" + client + "-http.txt",
        Stream.of(open.out(), open.err(), closed.out(), closed.err())
            .collect(Collectors.joining("---\n"))
            .replace(token.toString(), "/home/me/token")
            .replace(workspace().directory().toString(), "/home/me/project"));
    for (CliRun each : List.of(open, closed)) {
      JsonNode server = server(client, each.out());
      String name = server.has("httpUrl") ? "httpUrl" : "url";
      assertThat(server.get(name).asText()).isEqualTo("http://127.0.0.1:8808/mcp");
      assertThat(each.out() + each.err()).doesNotContain(TOKEN);
    }
    assertThat(open.out() + open.err()).doesNotContainIgnoringCase("token");
  }

  @ParameterizedTest
  @CsvSource({
    "192.168.1.5:8808, http://192.168.1.5:8808/mcp",
    "[::1]:8808, http://[::1]:8808/mcp",
    "0.0.0.0:8808, http://127.0.0.1:8808/mcp",
    "localhost:8808, http://localhost:8808/mcp"
  })
  void printsTheUrlAtWhichClientsFindTheServer(String address, String url) throws Exception {
    Path token = Files.writeString(temporary.resolve("token"), TOKEN);
    CliRun run = print("cursor", "--http", address, "--token-file", token.toString());
    assertThat(server("cursor", run.out()).get("url").asText()).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "claude-desktop --http 8808 |"
            + " claude-desktop starts its servers itself and takes no URL; leave out --http",
        "zed --http 0 |" + " --http (0) is another port at each start; name one for --print-config",
        "zed --http 192.168.1.5:8808 | --http (192.168.1.5:8808) can be reached from other"
            + " machines and needs a token; add --token-file FILE or set ATTACHE_TOKEN",
        "zed --token-file t | --token-file needs --http"
      })
  void refusesWhatNoClientCouldUse(String line, String message) {
    String[] words = line.split(" ", -1);
    CliRun run = print(words[0], Arrays.copyOfRange(words, 1, words.length));
    assertThat(run.errLines().get(0)).isEqualTo("attache: " + message);
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }
}
