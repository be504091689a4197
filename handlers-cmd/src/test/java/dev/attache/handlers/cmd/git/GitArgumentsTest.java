package dev.attache.handlers.cmd.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GitArgumentsTest {

  @ParameterizedTest
  @CsvSource({
    "diff, diff",
    "-C x diff, diff",
    "-c diff diff, diff",
    "--git-dir x --work-tree y log, log",
    "--git-dir=x log, log",
    "--namespace n -P show HEAD, show",
    "--config-env a=B status, status",
    "-p --bare --no-replace-objects log, log",
    "--version, ''",
    "-C, ''",
  })
  void findsTheSubcommandBehindTheOptionsOfGit(String arguments, String subcommand) {
    assertThat(of(arguments).subcommand()).isEqualTo(subcommand);
  }

  @Test
  void takesTheOptionsThatSayWhichRepositoryIsMeant() {
    assertThat(of("-C a -c b.c=d -C e --git-dir=f -P --work-tree g log -C h").location())
        .containsExactly("-C", "a", "-C", "e", "--git-dir=f", "--work-tree", "g");
  }

  @ParameterizedTest
  @CsvSource({
    "diff a, diff --no-ext-diff --no-textconv a",
    "-C x log -p, -C x log --no-ext-diff --no-textconv -p",
    "show, show --no-ext-diff --no-textconv",
    "blame a, blame --no-textconv a",
    "diff-files -p, diff-files --no-ext-diff -p",
    "stash show, stash show",
    "status, status",
    "--version, --version",
  })
  void putsOptionsRightBehindSubcommandsThatKnowThem(String arguments, String expected) {
    assertThat(of(arguments).without(true, true)).containsExactly(expected.split(" "));
  }

  @Test
  void putsNothingWhereNothingIsToBeKeptFromRunning() {
    assertThat(of("diff a").without(false, false)).containsExactly("diff", "a");
    assertThat(of("diff a").without(true, false)).containsExactly("diff", "--no-ext-diff", "a");
    assertThat(of("diff a").without(false, true)).containsExactly("diff", "--no-textconv", "a");
  }

  private static GitArguments of(String arguments) {
    return GitArguments.of(List.of(arguments.split(" ")));
  }
}
