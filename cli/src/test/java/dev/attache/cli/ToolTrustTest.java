package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attache trust} for tools that a workspace defines. */
@Tag("process")
class ToolTrustTest {

  private static final Path ECHO = CommandWorkspace.program("echo");

  private static final String HELLO =
      "[tools.hello]\ncommand = ['echo', 'hello', '{tool.arguments.name}']\n";

  @TempDir Path temporary;

  private CommandWorkspace workspace;

  @BeforeEach
  void createWorkspace() {
    workspace = CommandWorkspace.in(temporary);
    defining(HELLO);
  }

  private void defining(String toml) {
    workspace.workspace().file(".attache/config.toml", toml);
  }

  private String effect() {
    return "  (runs " + ECHO + " in " + workspace.directory() + ")\n";
  }

  private static final String LABEL = "hello: echo hello {tool.arguments.name}";

  private void assertDenied() {
    CliRun run = workspace.run("tool", "call", "hello", "{\"name\": \"you\"}");
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("hello: is defined by the workspace and is not trusted");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  private void assertRuns(String name) {
    CliRun run = workspace.run("tool", "call", "hello", "{\"name\": \"" + name + "\"}");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("hello " + name + "\n");
  }

  @Test
  void givesListsAndTakesBackTrust() {
    assertDenied();
    CliRun added = workspace.run("trust", "add", "tool:hello");
    assertThat(added.err()).isEmpty();
    assertThat(added.out()).isEqualTo("trusted: " + LABEL + effect());
    assertThat(workspace.run("trust", "add", "tool:hello").out())
        .isEqualTo("already trusted: " + LABEL + effect());
    assertThat(workspace.run("trust", "ls").outLines().get(1))
        .contains("  tool     ")
        .endsWith("  " + LABEL);
    assertThat(workspace.run("trust", "ls", "--json").json().get(0).get("tool").asText())
        .isEqualTo(LABEL);
    CliRun removed = workspace.run("trust", "rm", "tool:hello");
    assertThat(removed.err()).isEmpty();
    assertThat(removed.out()).isEqualTo("forgotten: " + LABEL + effect());
    assertDenied();
  }

  @Test
  void holdsWhateverTheToolIsCalledWith() {
    workspace.run("trust", "add", "tool:hello");
    assertRuns("you");
    assertRuns("a b $(id)");
  }

  @Test
  void endsWhenTheDefinitionChanges() {
    String[] others = {
      HELLO.replace("'hello',", "'hello', 'dear',"),
      HELLO + "description = 'Says hello.'\n",
      HELLO + "environment = ['TOKEN']\n",
      HELLO + "timeout = 3\n",
      HELLO + "schema = {type = 'object'}\noptions = {a = 1}\n",
      HELLO + "schema = {type = 'object', required = ['name']}\n",
    };
    for (String other : others) {
      defining(HELLO);
      workspace.run("trust", "add", "tool:hello");
      assertRuns("you");
      defining(other);
      assertDenied();
    }
    defining(HELLO + "permission = 'deny'\n[tools.hello.questions.q]\nanswer = 1\n");
    assertRuns("you");
  }

  @Test
  void isNotTrustInTheSameCommandLine() {
    workspace.run("trust", "add", "cmd://echo?arg=hello&arg=%7Btool.arguments.name%7D");
    assertDenied();
    workspace.withUser("[cmd]\ntrust = ['echo *']\n", "a.txt");
    assertDenied();
  }

  @Test
  void isInvolvedInWhatIsDeclared() {
    assertThat(workspace.run("trust", "add", "--declared", "--yes").out())
        .isEqualTo("trusted: " + LABEL + effect());
    assertThat(workspace.run("trust", "rm", "--declared").out())
        .isEqualTo("forgotten: " + LABEL + effect());
    CliRun asked = workspace.answering("y\n").run("trust", "add", "--declared", "--json");
    assertThat(asked.err())
        .startsWith(
            "attache: .attache/config.toml defines the tool hello: echo hello"
                + " {tool.arguments.name}\nruns "
                + ECHO
                + " in "
                + workspace.directory()
                + ", whatever it is called with\narguments: {\"type\":\"object\"}\nTrust it? [y/N] ");
    assertThat(asked.json().get(0).get("state").asText()).isEqualTo("trusted");
    assertThat(asked.json().get(0).get("tool").asText()).isEqualTo(LABEL);
  }

  @Test
  void showsAllThatATrustedToolIsGiven() {
    defining(
        HELLO
            + "description = 'Says \"hello\".'\nenvironment = ['TOKEN=a']\noptions = {loud = true}\n");
    assertThat(workspace.answering("n\n").run("tool", "call", "hello", "--no-progress").errLines())
        .containsSequence(
            "description: Says \"hello\".",
            "arguments: {\"type\":\"object\"}",
            "options: {\"loud\":true}",
            "environment: [\"TOKEN=a\"]");
  }

  @Test
  void saysWhatIsNotThereOrNeedsNoTrust() {
    workspace.withUser("[tools.mine]\ncommand = ['date']\n", "a.txt");
    CliRun run = workspace.run("trust", "add", "tool:no", "tool:mine");
    assertThat(run.errLines())
        .containsExactly(
            "attache: tool:no: unknown tool; `attache tool ls` lists them",
            "attache: tool:mine: is your own, and needs no trust");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void startsAProgramOfTheWorkspaceOnceItIsTrusted() throws IOException {
    workspace.workspace().file("tools/hi.sh", "#!/bin/sh\necho hi from \"$PWD\"\n");
    Files.setPosixFilePermissions(
        workspace.directory().resolve("tools/hi.sh"), PosixFilePermissions.fromString("rwx------"));
    defining("[tools.hi]\ncommand = ['tools/hi.sh']\n");
    assertThat(workspace.run("tool", "call", "hi").exitCode()).isEqualTo(ExitCode.FAILED);
    workspace.run("trust", "add", "tool:hi");
    assertThat(workspace.run("tool", "call", "hi").out())
        .isEqualTo("hi from " + workspace.directory() + "\n");
  }
}
