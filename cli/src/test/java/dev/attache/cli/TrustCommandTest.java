package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attache trust} for commands. */
class TrustCommandTest {

  private static final Path ECHO = CommandWorkspace.program("echo");

  @TempDir Path temporary;

  private CommandWorkspace workspace;

  @BeforeEach
  void createWorkspace() {
    workspace = CommandWorkspace.in(temporary);
  }

  private String line(String state, String command) {
    return state + ": " + command + "  (runs " + ECHO + " in " + workspace.directory() + ")";
  }

  private static void assertIsGood(CliRun run, String... lines) {
    assertThat(run.err()).isEmpty();
    assertThat(run.outLines()).containsExactly(lines);
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void trustsWhatIsTyped() {
    assertIsGood(
        workspace.run("trust", "add", "cmd:echo a  b", "cmd://echo?arg=%20x%27"),
        line("trusted", "echo a b"),
        line("trusted", "echo ' x'\\'''"));
    assertThat(workspace.trusted()).containsExactly("echo a b", "echo ' x'\\'''");
    assertIsGood(
        workspace.run("trust", "add", "cmd://echo?arg=a&arg=b"),
        line("already trusted", "echo a b"));
  }

  @Test
  void forgetsIt() {
    workspace.run("trust", "add", "cmd:echo a", "cmd:echo b");
    assertIsGood(workspace.run("trust", "rm", "cmd://echo?arg=a"), line("forgotten", "echo a"));
    assertThat(workspace.trusted()).containsExactly("echo b");
  }

  @Test
  void saysThatThereWasNoTrustToForget() {
    workspace.withUser("[cmd]\ntrust = ['echo b']\n", "a.txt");
    CliRun run = workspace.run("trust", "rm", "cmd:echo a", "cmd:echo b");
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines())
        .containsExactly(
            "attache: echo a: is not trusted",
            "attache: echo b: is not trusted, but still runs: [cmd] trust allows it: echo" + " b");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void saysThatForgettingDoesNotKeepItFromRunning() {
    workspace.withUser("[cmd]\ntrust = ['echo *']\n", "a.txt").run("trust", "add", "cmd:echo a");
    CliRun run = workspace.run("trust", "rm", "cmd:echo a");
    assertThat(run.outLines()).containsExactly(line("forgotten", "echo a"));
    assertThat(run.err()).isEqualTo("attache: echo a: still runs: [cmd] trust allows it: echo *\n");
    assertThat(run.exitCode()).isZero();
  }

  private String digest(int index) {
    return workspace.run("trust", "ls", "--json").json().get(index).get("digest").asText();
  }

  @Test
  void forgetsByItsIdWhatIsNotThereAnyMore() throws IOException {
    Path script = workspace.directory().resolve("run.sh");
    workspace.workspace().file("run.sh", "#!/bin/sh\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    workspace.run("trust", "add", "cmd:./run.sh", "cmd:echo a");
    Files.delete(script);
    CliRun gone = workspace.run("trust", "rm", "cmd:./run.sh");
    assertThat(gone.errLines()).hasSize(2);
    assertThat(gone.err())
        .endsWith(
            "attache: revoke trust in a jar that no longer exists by its ID in `attache trust"
                + " ls`\n");
    assertThat(gone.exitCode()).isEqualTo(ExitCode.FAILED);
    String id = workspace.run("trust", "ls").outLines().get(1).substring(0, 12);
    assertThat(digest(0)).startsWith("sha256:" + id);
    assertIsGood(
        workspace.run("trust", "rm", id),
        "forgotten: ./run.sh  (in " + workspace.directory() + ")");
    assertThat(workspace.trusted()).containsExactly("echo a");
  }

  @Test
  void forgetsByAnyClearBeginningOfADigest() {
    for (int length : new int[] {"sha256:".length() + 6, "sha256:".length() + 64}) {
      workspace.run("trust", "add", "cmd:echo a", "cmd:echo b");
      String id = digest(1).substring(0, length);
      assertThat(workspace.run("trust", "rm", id).exitCode()).isZero();
      assertThat(workspace.trusted()).containsExactly("echo a");
      workspace.run("trust", "add", "cmd:echo b");
      CliRun run = workspace.run("trust", "rm", "--json", id.substring("sha256:".length()));
      assertThat(run.json().get(0).fieldNames())
          .toIterable()
          .containsExactly("state", "command", "directory", "digest");
      assertThat(run.json().get(0).get("state").asText()).isEqualTo("forgotten");
      assertThat(workspace.trusted()).containsExactly("echo a");
    }
  }

  @Test
  void forgetsNothingByAnIdThatIsNotClear() throws IOException {
    workspace.run("trust", "add", "cmd:echo a");
    String hex = digest(0).substring("sha256:".length());
    String other = hex.substring(0, 63) + (hex.endsWith("0") ? "1" : "0");
    String line = Files.readString(workspace.trust());
    Files.writeString(workspace.trust(), line + line + line.replace(hex, other));
    CliRun run = workspace.run("trust", "rm", hex.substring(0, 12));
    assertThat(run.err())
        .isEqualTo(
            "attache: "
                + hex.substring(0, 12)
                + ": several IDs start with this; give more digits: "
                + hex
                + ", "
                + other
                + "\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.run("trust", "rm", other).exitCode()).isZero();
    assertThat(workspace.run("trust", "rm", hex.substring(0, 12)).exitCode()).isZero();
    assertThat(workspace.trusted()).isEmpty();
  }

  @Test
  void knowsAnIdOnlyWhereThereIsTrustAndItIsLongEnough() {
    workspace.run("trust", "add", "cmd:echo a");
    String id = digest(0).substring("sha256:".length());
    String tooShort = id.substring(0, 5);
    String unknown = id.substring(0, 6).replaceFirst("^.", id.startsWith("0") ? "1" : "0");
    assertThat(workspace.run("trust", "rm", tooShort, unknown).errLines())
        .containsExactlyInAnyOrder(
            "attache: "
                + tooShort
                + ": is not a command ('cmd:make test'), tool (tool:lint), server (mcp+docs+), jar (git.jar) or ID (6"
                + " or more digits of one in `attache trust ls`)",
            "attache: " + unknown + ": no trusted item has this ID");
    assertThat(workspace.run("trust", "add", id).errLines())
        .containsExactly(
            "attache: "
                + id
                + ": is not a command ('cmd:make test'), tool (tool:lint), server (mcp+docs+) or jar (git.jar)");
    assertThat(workspace.trusted()).containsExactly("echo a");
  }

  @Test
  void saysThatAnExclusionMakesNoSense() {
    CliRun run = workspace.run("trust", "add", "!cmd:echo a", "cmd:echo b");
    assertThat(run.err())
        .isEqualTo(
            "attache: !cmd:echo a: exclusions are not supported here; revoke trust with attache"
                + " trust rm\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.trusted()).containsExactly("echo b");
  }

  @Test
  void showsExactlyWhatWasTrustedToPrograms() {
    JsonNode json = workspace.run("trust", "add", "--json", "cmd:echo a b").json().get(0);
    assertThat(json.toString())
        .isEqualTo(
            "{\"state\":\"trusted\",\"command\":\"echo a b\",\"program\":\"echo\",\"path\":\""
                + ECHO
                + "\",\"arguments\":[\"a\",\"b\"],\"directory\":\""
                + workspace.directory()
                + "\",\"digest\":\""
                + json.get("digest").asText()
                + "\"}");
    JsonNode listed = workspace.run("trust", "ls", "--json").json().get(0);
    assertThat(listed.fieldNames())
        .toIterable()
        .containsExactly("kind", "digest", "directory", "command", "when");
    assertThat(listed.get("digest")).isEqualTo(json.get("digest"));
    assertThat(listed.get("kind").asText()).isEqualTo("command");
  }

  @Test
  void listsWhatIsTrustedInAllWorkspaces() {
    assertIsGood(
        workspace.run("trust", "ls"),
        "ID            TRUSTED ON  KIND     DIRECTORY                                 WHAT");
    workspace.run("trust", "add", "cmd:echo a");
    List<String> lines = workspace.run("trust", "ls", "--workspace=/").outLines();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1))
        .startsWith(digest(0).substring("sha256:".length(), "sha256:".length() + 12) + "  ")
        .contains("  " + LocalDate.now(ZoneOffset.UTC).getYear() + "-")
        .contains("  " + workspace.directory() + "  ")
        .endsWith("  echo a");
  }

  @Test
  void trustsAllThatTheWorkspaceDeclares() {
    workspace.declaring("a.txt", "cmd:echo a", "cmd:echo b", "cmd:echo c", "!cmd:echo b");
    workspace.withUser("", "cmd:echo user");
    assertIsGood(
        workspace.run("trust", "add", "--declared", "--yes"),
        line("trusted", "echo a"),
        line("trusted", "echo c"));
    workspace.run("trust", "rm", "cmd:echo a");
    assertIsGood(
        workspace.run("trust", "rm", "--declared"),
        line("not trusted", "echo a"),
        line("forgotten", "echo c"));
  }

  private void assertNobodyCanBeAsked(CliRun run) {
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            "attache: cannot ask about each command, tool and server without a terminal; review attache"
                + " plan --declared and attache tool ls, then add --yes\n"
                + "attache: see attache help trust add\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(workspace.trusted()).isEmpty();
  }

  @Test
  void trustsNothingUnaskedThatIsDeclared() {
    workspace.declaring("cmd:echo a");
    assertNobodyCanBeAsked(workspace.run("trust", "add", "--declared"));
    assertNobodyCanBeAsked(workspace.run("trust", "add", "--declared", "cmd:echo b"));
    workspace.workspace().redirected();
    assertNobodyCanBeAsked(workspace.run("trust", "add", "--declared"));
  }

  @Test
  void asksNobodyWhoDoesNotSeeTheQuestion() {
    workspace.declaring("cmd:echo a").answering("y\n").workspace().unseen();
    assertNobodyCanBeAsked(workspace.run("trust", "add", "--declared"));
    assertThat(workspace.run("resolve", "--declared").err()).doesNotContain("Trust it?");
    assertThat(workspace.trusted()).isEmpty();
  }

  @Test
  void doesNotAskWhereTheAnswerIsGiven() {
    workspace.declaring("cmd:echo a").workspace().answering("").standardInput(new Untouchable());
    assertIsGood(workspace.run("trust", "add", "--declared", "--yes"), line("trusted", "echo a"));
  }

  @Test
  void needsToKnowWhatTheAnswerIsTo() {
    CliRun run = workspace.run("trust", "add", "--yes", "cmd:echo a");
    assertThat(run.errLines().get(0)).isEqualTo("attache: --yes needs --declared or a jar");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(workspace.trusted()).isEmpty();
  }

  @Test
  void repeatsNoSecretsOfWhatIsTyped() {
    String redacted = "echo https://REDACTED@example.org/";
    assertIsGood(
        workspace.run("trust", "add", "cmd:echo https://u:p@example.org/"),
        line("trusted", redacted));
    assertIsGood(
        workspace.run("trust", "rm", "cmd:echo https://u:p@example.org/"),
        line("forgotten", redacted));
    assertThat(workspace.run("trust", "rm", "cmd:echo https://u:p@example.org/").err())
        .isEqualTo("attache: " + redacted + ": is not trusted\n");
  }

  @Test
  void asksAboutWhatIsDeclaredOnATerminal() {
    workspace.declaring("cmd:echo a", "cmd:echo b", "cmd:echo c").answering("y\nn\n");
    CliRun run = workspace.run("trust", "add", "--declared");
    assertThat(run.outLines())
        .containsExactly(
            line("trusted", "echo a"),
            line("not trusted", "echo b"),
            line("not trusted", "echo c"));
    String runs = "runs " + ECHO + " in " + workspace.directory() + "\nTrust it? [y/N] ";
    assertThat(run.err())
        .isEqualTo(
            "attache: .attache/config.toml declares the command: echo a\n"
                + runs
                + "attache: .attache/config.toml declares the command: echo b\n"
                + runs
                + "attache: .attache/config.toml declares the command: echo c\n"
                + runs
                + "\n");
    assertThat(run.exitCode()).isZero();
    assertThat(workspace.trusted()).containsExactly("echo a");
  }

  @Test
  void hidesNothingOfWhatItAsksAbout() {
    String script = "https://u:p@example.org/?token=$(reboot)";
    workspace.declaring(
        "cmd://echo?arg=https%3A%2F%2Fu%3Ap%40example.org%2F%3Ftoken%3D%24(reboot)");
    CliRun run = workspace.answering("y\n").run("trust", "add", "--declared");
    assertThat(run.err()).contains("declares the command: echo '" + script + "'\n");
    assertThat(run.out() + workspace.run("trust", "ls").out()).doesNotContain("u:p", "reboot");
  }

  @Test
  void doesNotAskAboutWhatWasTyped() {
    workspace.answering("n\n");
    assertIsGood(workspace.run("trust", "add", "cmd:echo a"), line("trusted", "echo a"));
  }

  @Test
  void saysThatNothingIsDeclared() {
    CliRun run = workspace.run("trust", "add", "--declared", "--yes");
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo("attache: .attache/config.toml declares no commands, no servers and no tools\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void refusesWhatIsNoCommand() {
    CliRun run = workspace.run("trust", "add", "a.txt", "https://u:p@example.org/", "cmd:echo a");
    assertThat(run.errLines())
        .containsExactly(
            "attache: a.txt: is not a command ('cmd:make test'), tool (tool:lint), server (mcp+docs+) or jar"
                + " (git.jar)",
            "attache: https://REDACTED@example.org/: is not a command ('cmd:make test'), tool (tool:lint), server"
                + " (mcp+docs+) or jar (git.jar)");
    assertThat(run.outLines()).containsExactly(line("trusted", "echo a"));
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void saysWhichProgramIsMissing() {
    CliRun run = workspace.run("trust", "add", "cmd:no-such-program-anywhere a");
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("no-such-program-anywhere");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void needsToKnowWhatToForget() {
    CliRun run = workspace.run("trust", "rm");
    assertThat(run.errLines())
        .containsExactly(
            "attache: missing argument: TRUSTED (or --declared)",
            "attache: see attache help trust rm");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void needsAPlace() {
    workspace.workspace().environment(Map.of("XDG_STATE_HOME", "relative", "HOME", ""));
    CliRun run = workspace.run("trust", "add", "cmd:echo a");
    assertThat(run.err())
        .isEqualTo(
            "attache: no place to record what you trust; set HOME or XDG_STATE_HOME to a"
                + " directory\n");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.run("trust", "ls").exitCode()).isZero();
  }

  @Test
  void keepsItBelowTheHomeDirectoryOtherwise() throws IOException {
    Path home = Files.createDirectory(workspace.directory().resolveSibling("h"));
    workspace.workspace().environment(Map.of("HOME", home.toString()));
    assertThat(workspace.run("trust", "add", "cmd:echo a").exitCode()).isZero();
    assertThat(home.resolve(".local/state/attache/trust.jsonl")).exists();
  }

  @Test
  void saysWhatCountsForNothing() throws IOException {
    workspace.run("trust", "add", "cmd:echo a");
    Files.writeString(workspace.trust(), "{\n" + Files.readString(workspace.trust()));
    CliRun broken = workspace.run("trust", "ls");
    assertThat(broken.err())
        .isEqualTo(
            "attache: " + workspace.trust() + ":1: is not a whole JSON object; it is ignored\n");
    assertThat(broken.outLines()).hasSize(2);
    assertThat(broken.exitCode()).isEqualTo(ExitCode.FAILED);
    Files.setPosixFilePermissions(workspace.trust(), PosixFilePermissions.fromString("rw-rw-rw-"));
    String problem =
        "attache: "
            + workspace.trust()
            + " can be changed by others and is ignored; review it, then run: chmod go-w "
            + workspace.trust()
            + "\n";
    assertThat(workspace.run("trust", "ls").err()).isEqualTo(problem);
    assertThat(workspace.run("trust", "add", "cmd:echo b").err()).isEqualTo(problem);
  }

  @Test
  void showsNothingThatATerminalMustNotSee() {
    String evil = "cmd://echo?arg=%1B%5B31m%E2%80%AE%0Ax";
    workspace.declaring(evil).answering("y\n");
    CliRun run = workspace.run("trust", "add", "--declared");
    assertThat(run.out() + run.err()).doesNotContain("\u001b", "\u202e");
    assertThat(run.errLines().get(0))
        .isEqualTo(
            "attache: .attache/config.toml declares the command: echo"
                + " $'\\x1b[31m\\u202e\\nx'");
    assertThat(workspace.run("trust", "ls").outLines()).hasSize(2);
  }
}
