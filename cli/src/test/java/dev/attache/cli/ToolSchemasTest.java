package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server's tool promises in its schemas, and what is said if it is not so (SEP-1624). */
@Tag("process")
class ToolSchemasTest {

  @TempDir Path temporary;

  private ServerWorkspace workspace;

  @BeforeEach
  void createWorkspace() throws IOException {
    workspace = ServerWorkspace.in(temporary).withUsers();
    Files.createFile(TestServer.weather(workspace.marker()));
  }

  private CliRun call(String arguments, String... options) {
    var line = new ArrayList<>(List.of("mcp", "call", "test", "weather"));
    line.add(arguments.replace('\'', '"'));
    line.addAll(List.of(options));
    return workspace.run(line.toArray(String[]::new));
  }

  private CliRun tool(String k, String... options) {
    var line = new ArrayList<>(List.of("tool", "call", "test__weather", "{\"k\":\"" + k + "\"}"));
    line.addAll(List.of(options));
    return workspace.run(line.toArray(String[]::new));
  }

  @Test
  void givesStructuredContentWhereThereAreNoBlocks() {
    CliRun only = call("{'k':'only'}");
    assertThat(only.out()).isEqualTo("{\"temperature\":72}\n");
    assertThat(only.err()).isEmpty();
  }

  @Test
  void givesStructuredContentInPlaceOfBlocksWhereTheUserPrefersIt() {
    workspace.withUsers("prefer = 'structured'\n");
    CliRun both = call("{'k':'both'}");
    assertThat(both.out()).isEqualTo("{\"temperature\":72}\n");
    assertThat(both.err()).isEmpty();
    assertThat(tool("both").out()).isEqualTo("{\"temperature\":72}\n");
    assertThat(call("{'k':'none'}").out()).isEqualTo("72F and sunny\n");
  }

  @Test
  void saysThatPromisedContentIsMissing() {
    CliRun none = call("{'k':'none'}");
    assertThat(none.err())
        .isEqualTo(
            "attache: weather: answered without structuredContent, though it has an"
                + " outputSchema\n");
    assertThat(none.exitCode()).isZero();
    assertThat(none.out()).isEqualTo("72F and sunny\n");
    CliRun structured = call("{'k':'none'}", "--structured");
    assertThat(structured.err()).isEqualTo(none.err());
    assertThat(structured.out()).isEmpty();
    assertThat(structured.exitCode()).isEqualTo(ExitCode.FAILED);
    CliRun promised = workspace.run("mcp", "call", "test", "echo", "{}", "--structured");
    assertThat(promised.err()).isEqualTo("attache: echo did not answer with structured content\n");
    assertThat(promised.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void failsWithoutPromisedContentOnlyIfStrict() {
    String line = "answered without structuredContent, though it has an outputSchema";
    CliRun strict = call("{'k':'none'}", "--strict");
    assertThat(strict.out()).isEmpty();
    assertThat(strict.errLines()).containsExactly("attache: weather: " + line);
    assertThat(strict.exitCode()).isEqualTo(ExitCode.FAILED);
    CliRun called = tool("none");
    assertThat(called.out()).isEqualTo("72F and sunny\n");
    assertThat(called.errLines()).containsExactly("attache: test__weather: " + line);
    assertThat(called.exitCode()).isZero();
    CliRun strictly = tool("none", "--strict");
    assertThat(strictly.out()).isEmpty();
    assertThat(strictly.errLines()).containsExactly("attache: test__weather: " + line);
    assertThat(strictly.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void saysWhyItFailedAlsoWhereItIsStrict() {
    CliRun called = workspace.run("mcp", "call", "test", "fail", "{}", "--strict", "--json");
    assertThat(called.out()).isEmpty();
    assertThat(called.errLines())
        .containsExactly("attache: fail failed:", "attache: one", "attache: two");
    assertThat(called.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void sendsNoArgumentsThatDoNotFollowTheSchema() {
    CliRun missing = call("{}");
    assertThat(missing.err())
        .isEqualTo(
            """
            attache: weather failed:
            attache: the arguments of test__weather do not fit: /k is missing
            """);
    assertThat(missing.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(call("{'k':1}").err()).endsWith(" do not fit: /k must be a string\n");
  }

  @Test
  void tellsTheModelWhatDoesNotFollowTheSchema() {
    CliRun bad = tool("bad", "--json");
    String problem =
        "structuredContent does not follow the tool's outputSchema: /temperature must be a number";
    assertThat(bad.out())
        .contains(
            "{\"type\":\"text\",\"text\":\"[" + problem + "]\"}",
            "\"dev.attache/invalidStructured\":true");
    assertThat(bad.errLines()).containsExactly("attache: test__weather: " + problem);
    assertThat(bad.exitCode()).isZero();
    CliRun strict = tool("bad", "--strict");
    assertThat(strict.out()).isEmpty();
    assertThat(strict.errLines()).containsExactlyElementsOf(bad.errLines());
    assertThat(strict.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void callsAToolWhoseNameIsCutInThatOfItsServer() throws IOException {
    String alias = "s".repeat(64);
    Path settings = workspace.workspace().home().resolve("config/attache/config.toml");
    Files.writeString(
        settings,
        Files.readString(settings).replace("[mcp.servers.test]", "[mcp.servers." + alias + "]"));
    String digest = ContentDigest.sha256((alias + "\0link").getBytes(StandardCharsets.UTF_8)).hex();
    CliRun run = workspace.run("tool", "call", "s".repeat(57) + "_" + digest.substring(0, 6));
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("demo://linked");
  }

  @Test
  void callsAToolOfAServerByItsNameWithThatOfTheServer() {
    CliRun both = workspace.run("tool", "call", "test__weather", "{\"k\":\"both\"}");
    assertThat(both.out()).isEqualTo("72F and sunny\n");
    assertThat(both.exitCode()).isZero();
    CliRun none = workspace.run("tool", "call", "test__nothing");
    assertThat(none.errLines().get(0))
        .isEqualTo(
            "attache: no tool test__nothing: none is configured; add one to a [tools.NAME] table");
    CliRun wrong = workspace.run("tool", "call", "test__weather");
    assertThat(wrong.errLines())
        .containsExactly(
            "attache: test__weather failed:",
            "attache: the arguments of test__weather do not fit: /k is missing");
  }
}
