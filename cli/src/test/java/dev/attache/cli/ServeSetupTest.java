package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.test.Golden;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code attache serve --print-config}: the configurations of clients. */
class ServeSetupTest {

  private static final String CLIENTS =
      "claude-code, claude-desktop, codex, cursor, gemini, jetbrains, opencode, vscode, zed";

  @TempDir Path temporary;

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary);
  }

  private CliRun print(String client, String... options) {
    var line = new ArrayList<>(List.of("serve", "--print-config", client));
    line.addAll(List.of(options));
    return workspace().run(line.toArray(String[]::new));
  }

  /** The program and its arguments in a configuration. */
  private static List<String> words(String client, String configuration) throws Exception {
    JsonNode root =
        client.equals("codex")
            ? new TomlMapper().readTree(configuration)
            : new ObjectMapper().readTree(configuration);
    JsonNode server = root.findValue("attache");
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
  @ValueSource(
      strings = {
        "claude-code",
        "claude-desktop",
        "codex",
        "cursor",
        "gemini",
        "jetbrains",
        "opencode",
        "vscode",
        "zed"
      })
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
  @ValueSource(strings = {"claude-code", "codex", "opencode"})
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

  @Test
  void refusesWhatNoClientStarts() {
    CliRun run = print("zed", "--http", "8808");
    assertThat(run.errLines().get(0))
        .isEqualTo(
            "attache: --print-config is for clients that start the server; with --http, give them"
                + " its URL");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }
}
