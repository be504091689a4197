package dev.attache.core.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.spi.Invocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandPatternTest {

  private static final Path WORKSPACE = Path.of("/work/ws");

  private static boolean matches(String pattern, String... words) {
    var invocation =
        new Invocation(
            words[0], Path.of("/usr/bin/tool"), List.of(words).subList(1, words.length), WORKSPACE);
    return CommandPattern.parse(pattern).matches(invocation, WORKSPACE);
  }

  @Test
  void matchesExactlyWithoutAWildcard() {
    assertThat(matches("git status", "git", "status")).isTrue();
    assertThat(matches("  git   status ", "git", "status")).isTrue();
    assertThat(matches("git status", "git", "status", "-s")).isFalse();
    assertThat(matches("git status", "git")).isFalse();
    assertThat(matches("git status", "Git", "status")).isFalse();
    assertThat(matches("git stat*", "git", "status")).isFalse();
  }

  @Test
  void matchesAnyFurtherArgumentsWithOne() {
    assertThat(matches("git log *", "git", "log")).isTrue();
    assertThat(matches("git log *", "git", "log", "-n", "1", "a b", "")).isTrue();
    assertThat(matches("git log *", "git", "logs")).isFalse();
    assertThat(matches("git log *", "git", "-c", "a=b", "log")).isFalse();
    assertThat(matches("git log *", "git", "--exec-path=x", "log")).isFalse();
    assertThat(matches("ls *", "ls", "-l")).isTrue();
    assertThat(matches("ls *", "lsof")).isFalse();
  }

  @Test
  void takesAWildcardElsewhereAsItIs() {
    assertThat(matches("echo * a", "echo", "x", "a")).isFalse();
    assertThat(matches("echo * a", "echo", "*", "a")).isTrue();
    assertThat(matches("echo * *", "echo", "*", "b")).isTrue();
    assertThat(matches("echo * *", "echo", "a", "b")).isFalse();
  }

  @Test
  void takesAProgramByItsPathOnlyWhereThePatternDoes() {
    assertThat(matches("git status", "./git", "status")).isFalse();
    assertThat(matches("git status", "/usr/bin/git", "status")).isFalse();
    assertThat(matches("./gradlew test", "./gradlew", "test")).isTrue();
    assertThat(matches("./gradlew test", "gradlew", "test")).isFalse();
  }

  @Test
  void doesNotTakeAProgramOfTheWorkspaceForOneOfThePath(@TempDir Path temporary) throws Exception {
    Path real = temporary.toRealPath();
    Path workspace = Files.createDirectories(real.resolve("ws"));
    Path below = Files.createDirectories(workspace.resolve("below"));
    Path bin = Files.createDirectories(real.resolve("bin"));
    Path link = Files.createSymbolicLink(real.resolve("link"), workspace);
    CommandPattern pattern = CommandPattern.parse("git status");
    assertThat(pattern.matches(git(bin, below), workspace)).isTrue();
    for (Path directory : List.of(workspace, below, link, workspace.resolve("../ws"))) {
      assertThat(pattern.matches(git(directory, below), workspace)).isFalse();
    }
    assertThat(pattern.matches(git(real.resolve("missing"), below), workspace)).isFalse();
  }

  @Test
  void doesNotTakeAProgramOfTheDirectoryItRunsInForOneOfThePath(@TempDir Path temporary)
      throws Exception {
    Path real = temporary.toRealPath();
    Path workspace = Files.createDirectories(real.resolve("ws"));
    Path other = Files.createDirectories(real.resolve("other/bin"));
    CommandPattern pattern = CommandPattern.parse("git status");
    assertThat(pattern.matches(git(other, workspace), workspace)).isTrue();
    assertThat(pattern.matches(git(other, real.resolve("other")), workspace)).isFalse();
  }

  private static Invocation git(Path bin, Path directory) {
    return new Invocation("git", bin.resolve("git"), List.of("status"), directory);
  }

  /** Interpreters and wrappers are never trusted by a pattern, only exactly. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sh -c *       | sh is not known to only read",
        "env *         | env is not known to only read",
        "env A=1 *     | env is not known to only read",
        "xargs *       | xargs is not known to only read",
        "sudo *        | sudo is not known to only read",
        "ssh host *    | ssh is not known to only read",
        "python -c *   | python is not known to only read",
        "python3.11 *  | python3.11 is not known to only read",
        "git -c a=b *  | git's own options can run anything",
      })
  void takesInterpretersAndWrappersExactlyOnly(String pattern, String rule) {
    assertThatThrownBy(() -> CommandPattern.parse(pattern))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("(" + pattern + ") must not end with *, because " + rule + "; ");
    String[] exactly = pattern.replace("*", "x").split(" ");
    assertThat(matches(String.join(" ", exactly), exactly)).isTrue();
    String[] more = (pattern.replace("*", "x") + " y").split(" ");
    assertThat(matches(String.join(" ", exactly), more)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "git *          | must not end with *, because git's own options can run anything; name a subcommand first, as in git log *",
        "git -C x log * | must not end with *, because git's own options can run anything; name a subcommand first, as in git log *",
        "GIT *          | must not end with *, because GIT is not known to only read; name each command exactly",
        "git fetch *    | must not end with *, because git fetch is not known to only read; name each command exactly",
        "git alias *    | must not end with *, because git alias is not known to only read; name each command exactly",
        "my-tool *      | must not end with *, because my-tool is not known to only read; name each command exactly",
        "./ls *         | must not end with *, because its program is named by a path; name each command exactly",
        "/bin/ls *      | must not end with *, because its program is named by a path; name each command exactly",
        "*              | must begin with the name of a program",
        "* a            | must begin with the name of a program",
      })
  void refusesAWildcardThatCouldBeAnything(String pattern, String rule) {
    assertThatThrownBy(() -> CommandPattern.parse(pattern))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("(" + pattern + ") " + rule);
  }

  @Test
  void readsQuotesAsAShellDoes() {
    assertThat(matches("git log 'a b'", "git", "log", "a b")).isTrue();
    assertThat(matches("git log 'a b' *  ", "git", "log", "a b", "c")).isTrue();
    assertThat(matches("echo '*'", "echo", "*")).isTrue();
    assertThat(matches("echo '*'", "echo", "a")).isFalse();
    assertThat(matches("echo \\*", "echo", "a")).isFalse();
    assertThat(matches("sh -c '*'", "sh", "-c", "*")).isTrue();
    assertThatThrownBy(() -> CommandPattern.parse("git log 'a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("(git log 'a) ");
  }

  @Test
  void refusesWhatIsEmpty() {
    assertThatThrownBy(() -> CommandPattern.parse(" "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("( ) must begin with the name of a program");
  }
}
