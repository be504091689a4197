package dev.attache.handlers.cmd.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.cmd.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Repositories in which git does not list its settings when it is asked for them. */
@Tag("process")
class GitRefusalTest {
  private static final String UNKNOWN =
      "git was not run: cannot tell which programs this repository's settings name: ";

  @TempDir private Path base;

  private Checkout checkout;

  @BeforeEach
  void makeCheckout() throws IOException {
    checkout = Checkout.in(base).write("a", "one\n").commit("first").write("a", "two\n");
    for (String key : List.of("core.fsmonitor", "diff.external", "filter.x.clean")) {
      checkout.set(key, checkout.marking(key));
    }
    checkout.set("alias.st", "!" + checkout.marking("alias"));
    checkout.write(".git/info/attributes", "* filter=x\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-C missing status", "-C missing fetch", "-C . -C a st"})
  void letsGitSayThatThereIsNoSuchDirectory(String command) {
    assertThat(checkout.guarded(command.split(" ")))
        .isEqualTo(checkout.unguarded(command.split(" ")))
        .satisfies(output -> assertThat(output.errors()).startsWith("fatal: cannot change to '"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--git-dir=missing status", "--git-dir missing log", "-C", "--git-dir"})
  void letsGitSayThatThereIsNoSuchRepository(String command) {
    assertThat(checkout.guarded(command.split(" ")))
        .isEqualTo(checkout.unguarded(command.split(" ")))
        .satisfies(output -> assertThat(output.exitCode()).isIn(128, 129));
  }

  /**
   * Whatever is wrong with the settings, git reads the others first, of which some name programs.
   */
  @ParameterizedTest
  @CsvSource({
    ".git/config, '[core', bad config line",
    ".git/config.worktree, '[core', bad config line",
    ".git/included, '[core', bad config line",
    ".git/on-branch, '[core', bad config line",
    ".git/included, '[include]\npath = included\n', exceeded maximum include depth (10)",
  })
  void letsGitSayWhatIsWrongWithTheSettingsWhereItReads(String file, String text, String message)
      throws IOException {
    breakSettings(file, text);
    for (String command : List.of("status", "diff", "log -p", "blame a", "-C . stash")) {
      var output = checkout.guarded(command.split(" "));
      assertThat(output.errors()).contains("fatal: " + message);
      assertThat(output.exitCode()).isEqualTo(128);
      assertThat(output).isEqualTo(checkout.unguarded(command.split(" ")));
    }
    assertThat(checkout.guard("st").refusal()).startsWith(UNKNOWN + "fatal: " + message);
    assertThat(checkout.guard("fetch").refusal()).startsWith(UNKNOWN + "fatal: " + message);
    assertThat(checkout.marks()).isEmpty();
  }

  /** The control: this is why only what reads is run. */
  @Test
  void isRightThatGitRunsAnAliasThoughItCannotReadAllSettings() throws IOException {
    breakSettings(".git/on-branch", "[core");
    checkout.unguarded("st");
    assertThat(checkout.marks()).containsExactly("alias");
  }

  private void breakSettings(String file, String text) throws IOException {
    checkout.set("extensions.worktreeConfig", "true");
    checkout.set("include.path", "included").set("includeIf.onbranch:**.path", "on-branch");
    checkout.write(file, text);
  }

  @Test
  void refusesGitWhoseAnswerIsThatItDoesNotKnowTheOption() {
    GitReader old =
        (directory, environment, arguments, wanted) -> {
          throw new GitReader.RefusedException("error: unknown option `show-scope'", 129);
        };
    var guard =
        GitGuard.of(
            Checkout.GIT, List.of("status"), checkout.directory(), checkout.environment(), old);
    assertThat(guard.refusal()).isEqualTo(UNKNOWN + "error: unknown option `show-scope'");
  }

  @Test
  void refusesGitThatListsItsSettingsButNotWhereItsFilesAre() throws IOException {
    Checkout inner = checkout.nested("inner").write("x", "1\n").commit("x");
    checkout.git("add", "inner");
    checkout.git("config", "core.bare", "true");
    assertThat(Files.exists(inner.directory())).isTrue();
    assertThat(checkout.guard("diff", "--cached").refusal())
        .isEqualTo(UNKNOWN + "fatal: this operation must be run in a work tree");
  }
}
