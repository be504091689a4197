package dev.attache.handlers.cmd.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.cmd.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose hooks and whose watcher of files git runs under the guard. */
@Tag("process")
class GitHooksTest {
  private static final String KEPT = "prevented git from running this repository's hooks: ";

  private static final List<String> COMMIT = List.of("commit", "--allow-empty", "-m", "more");

  @TempDir private Path base;

  private Checkout checkout;

  @BeforeEach
  void makeCheckout() throws IOException {
    checkout = Checkout.in(base).write("a", "one\n").commit("first");
  }

  private void hook(Path directory, String name, String mark) throws IOException {
    Files.createDirectories(directory);
    Path file = directory.resolve(name);
    Files.writeString(file, "#!/bin/sh\nexec " + checkout.marking(mark) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void hookOfRepository() throws IOException {
    hook(checkout.directory().resolve(".git/hooks"), "pre-commit", "repository");
  }

  private void hookOfPerson() throws IOException {
    hook(base.resolve("home/my-hooks"), "pre-commit", "person");
  }

  private GitGuard commit() {
    assertThat(checkout.guarded(COMMIT.toArray(String[]::new)).exitCode()).isZero();
    return checkout.guard(COMMIT.toArray(String[]::new));
  }

  @Test
  void runsNoHookOfTheRepositoryAndSaysSo() throws IOException {
    hookOfRepository();
    hook(checkout.directory().resolve(".git/hooks"), "post-index-change", "repository");
    hook(checkout.directory().resolve(".git/hooks"), "pre-push.sample", "repository");
    checkout.write(".git/hooks/pre-push", "#!/bin/sh\n");
    assertThat(commit().note()).isEqualTo(KEPT + "post-index-change, pre-commit");
    assertThat(checkout.marks()).isEmpty();
  }

  @Test
  void doesNotStartAGitThatWouldRunAHookWhateverIsSet() throws IOException {
    assertThat(checkout.guard("bisect", "start").refusal()).isNull();
    hook(checkout.directory().resolve(".git/hooks"), "reference-transaction", "repository");
    for (String command : List.of("bisect start", "-C . bisect log", "an-alias")) {
      assertThat(checkout.guard(command.split(" ")).refusal())
          .as(command)
          .endsWith(
              " may run the hook reference-transaction of this repository, and no setting can"
                  + " prevent it")
          .startsWith("git was not run: git ");
    }
    assertThat(checkout.guard("commit").refusal()).isNull();
    assertThat(checkout.guard("status").refusal()).isNull();
  }

  @Test
  void saysOfAnotherProgramThatAGitWithinItMayRunAHookWhateverIsSet() throws IOException {
    Path shell = Path.of("/bin/sh");
    List<String> script = List.of("-c", "git bisect start");
    assertThat(checkout.guard(shell, script).note()).isNull();
    hook(checkout.directory().resolve(".git/hooks"), "reference-transaction", "repository");
    assertThat(checkout.guard(shell, script).note())
        .isEqualTo(
            "a git bisect within this command may run the hook reference-transaction of this"
                + " repository, and no setting can prevent it");
  }

  /** Each changes references or may; those that we call obeying must run no hook here. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "update-ref refs/heads/x HEAD",
        "symbolic-ref HEAD refs/heads/other",
        "branch x",
        "tag x",
        "commit --allow-empty -m x",
        "checkout -b other",
        "switch -c other",
        "reset --hard HEAD",
        "merge --allow-unrelated-histories HEAD",
        "rebase --force-rebase --root",
        "cherry-pick --allow-empty HEAD",
        "revert --no-edit HEAD",
        "stash",
        "notes add -m x",
        "replace --graft HEAD",
        "worktree add ../elsewhere -b elsewhere",
        "pack-refs --all",
        "fetch . HEAD:refs/heads/fetched",
        "pull . HEAD",
        "push . HEAD:refs/heads/pushed",
        "reflog expire --expire=now --all",
        "gc",
        "maintenance run",
        "filter-branch -f --msg-filter cat HEAD",
        "bundle create a.bundle HEAD",
        "clone . ../clone",
        "read-tree HEAD",
        "remote add o .",
        "sparse-checkout init",
      })
  void runsNoHookInWhatReadsTheSettings(String command) throws IOException {
    for (String name : GitHooks.NAMES) {
      hook(checkout.directory().resolve(".git/hooks"), name, "repository");
    }
    checkout.write("a", "changed\n");
    assertThat(checkout.guard(command.split(" ")).refusal()).isNull();
    checkout.guarded(command.split(" "));
    assertThat(checkout.marks()).isEmpty();
  }

  @Test
  void saysNothingOfHooksWhereGitOnlyReads() throws IOException {
    hookOfRepository();
    assertThat(checkout.guard("status").note()).isNull();
    assertThat(checkout.guard("--version").note()).isNull();
    assertThat(checkout.guard(Path.of("/usr/bin/make"), List.of()).note()).isNull();
  }

  @Test
  void saysNothingOfHooksThatAreNot() {
    assertThat(checkout.guard("commit").note()).isNull();
    assertThat(checkout.guard("no-such-subcommand").note()).isNull();
  }

  @Test
  void runsNoHookWhereTheRepositorySaysThatTheyAreAndSaysSo() throws IOException {
    checkout.set("core.hooksPath", "tools/hooks").set("core.sshCommand", "x");
    hook(checkout.directory().resolve("tools/hooks"), "pre-commit", "repository");
    assertThat(commit().note())
        .isEqualTo(
            "prevented git from running programs that this repository configures: core.sshcommand; "
                + KEPT
                + "pre-commit");
    assertThat(checkout.marks()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"~/my-hooks", "/"})
  void runsTheHooksOfThePersonWhereverTheyAre(String path) throws IOException {
    hookOfRepository();
    hookOfPerson();
    checkout.setGlobally(
        "core.hooksPath", path.equals("/") ? base.resolve("home/my-hooks").toString() : path);
    assertThat(commit().note()).isNull();
    assertThat(checkout.marks()).containsExactly("person");
  }

  @Test
  void runsTheHooksOfThePersonInsteadOfThoseThatTheRepositoryNames() throws IOException {
    hookOfPerson();
    hook(checkout.directory().resolve("hooks"), "commit-msg", "repository");
    checkout.setGlobally("core.hooksPath", "~/my-hooks").set("core.hooksPath", "hooks");
    assertThat(commit().note()).isEqualTo(KEPT + "commit-msg");
    assertThat(checkout.marks()).containsExactly("person");
  }

  @Test
  void runsNothingOfTheCheckoutThoughThePersonNamesAPlaceInAnyCheckout() throws IOException {
    hook(checkout.directory().resolve("hooks"), "pre-commit", "repository");
    checkout.setGlobally("core.hooksPath", "hooks");
    checkout.setGlobally("core.fsmonitor", "tools/watch");
    hook(checkout.directory().resolve("tools"), "watch", "watch");
    assertThat(commit().note()).isEqualTo(KEPT + "pre-commit");
    checkout.guarded("status");
    assertThat(checkout.marks()).isEmpty();
  }

  @Test
  void watchesFilesWithTheProgramOfThePerson() throws IOException {
    checkout.set("core.fsmonitor", checkout.marking("repository"));
    checkout.setGlobally("core.fsmonitor", checkout.marking("person"));
    checkout.guarded("status");
    assertThat(checkout.marks()).containsExactly("person");
  }

  @Test
  void looksIntoSubmodulesAlsoWhereThePersonHasHooks() throws IOException {
    checkout.nested("inner").write("x", "1\n").commit("x").set("filter.deep.clean", "x");
    checkout.git("add", "inner");
    checkout.setGlobally("core.hooksPath", "~/my-hooks");
    assertThat(checkout.guard("status").refusal()).isNull();
    assertThat(checkout.guard("status").note()).endsWith(": filter.deep.clean");
  }

  @Test
  void takesWhatTheEnvironmentSetsForWhatThePersonSets() throws IOException {
    hookOfPerson();
    var environment = new HashMap<>(checkout.environment());
    environment.put("GIT_CONFIG_COUNT", "1");
    environment.put("GIT_CONFIG_KEY_0", "core.hooksPath");
    environment.put("GIT_CONFIG_VALUE_0", "~/my-hooks");
    var guard =
        GitGuard.of(Checkout.GIT, COMMIT, checkout.directory(), environment, Checkout.reader());
    assertThat(guard.variables()).containsEntry("GIT_CONFIG_VALUE_2", "~/my-hooks");
  }

  @Test
  void runsNothingOfARepositoryBelowADirectoryThatIsInNone() throws IOException {
    hookOfRepository();
    checkout.set("core.fsmonitor", checkout.marking("fsmonitor")).write("a", "two\n");
    String script = "cd work && git status && git diff && git commit -qam more && git log -p";
    var arguments = List.of("-c", script);
    var guard =
        GitGuard.of(Path.of("/bin/sh"), arguments, base, checkout.environment(), Checkout.reader());
    var output = checkout.run(base, "/bin/sh", guard.arguments(), guard.variables());
    assertThat(output.exitCode()).isZero();
    assertThat(output.out()).contains("-one\n+two\n");
    assertThat(checkout.marks()).isEmpty();
    checkout.run(base, "/bin/sh", arguments, Map.of());
    assertThat(checkout.marks()).contains("fsmonitor");
  }
}
