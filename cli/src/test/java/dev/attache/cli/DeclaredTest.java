package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What configurations declare, and what of it may run. */
@Tag("process")
class DeclaredTest {

  private static final Path ECHO = CommandWorkspace.program("echo");

  @TempDir Path temporary;

  private CommandWorkspace workspace;

  @BeforeEach
  void createWorkspace() {
    workspace = CommandWorkspace.in(temporary);
    workspace.workspace().file("a.txt", "a").file("b.txt", "b").file("c.txt", "c");
  }

  private static List<String> names(CliRun run) {
    return run.snapshots().stream().map(each -> each.get("name").asText()).toList();
  }

  private List<String> attached(String... line) {
    return names(workspace.run(line));
  }

  private String denial(String command) {
    return "is declared by the workspace and is not trusted; to allow it: attache trust add '"
        + command
        + "' --workspace "
        + workspace.directory();
  }

  @Test
  void isAttachedBeforeWhatIsTyped() {
    workspace.declaring("b.txt").withUser("", "a.txt");
    assertThat(attached("resolve", "--json", "--declared", "c.txt"))
        .containsExactly("a.txt", "b.txt", "c.txt");
    assertThat(attached("resolve", "--json", "--declared")).containsExactly("a.txt", "b.txt");
    assertThat(attached("resolve", "--json", "c.txt")).containsExactly("c.txt");
    assertThat(attached("plan", "--json", "--declared")).containsExactly("a.txt", "b.txt");
  }

  @Test
  void givesWayToWhatIsTyped() {
    workspace.declaring("*.txt", "!c.txt");
    assertThat(attached("resolve", "--json", "--declared", "!a.txt")).containsExactly("b.txt");
    assertThat(attached("resolve", "--json", "--declared", "c.txt"))
        .containsExactly("a.txt", "b.txt", "c.txt");
  }

