package dev.attache.handlers.cmd.git;

import static dev.attache.test.LongWait.PATIENCE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.cmd.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class GitGuardTest {
  private static final String KEPT =
      "prevented git from running programs that this repository configures: ";

  private static final Map<String, String> FIXED = new LinkedHashMap<>();

  static {
    FIXED.put("GIT_CONFIG_KEY_0", "core.fsmonitor");
    FIXED.put("GIT_CONFIG_VALUE_0", "false");
    FIXED.put("GIT_CONFIG_KEY_1", "core.hookspath");
    FIXED.put("GIT_CONFIG_VALUE_1", "/dev/null");
    FIXED.put("GIT_CONFIG_COUNT", "2");
  }

  @TempDir private Path base;

  private Checkout checkout;

  @BeforeEach
  void makeCheckout() throws IOException {
    checkout = Checkout.in(base).write("a.txt", "one\n").write("b.bin", "\0\1").commit("first");
    checkout.write("a.txt", "two\n").write("b.bin", "\0\2").write("new.txt", "new\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status",
        "status --short",
        "diff",
        "diff --stat",
        "diff --cached",
        "log -p",
        "show",
        "blame -s a.txt",
        "branch -vv",
        "grep o",
        "ls-files --stage",
        "archive --format=tar HEAD",
        "diff --exit-code",
        "no-such-subcommand"
      })
  void changesNothingThatGitPrintsInAnOrdinaryRepository(String command) {
    assertThat(checkout.guarded(command.split(" ")))
        .isEqualTo(checkout.unguarded(command.split(" ")));
    assertThat(checkout.guard(command.split(" ")).note()).isNull();
    assertThat(checkout.guard(command.split(" ")).arguments()).containsExactly(command.split(" "));
  }

  @Test
  void asksNothingWhereThereIsNoRepositoryAndStillSaysWhatHoldsForAll() {
    GitReader none =
        (directory, environment, arguments, wanted) -> {
          throw new AssertionError("git must not be asked");
        };
    GitGuard guard = GitGuard.of(Path.of("/bin/ls"), List.of("-l"), base, Map.of(), none);
    assertThat(guard.variables()).containsExactlyEntriesOf(FIXED);
    assertThat(guard.arguments()).containsExactly("-l");
    assertThat(guard.note()).isNull();
    assertThat(guard.refusal()).isNull();
  }

  @Test
  void saysWhatHoldsForAllAlsoWhereNoGitIsFound() {
    var guard = GitGuard.of(Path.of("/bin/ls"), List.of(), checkout.directory(), Map.of(), null);
    assertThat(guard.variables()).containsExactlyEntriesOf(FIXED);
  }

  @Test
  void printsTheDiffItselfAndSaysSoWhereTheRepositorySetsAProgramForThat() throws IOException {
    String plain = checkout.git("diff");
    checkout.set("diff.external", checkout.marking("external"));
    checkout.set("diff.x.textconv", checkout.marking("textconv"));
    checkout.write(".git/info/attributes", "*.bin diff=x\n");
    GitGuard guard = checkout.guard("--no-pager", "diff");
    assertThat(guard.arguments())
        .containsExactly("--no-pager", "diff", "--no-ext-diff", "--no-textconv");
    assertThat(guard.note()).isEqualTo(KEPT + "diff.external, diff.x.textconv");
    assertThat(checkout.guarded("diff").out()).isEqualTo(plain);
  }

  @Test
  void failsRatherThanHideADiffThatAnExternalProgramWasToPrint() {
    checkout.set("diff.external", "true");
    var output = checkout.guardedShell("git diff");
    assertThat(output.exitCode()).isEqualTo(128);
    assertThat(output.errors())
        .isEqualTo(
            """
            attache: the external diff of this repository is not run; use --no-ext-diff
            fatal: external diff died, stopping at a.txt
            """);
  }

  @Test
  void usesTheProgramsOfThePerson() throws IOException {
    checkout.setGlobally("alias.st", "status --short");
    checkout.set("alias.st", "!" + checkout.marking("alias"));
    assertThat(checkout.guarded("st").out()).isEqualTo(" M a.txt\n M b.bin\n?? new.txt\n");
    assertThat(checkout.marks()).isEmpty();
  }

  @Test
  void leavesWhatOnlyThePersonSets() {
    checkout.setGlobally("diff.external", "echo mine");
    GitGuard guard = checkout.guard("diff");
    assertThat(guard.note()).isNull();
    assertThat(guard.arguments()).containsExactly("diff");
    assertThat(checkout.guarded("diff").out()).startsWith("mine a.txt ");
  }

  @Test
  void comparesWithTheProgramOfThePersonThoughTheRepositorySetsAnother() throws IOException {
    checkout.setGlobally("diff.external", "echo mine").setGlobally("diff.x.textconv", "rev");
    checkout.set("diff.external", checkout.marking("external"));
    checkout.set("diff.x.textconv", checkout.marking("textconv"));
    GitGuard guard = checkout.guard("diff");
    assertThat(guard.note()).isEqualTo(KEPT + "diff.external, diff.x.textconv");
    assertThat(guard.arguments()).containsExactly("diff");
    assertThat(checkout.guarded("diff").out()).startsWith("mine a.txt ");
    assertThat(checkout.marks()).isEmpty();
  }

  @Test
  void keepsTheCredentialHelpersOfThePersonOnly() throws IOException {
    checkout.setGlobally("credential.helper", "!echo username=ann; echo password=x; :");
    checkout.set("credential.https://a.example.helper", checkout.marking("helper"));
    assertThat(checkout.guarded("credential", "fill").out())
        .isEqualTo("protocol=https\nhost=a.example\nusername=ann\npassword=x\n");
    assertThat(checkout.marks()).isEmpty();
  }

  @Test
  void letsTheFiltersForLargeFilesStay() {
    checkout.set("filter.lfs.clean", "git-lfs clean -- %f");
    checkout.set("filter.lfs.smudge", "git-lfs smudge -- %f");
    checkout.set("filter.lfs.process", "git-lfs filter-process");
    checkout.set("filter.lfs.required", "true");
    GitGuard guard = checkout.guard("status");
    assertThat(guard.note()).isNull();
    assertThat(guard.variables().values()).noneMatch(value -> value.startsWith("filter."));
  }

  @Test
  void takesWhatOnlyLooksLikeAFilterForLargeFiles() throws IOException {
    checkout.set("filter.lfs.clean", "git-lfs clean -- %f; " + checkout.marking("lfs"));
    checkout.set("filter.lfs.required", "true");
    checkout.write(".gitattributes", "*.txt filter=lfs\n");
    assertThat(checkout.guarded("diff", "--stat", "a.txt").exitCode()).isZero();
    assertThat(checkout.marks()).isEmpty();
    assertThat(checkout.guard("diff").note()).isEqualTo(KEPT + "filter.lfs.clean");
  }

  @Test
  void saysNothingOfProgramsThatReadingHasNoUseFor() {
    checkout.set("core.sshCommand", "ssh -i key");
    assertThat(checkout.guard("log").note()).isNull();
    assertThat(checkout.guard("fetch").note()).isEqualTo(KEPT + "core.sshcommand");
    assertThat(checkout.guard(Path.of("/usr/bin/make"), List.of()).note())
        .isEqualTo(KEPT + "core.sshcommand");
  }

  @Test
  void namesTheFirstFewInTheNoteAndHidesTheirStrangeCharacters() {
    for (int at = 0; at < 10; at++) {
      checkout.set("filter.a\te" + at + ".clean", "x");
    }
    assertThat(checkout.guard("status").note())
        .startsWith(KEPT + "filter.a?e0.clean, filter.a?e1.clean")
        .endsWith("filter.a?e7.clean and 2 more");
  }

  @Test
  void looksAtTheRepositoryThatTheArgumentsMean() throws IOException {
    Checkout other = checkout.nested("other");
    other.set("diff.external", "x");
    assertThat(checkout.guard("-C", "other", "diff").note()).isEqualTo(KEPT + "diff.external");
    assertThat(checkout.guard("--git-dir=other/.git", "diff").note())
        .isEqualTo(KEPT + "diff.external");
    assertThat(checkout.guard("diff").note()).isNull();
  }

  @Test
  void looksIntoABareRepositoryThatLiesInTheCheckout() throws IOException {
    Path bare = checkout.directory().resolve("bare");
    checkout.git("init", "--bare", bare.toString());
    checkout.git("--git-dir=bare", "config", "diff.external", "x");
    var guard =
        GitGuard.of(Checkout.GIT, List.of("log"), bare, checkout.environment(), Checkout.reader());
    assertThat(guard.note()).isEqualTo(KEPT + "diff.external");
  }

  @Test
  void passesOverASubmoduleThatIsBroken() throws IOException {
    Checkout inner = checkout.nested("inner").write("x", "1").commit("x");
    checkout.unguarded("add", "inner");
    inner.write(".git/config", "[core\n");
    assertThat(checkout.guard("log").refusal()).isNull();
  }

  @Test
  void looksFromADirectoryFarBelow() throws IOException {
    checkout.set("diff.external", "x").write("a/b/c", "");
    Path below = checkout.directory().resolve("a/b");
    var guard =
        GitGuard.of(
            Path.of("/usr/bin/make"), List.of(), below, checkout.environment(), Checkout.reader());
    assertThat(guard.note()).isEqualTo(KEPT + "diff.external");
  }

  @Test
  void looksIntoTheSubmodulesOfSubmodules() throws IOException {
    Checkout inner = checkout.nested("inner").write("x", "1").commit("x");
    Checkout innermost = new Checkouts(inner).innermost();
    innermost.set("filter.deep.clean", "x");
    checkout.unguarded("add", "inner");
    assertThat(checkout.guard("status").note()).isEqualTo(KEPT + "filter.deep.clean");
  }

  /** Repositories in one another. */
  private record Checkouts(Checkout inner) {
    Checkout innermost() throws IOException {
      Checkout innermost = inner.nested("innermost").write("y", "1").commit("y");
      inner.unguarded("add", "innermost");
      return innermost;
    }
  }

  @Test
  void addsToTheSettingsThatTheEnvironmentAlreadyHas() {
    var environment = new HashMap<>(checkout.environment());
    environment.put("GIT_CONFIG_COUNT", "1");
    environment.put("GIT_CONFIG_KEY_0", "core.abbrev");
    environment.put("GIT_CONFIG_VALUE_0", "5");
    var guard =
        GitGuard.of(
            Checkout.GIT, List.of("log"), checkout.directory(), environment, Checkout.reader());
    assertThat(guard.variables())
        .containsExactly(
            Map.entry("GIT_CONFIG_KEY_1", "core.fsmonitor"),
            Map.entry("GIT_CONFIG_VALUE_1", "false"),
            Map.entry("GIT_CONFIG_KEY_2", "core.hookspath"),
            Map.entry("GIT_CONFIG_VALUE_2", "/dev/null"),
            Map.entry("GIT_CONFIG_COUNT", "3"));
  }

  @Test
  void refusesGitWhereItIsTooOldForTheGuard() {
    GitReader old = (directory, environment, arguments, wanted) -> List.of("local", "a.b\nc");
    assertThat(guardWith(Checkout.GIT, old).refusal())
        .isEqualTo(
            "git was not run: cannot tell which programs this repository's settings name: git is"
                + " older than 2.31");
    assertThat(guardWith(Path.of("/usr/bin/make"), old).refusal()).isNull();
    assertThat(guardWith(Path.of("/usr/bin/make"), old).note())
        .isEqualTo(
            "cannot tell which programs this repository's settings name: git is older than"
                + " 2.31; git may run them");
  }

  private GitGuard guardWith(Path program, GitReader git) {
    return GitGuard.of(program, List.of(), checkout.directory(), Map.of(), git);
  }

  @Test
  void refusesGitWhereASettingThatNamesAProgramIsNoText() throws IOException {
    byte[] config = Files.readAllBytes(checkout.directory().resolve(".git/config"));
    byte[] filter = "[filter \"\377\"]\nclean = x\n".getBytes(ISO_8859_1);
    var both = Arrays.copyOf(config, config.length + filter.length);
    System.arraycopy(filter, 0, both, config.length, filter.length);
    Files.write(checkout.directory().resolve(".git/config"), both);
    assertThat(checkout.guard("status").refusal())
        .isEqualTo(
            "git was not run: cannot tell which programs this repository's settings name: the name"
                + " or the value of a setting is no text here");
  }

  /** The name would be that of another directory, and the settings there stay unknown. */
  @Test
  void refusesGitWhereTheNameOfASubmoduleIsNoText() throws IOException {
    String make =
        """
        set -e
        name=$(printf '\\377')
        git init -q "$name"
        cd "$name"
        echo '* filter=x' >.gitattributes
        git add .gitattributes
        git commit -qm first
        git config filter.x.clean '%s'
        cd ..
        git add "$name" 2>errors
        touch "$name/.gitattributes"
        """
            .formatted(checkout.marking("filter"));
    assertThat(checkout.guardedShell(make).exitCode()).isZero();
    assertThat(checkout.guard("status").refusal())
        .endsWith(" name: the name of a directory is no text here");
    checkout.unguarded("status");
    assertThat(checkout.marks()).containsExactly("filter");
  }

  @Test
  void refusesGitThatDoesNotAnswerInTime() throws IOException {
    Path slow = base.resolve("git");
    Files.writeString(slow, "#!/bin/sh\nexec sleep 60\n");
    Files.setPosixFilePermissions(slow, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(guardWith(slow, ProcessGit.of(slow, Duration.ofMillis(200))).refusal())
        .endsWith("name: git takes more than 200 ms");
  }

  @Test
  void refusesGitThatAnswersWithoutEnd() throws IOException {
    Path endless = base.resolve("git");
    Files.writeString(endless, "#!/bin/sh\nexec tr '\\0' a </dev/zero\n");
    Files.setPosixFilePermissions(endless, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(guardWith(endless, ProcessGit.of(endless, PATIENCE)).refusal())
        .endsWith("name: git prints more than 1048576 bytes");
  }
}
