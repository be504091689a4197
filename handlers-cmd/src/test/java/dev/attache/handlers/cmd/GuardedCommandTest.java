package dev.attache.handlers.cmd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.CommandPolicy.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guard and the environment of commands, from a reference to a snapshot. */
@Tag("process")
class GuardedCommandTest {
  private static final CommandPolicy ANYBODY = (uri, invocation, requester) -> Decision.allowed("");

  /** The environment, as it is documented. */
  private static final Map<String, String> SET =
      Map.of(
          "TERM", "dumb",
          "NO_COLOR", "1",
          "PAGER", "cat",
          "GIT_PAGER", "cat",
          "GIT_TERMINAL_PROMPT", "0",
          "GIT_OPTIONAL_LOCKS", "0");

  @TempDir private Path base;

  private final Map<String, String> parent = new TreeMap<>();
  private Checkout checkout;

  @BeforeEach
  void makeCheckout() throws IOException {
    checkout = Checkout.in(base);
    parent.put("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
    parent.put("HOME", checkout.home().toString());
  }

  private List<Outcome> outcomes(Path workspace, String reference) throws IOException {
    var outcomes = new ArrayList<Outcome>();
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(new CommandHandler(parent)))
            .workspace(workspace)
            .configuration("cmd", Map.of("environment", List.of("GIT_CONFIG_NOSYSTEM=1")))
            .service(CommandPolicy.class, ANYBODY)
            .build();
    try (Resolution resolution = resolver.resolve(List.of(reference))) {
      resolution.forEach(outcomes::add);
    }
    return outcomes;
  }

  private Snapshot snapshot(String reference) throws IOException {
    List<Outcome> outcomes = outcomes(checkout.directory(), reference);
    assertThat(outcomes).last().isInstanceOf(Outcome.Resolved.class);
    return ((Outcome.Resolved) outcomes.get(outcomes.size() - 1)).snapshot();
  }

  private String printed(String reference) throws IOException {
    return text(snapshot(reference));
  }

  private static String text(Snapshot snapshot) throws IOException {
    try (var in = snapshot.resource().content().open()) {
      return new String(in.readAllBytes(), ISO_8859_1);
    }
  }

