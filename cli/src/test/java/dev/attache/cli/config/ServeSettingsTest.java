package dev.attache.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.CliRun;
import dev.attache.cli.CommandWorkspace;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table {@code [serve]} of the configuration. */
class ServeSettingsTest {

  @TempDir Path temporary;

  private CommandWorkspace workspace;
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void createWorkspace() {
    workspace = CommandWorkspace.in(temporary);
  }

  private ServeSettings load() throws UsageException {
    Map<String, String> environment =
        Map.of("XDG_CONFIG_HOME", workspace.home() + "/config", "HOME", "/x");
    var streams =
        new Streams(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintWriter(err, true),
            false,
            false,
            false,
            environment);
    return Configuration.of(
            ConfigFiles.read(null, environment, workspace.directory()),
            Set.of("file", "http", "https", "cmd", "zip"),
            List.of(),
            new Console(streams, false))
        .serve();
  }

  private void own(String text) {
    workspace.workspace().file("../home/config/attache/config.toml", text);
  }

  @Test
  void isWhatTheUserSets() throws UsageException {
    own(
        """
        [serve]
        allow-attach-from = ["docs.example:8443", "*.corp.example", "zip:"]
        poll = 5
        accept-host = ["box.example", "box.example:8808", "[::1]:8808"]
        accept-origin = ["https://app.example:8443"]
        """);
    ServeSettings settings = load();
    assertThat(err.toString()).isEmpty();
    assertThat(settings.allowsAttach()).as("allowed by naming from where").isTrue();
    assertThat(settings.attachFrom())
        .containsExactly("docs.example:8443", "*.corp.example", "zip:");
    assertThat(settings.poll(60)).isEqualTo(5);
    assertThat(settings.hosts()).containsExactly("box.example", "box.example:8808", "[::1]:8808");
    assertThat(settings.origins()).containsExactly("https://app.example:8443");
  }

  @Test
  void allowsNothingWithoutAnyFile() throws UsageException {
    ServeSettings settings = load();
    assertThat(settings.allowsAttach()).isFalse();
    assertThat(settings.poll(60)).isEqualTo(60);
    assertThat(settings.hosts()).isEmpty();
    assertThat(settings.origins()).isEmpty();
    own("[serve]\nallow-attach = false\n");
    assertThat(load().allowsAttach()).isFalse();
    own("[serve]\nallow-attach = true\n");
    assertThat(load().allowsAttach()).isTrue();
  }

  @Test
  void isNotTheWorkspaces() throws UsageException {
    workspace.workspace().file(".attache/config.toml", "[serve]\nallow-attach = true\n");
    assertThat(load().allowsAttach()).isFalse();
    assertThat(err.toString())
        .isEqualTo(
            "attache: .attache/config.toml:1: [serve] is not used; put it into your own file: "
                + workspace.home()
                + "/config/attache/config.toml\n");
  }

  @Test
  void saysWhatThereIsNot() throws UsageException {
    own("[serve]\nallow-atach = true\ntoken = 'secret'\n");
    load();
    String file = "attache: " + workspace.home() + "/config/attache/config.toml";
    assertThat(err.toString().lines())
        .containsExactly(
            file + ":2: unknown setting allow-atach in [serve]; did you mean allow-attach?",
            file + ":3: unknown setting token in [serve]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          allow-attach = 1               | allow-attach must be true or false
          allow-attach-from = 'a'        | allow-attach-from must be a list of strings, such as ["a", "b"]
          allow-attach-from = ['cmd:']   | allow-attach-from (cmd:) cannot be opened to the model; attach it yourself with --attach
          allow-attach-from = ['MCP:']   | allow-attach-from (MCP:) cannot be opened to the model; attach it yourself with --attach
          allow-attach-from = ['http://x'] | allow-attach-from (http://x) must be a host, not a URL
          allow-attach-from = ['ftp:']   | allow-attach-from (ftp:) has no handler; `attache handlers ls` lists the schemes
          poll = 0                       | poll must be a whole number from 1 to 86400
          accept-host = ['u:p@x']        | accept-host (u:p@x) must be a host name, optionally with a port
          accept-origin = ['app.example'] | accept-origin (app.example) must be an origin, such as https://example.org:8443
          """)
  void refusesWhatBreaksARule(String setting, String message) {
    own("[serve]\n" + setting + "\n");
    CliRun run = workspace.run("serve");
    assertThat(run.errLines().get(0))
        .isEqualTo(
            "attache: " + workspace.home() + "/config/attache/config.toml:2: [serve] " + message);
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void letsNoModelRunTheProgramsOfTheUser() {
    own("[handlers.jira]\ncommand = ['echo', '{uri}']\n\n[serve]\nallow-attach-from = ['jira:']\n");
    String rule = " (jira:) cannot be opened to the model; attach it yourself with --attach";
    assertThat(workspace.run("serve").errLines().get(0))
        .endsWith("config.toml:5: [serve] allow-attach-from" + rule);
    own("[handlers.jira]\ncommand = ['echo', '{uri}']\n");
    assertThat(workspace.run("serve", "--allow-attach-from", "jira:").errLines().get(0))
        .isEqualTo("attache: --allow-attach-from" + rule);
  }
}
