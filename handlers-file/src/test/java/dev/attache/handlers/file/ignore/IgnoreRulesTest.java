package dev.attache.handlers.file.ignore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.file.Git;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IgnoreRulesTest {
  private static final GitExcludes NOTHING = excludes("", "");

  @Test
  void decidesNothingWithoutRules() {
    assertThat(decide(IgnoreRules.none(), "a")).isNull();
  }

  @Test
  void ranksTheFilesAsGitDoes() {
    IgnoreRules outer = IgnoreRules.none().repository(0, excludes("a\nb\nc\nd\n", "!b\n!c\n"));
    IgnoreRules top = outer.child(0, file(".gitignore", "c\n"), null);
    IgnoreRules below = top.child(4, file("sub/.gitignore", "!d\n"), null);
    assertThat(decide(below, "sub/a")).hasToString("global:1 `a`");
    assertThat(decide(below, "sub/b")).hasToString("info:1 `!b`");
    assertThat(decide(below, "sub/c")).hasToString(".gitignore:1 `c`");
    assertThat(decide(below, "sub/d")).hasToString("sub/.gitignore:1 `!d`");
  }

  @Test
  void ranksOurOwnFileAboveGitsBesideItAndBelowDeeperOnes() {
    IgnoreRules top =
        IgnoreRules.none().child(0, file(".gitignore", "a\n"), file(".attacheignore", "!a\n"));
    assertThat(decide(top, "a")).hasToString(".attacheignore:1 `!a`");
    IgnoreRules below = top.child(4, file("sub/.gitignore", "a\n"), null);
    assertThat(decide(below, "sub/a")).hasToString("sub/.gitignore:1 `a`");
  }

  @Test
  void anchorsEachFileAtItsOwnDirectory() {
    IgnoreRules top = IgnoreRules.none().child(0, file(".gitignore", "/a\n/sub/b\n"), null);
    IgnoreRules below = top.child(4, file("sub/.gitignore", "/c\n"), null);
    assertThat(decide(below, "sub/a")).isNull();
    assertThat(decide(below, "sub/b")).isNotNull();
    assertThat(decide(below, "sub/c")).isNotNull();
  }

  @Test
  void startsAnewInANestedRepositoryButKeepsOurOwnFiles() {
    IgnoreRules top =
        IgnoreRules.none()
            .repository(0, excludes("g\n", "i\n"))
            .child(0, file(".gitignore", "a\n"), file(".attacheignore", "b\n/sub/c\n"));
    IgnoreRules nested = top.repository(4, excludes("/g\n", "j\nb\n"));
    assertThat(decide(nested, "sub/a")).isNull();
    assertThat(decide(nested, "sub/i")).isNull();
    assertThat(decide(nested, "sub/g")).hasToString("global:1 `/g`");
    assertThat(decide(nested, "sub/j")).hasToString("info:1 `j`");
    assertThat(decide(nested, "sub/b")).hasToString(".attacheignore:1 `b`");
    assertThat(decide(nested, "sub/c")).hasToString(".attacheignore:2 `/sub/c`");
  }

  @Test
  void staysTheSameWhereADirectoryAddsNothing() {
    IgnoreRules top = IgnoreRules.none().repository(0, NOTHING).child(0, file("f", "a\n"), null);
    assertThat(top.child(4, null, null)).isSameAs(top);
    assertThat(top.child(4, file("g", "# nothing\n"), null)).isSameAs(top);
  }

  private static GitExcludes excludes(String global, String info) {
    return new GitExcludes(file("global", global), file("info", info), false);
  }

  private static IgnoreFile file(String origin, String content) {
    return IgnoreFile.parse(origin, Git.bytes(content));
  }

  private static @Nullable IgnorePattern decide(IgnoreRules rules, String path) {
    byte[] bytes = Git.bytes(path);
    return rules.decide(bytes, bytes.length, path.lastIndexOf('/') + 1, false);
  }
}