  @Test
  void mayBeNothing() {
    CliRun run = workspace.run("resolve", "--declared");
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            "attache: no attachments are configured: no configuration has [conversation]"
                + " attachments\n");
    assertThat(run.exitCode()).isZero();
    assertThat(attached("resolve", "--json", "--declared", "c.txt")).containsExactly("c.txt");
  }

  @Test
  void isNoConsentToReadSecretsUnlessTheUserDeclaresIt() {
    workspace.workspace().file(".env", "A=1\n");
    workspace.declaring(".env", "a.txt");
    CliRun run = workspace.run("resolve", "--json", "--declared");
    assertThat(names(run)).containsExactly("a.txt");
    assertThat(run.err())
        .isEqualTo(
            "attache: .env: skipped, sensitive: it often contains secrets; name it yourself to"
                + " include it\n");
    assertThat(attached("resolve", "--json", "--declared", "./.env"))
        .containsExactly("a.txt", ".env");
    workspace.withUser("", ".env");
    assertThat(attached("resolve", "--json", "--declared")).containsExactly(".env", "a.txt");
  }

  @Test
  void runsNothingThatIsNotTrusted() {
    workspace.declaring("cmd:echo hello", "a.txt");
    CliRun run = workspace.run("resolve", "--json", "--declared");
    assertThat(names(run)).containsExactly("a.txt");
    assertThat(run.err()).startsWith("attache: ").endsWith(denial("cmd:echo hello") + "\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void runsWhatTheUserDeclaresOrTypes() {
    workspace.withUser("", "cmd:echo hello").declaring("cmd:echo typed");
    CliRun run = workspace.run("resolve", "--json", "--declared", "cmd:echo typed");
    assertThat(run.err()).isEmpty();
    assertThat(run.json().stream().map(each -> each.get("text").asText()))
        .containsExactly("hello\n", "typed\n");
  }

  @Test
  void runsWhatWasTrusted() {
    workspace.declaring("cmd:echo hello");
    workspace.run("trust", "add", "cmd://echo?arg=hello");
    assertThat(attached("resolve", "--json", "--declared")).containsExactly("echo hello");
    workspace.run("trust", "rm", "--declared");
    assertThat(attached("resolve", "--json", "--declared")).isEmpty();
  }

  @Test
  void runsWhatThePatternsOfTheUserAllowButNotThoseOfTheWorkspace() {
    workspace.declaring("cmd:echo hello").withUser("[cmd]\ntrust = ['echo *']\n", "a.txt");
    assertThat(attached("resolve", "--json", "--declared")).containsExactly("a.txt", "echo hello");
    workspace.withUser("", "a.txt");
    workspace
        .workspace()
        .file(
            ".attache/config.toml",
            "conversation.attachments = ['cmd:echo hello']\ncmd.trust = ['echo *']\n");
    assertThat(attached("resolve", "--json", "--declared")).containsExactly("a.txt");
  }

  @ParameterizedTest
  @ValueSource(strings = {"y\n", "Y\nmore", " yes \r\n"})
  void isTrustedOnceTheUserSaysYes(String answer) {
    workspace.declaring("cmd:echo hello").answering(answer);
    CliRun run = workspace.run("resolve", "--json", "--no-progress", "--declared");
    assertThat(names(run)).containsExactly("echo hello");
    assertThat(run.err())
        .isEqualTo(
            "attache: .attache/config.toml declares the command: echo hello\nruns "
                + ECHO
                + " in "
                + workspace.directory()
                + "\nTrust it? [y/N] ");
    assertThat(run.exitCode()).isZero();
    workspace.workspace().standardInput(new Untouchable());
    assertThat(attached("resolve", "--json", "--declared")).containsExactly("echo hello");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "n\n", "", "yesterday\n", "\u00ff\n"})
  void isDeniedIfTheUserSaysAnythingElse(String answer) {
    workspace.declaring("cmd:echo hello").answering(answer);
    CliRun run = workspace.run("resolve", "--json", "--no-progress", "--declared");
    assertThat(run.snapshots()).isEmpty();
    assertThat(run.json().get(0).at("/failed/kind").asText()).isEqualTo("DENIED");
    assertThat(run.err()).contains("Trust it? [y/N] ").endsWith(denial("cmd:echo hello") + "\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.trusted()).isEmpty();
  }

  @Test
  void isAskedAboutOnlyWhereItIsNeeded() {
    workspace.declaring("cmd:echo a", "cmd:echo b", "cmd:echo c", "a.txt");
    workspace.run("trust", "add", "cmd:echo a");
    workspace.answering("y\n");
    CliRun run = workspace.run("resolve", "--json", "--no-progress", "--declared", "!cmd:echo c");
    assertThat(names(run)).containsExactly("echo a", "echo b", "a.txt");
    assertThat(run.errLines()).hasSize(3);
    assertThat(run.err()).contains("declares the command: echo b\n");
  }

  @Test
  void isNotAskedAboutWhereNobodyCanAnswer() {
    workspace.declaring("cmd:echo hello").answering("y\n");
    for (String[] line :
        new String[][] {
          {"resolve", "--declared", "-"},
          {"resolve", "--declared", "--from=-"},
          {"resolve", "a.txt"},
          {"plan", "--declared"}
        }) {
      assertThat(workspace.answering("y\n").run(line).err()).doesNotContain("Trust it?");
    }
    assertThat(workspace.answering("y\n").run("resolve", "--declared", "-").out()).contains("y\n");
    assertThat(workspace.trusted()).isEmpty();
  }

  @Test
  void saysThatTrustCountsForNothing() throws IOException {
    workspace.declaring("cmd:echo hello").run("trust", "add", "cmd:echo other");
    Files.writeString(workspace.trust(), "broken\n");
    String problem =
        "attache: " + workspace.trust() + ":1: is not a whole JSON object; it is ignored";
    for (String command : List.of("resolve", "plan")) {
      assertThat(workspace.run(command, "--declared").errLines()).startsWith(problem);
    }
    assertThat(workspace.run("resolve", "a.txt").err()).isEmpty();
  }

  @Test
  void isPlannedWithWhatWouldRun() {
    workspace.declaring("cmd:echo a", "cmd:echo b").run("trust", "add", "cmd:echo a");
    CliRun run = workspace.run("plan", "--declared", "cmd://echo?arg=c%20d");
    String in = " in " + workspace.directory() + ": ";
    assertThat(run.outLines())
        .containsExactly(
            "ACTION      BYTES   ≈TOKENS  TYPE                      PATH",
            "attach          ?         ?  ?                         cmd://echo?arg=a",
            "        runs " + ECHO + " a" + in + "you trusted it on " + today(),
            "deny            ?         ?  ?                         cmd://echo?arg=b",
            "        would run " + ECHO + " b" + in + denial("cmd:echo b"),
            "attach          ?         ?  ?                         cmd://echo?arg=c%20d",
            "        runs " + ECHO + " 'c d'" + in + "you named it",
            "2 to attach, 0 B and 2 of unknown size, ≈ 0 tokens as a prompt; 0 skipped, 1 denied");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  private static String today() {
    return LocalDate.now(ZoneOffset.UTC).toString();
  }

  @Test
  void isPlannedForPrograms() {
    workspace.declaring("cmd:echo b");
    List<JsonNode> rows = workspace.run("plan", "--declared", "--json", "cmd:echo", "a.txt").json();
    assertThat(rows.get(0).get("action").asText()).isEqualTo("deny");
    assertThat(rows.get(0).get("command").toString())
        .isEqualTo(
            "{\"program\":\"echo\",\"path\":\""
                + ECHO
                + "\",\"arguments\":[\"b\"],\"directory\":\""
                + workspace.directory()
                + "\",\"decision\":\"deny\",\"why\":\""
                + denial("cmd:echo b")
                + "\"}");
    assertThat(rows.get(1).get("action").asText()).isEqualTo("attach");
    assertThat(rows.get(1).get("command").get("decision").asText()).isEqualTo("run");
    assertThat(rows.get(1).get("command").get("why").asText()).isEqualTo("you named it");
    assertThat(rows.get(2).has("command")).isFalse();
  }

  @Test
  void isSaidToBeDeniedWhereAPlanIsStrict() {
    workspace.declaring("cmd:echo b");
    CliRun run = workspace.run("plan", "--declared", "--strict");
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).isEqualTo("attache: echo b: " + denial("cmd:echo b") + "\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void startsNothingInAPlan() {
    workspace.run("plan", "cmd:touch touched");
    assertThat(workspace.directory().resolve("touched")).doesNotExist();
  }
}