  /** What git prints, run by hand in nothing but the environment that is documented. */
  private String byHand(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of(Checkout.GIT.toString()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(checkout.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(parent);
    builder.environment().putAll(SET);
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    Process git = builder.start();
    byte[] output = git.getInputStream().readAllBytes();
    assertThat(git.waitFor()).isZero();
    return new String(output, ISO_8859_1);
  }

  private void change() throws IOException {
    checkout.write("kept.txt", "one\ntwo\n").write("old name.txt", "a\nb\nc\nd\n");
    checkout.write("bin", "\0\1\2").write("ä", "x\n").commit("first");
    checkout.write("kept.txt", "one\n2\n").commit("second\n\nWith a body: ä, \"quoted\".");
    checkout.git("mv", "old name.txt", "new name.txt");
    checkout.write("staged", "s\n");
    checkout.git("add", "staged");
    checkout.write("kept.txt", "1\n2").write("bin", "\0\2\3").write("ä", "y\r\n");
    checkout.write("untracked", "u\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "diff",
        "diff --cached",
        "diff HEAD",
        "log",
        "log -p --stat",
        "status",
        "status --short",
        "show"
      })
  void printsWhatGitPrintsByHandByteForByteAndWithOneDigest(String command) throws Exception {
    change();
    Snapshot snapshot = snapshot("cmd:git " + command);
    assertThat(text(snapshot)).isNotEmpty().isEqualTo(byHand(command.split(" ")));
    assertThat(snapshot("cmd:git " + command).key()).isEqualTo(snapshot.key());
    assertThat(snapshot.notes()).isEmpty();
  }

  @Test
  void keepsARepositoryFromRunningItsProgramsAndStillShowsTheDiff() throws Exception {
    change();
    String status = byHand("status");
    String diff = byHand("diff");
    checkout.set("core.fsmonitor", checkout.marking("fsmonitor"));
    checkout.set("diff.external", checkout.marking("external"));
    assertThat(printed("cmd:git status")).isEqualTo(status);
    assertThat(printed("cmd:git diff")).isEqualTo(diff);
    assertThat(printed("cmd:sh -c 'git status'")).isEqualTo(status);
    assertThat(checkout.marks()).isEmpty();
    assertThat(snapshot("cmd:git diff").notes())
        .containsExactly(
            "prevented git from running programs that this repository configures: diff.external");
    byHand("diff"); // the control
    assertThat(checkout.marks()).containsExactly("external", "fsmonitor");
  }

  @Test
  void keepsARepositoryBelowFromRunningItsProgramsAndHooks() throws Exception {
    change();
    checkout.set("core.fsmonitor", checkout.marking("fsmonitor"));
    Path hook = Files.createDirectories(checkout.directory().resolve(".git/hooks"));
    Files.copy(Path.of(checkout.marking("hook")), hook.resolve("pre-commit"));
    String script = "cmd:sh -c 'cd work && git diff && git commit -qm x && git status'";
    assertThat(outcomes(base, script)).hasSize(1);
    assertThat(checkout.git("log", "-1", "--format=%s")).isEqualTo("x\n");
    assertThat(checkout.marks()).isEmpty();
  }

  @Test
  void refusesToRunGitWhereItsProgramsCannotBeKnown() throws Exception {
    checkout.set("alias.st", "!" + checkout.marking("alias"));
    checkout.set("includeIf.onbranch:**.path", "broken").write(".git/broken", "[core\n");
    List<Outcome> outcomes = outcomes(checkout.directory(), "cmd:git st");
    assertThat(outcomes).singleElement().isInstanceOf(Outcome.Failed.class);
    Outcome.Failed failed = (Outcome.Failed) outcomes.get(0);
    assertThat(failed.problem().kind() + ": " + failed.problem().message())
        .isEqualTo(
            "DENIED: git was not run: cannot tell which programs this repository's settings name:"
                + " fatal: bad config line 1 in file .git/broken");
    assertThat(checkout.marks()).isEmpty();
  }

  @Test
  void showsWhatGitSaysOfADirectoryThatIsNot() throws Exception {
    Snapshot snapshot = snapshot("cmd:git -C missing status");
    assertThat(text(snapshot)).contains("fatal: cannot change to 'missing'");
    assertThat(snapshot.resource().meta()).containsEntry("dev.attache/exitCode", 128);
  }

  @Test
  void givesCommandsTheDocumentedEnvironmentAndNothingElse() throws Exception {
    parent.putAll(Map.of("LANG", "C", "LC_ALL", "C", "TZ", "UTC", "TMPDIR", "/tmp", "USER", "a"));
    var expected = new TreeMap<>(parent);
    expected.putAll(SET);
    expected.put("GIT_CONFIG_NOSYSTEM", "1");
    expected.put("GIT_CONFIG_COUNT", "2");
    expected.put("GIT_CONFIG_KEY_0", "core.fsmonitor");
    expected.put("GIT_CONFIG_VALUE_0", "false");
    expected.put("GIT_CONFIG_KEY_1", "core.hookspath");
    expected.put("GIT_CONFIG_VALUE_1", "/dev/null");
    parent.putAll(Map.of("AWS_SECRET_ACCESS_KEY", "s", "EDITOR", "vi", "GIT_DIR", "/x"));
    assertThat(printed("cmd:env").lines().sorted())
        .containsExactlyElementsOf(
            expected.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .sorted()
                .toList());
  }

  @Test
  void looksNoProgramUpInTheWorkspace() throws Exception {
    parent.put("PATH", ".:bin::" + parent.get("PATH"));
    for (String place : List.of("", "bin/")) {
      checkout.write(place + "git", Files.readString(Path.of(checkout.marking("git"))));
      Files.setPosixFilePermissions(
          checkout.directory().resolve(place + "git"),
          PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    assertThat(printed("cmd:git --version")).startsWith("git version ");
    assertThat(printed("cmd:sh -c 'git --version'")).startsWith("git version ");
    assertThat(checkout.marks()).isEmpty();
  }
}
