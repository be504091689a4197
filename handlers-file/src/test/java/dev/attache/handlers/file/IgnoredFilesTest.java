package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ignore rules leave out, what it says, and what is stronger than a rule. */
class IgnoredFilesTest {

  @TempDir Path temporary;

  private Workspace workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspace.in(temporary);
    Git.init(workspace.path(".git"));
  }

  @Test
  void obeysNestedIgnoreFiles() throws IOException {
    workspace
        .write(".gitignore", "*.log\n/build/\n!keep.log\n")
        .write("sub/.gitignore", "!b.log\nx\n")
        .files("a.log", "keep.log", "sub/a.log", "sub/b.log", "sub/x", "x", "sub/build/y")
        .files("build/z/deep", "build/keep.log");
    assertThat(workspace.resolve("."))
        .containsExactly(
            "- .git (hidden: its name starts with a dot)",
            "- .gitignore (hidden: its name starts with a dot)",
            "- a.log (ignored: by .gitignore:1 `*.log`)",
            "- build (ignored: by .gitignore:2 `/build/`)",
            "+ keep.log",
            "- sub/.gitignore (hidden: its name starts with a dot)",
            "- sub/a.log (ignored: by .gitignore:1 `*.log`)",
            "+ sub/b.log",
            "+ sub/build/y",
            "- sub/x (ignored: by sub/.gitignore:2 `x`)",
            "+ x");
  }

  @Test
  void foldsCaseWhereTheRepositoryIsSetToIgnoreIt() throws IOException {
    Git.init(workspace.path("nested/.git"));
    workspace
        .write(".git/config", "[core]\n\tignorecase = true\n")
        .write(".gitignore", "FOO\n")
        .write(".attacheignore", "OWN\n")
        .write("nested/.gitignore", "FOO\n")
        .write("nested/.attacheignore", "BAR\n")
        .files("foo", "bar", "own", "sub/Foo", "nested/foo", "nested/bar", "nested/own");
    assertThat(workspace.attached(".")).containsExactly("bar", "nested/bar", "nested/foo");
    assertThat(workspace.resolve("."))
        .contains(
            "- foo (ignored: by .gitignore:1 `FOO`)",
            "- nested/own (ignored: by .attacheignore:1 `OWN`)");
  }

  @Test
  void foldsCaseInANestedRepositoryAlone() throws IOException {
    Git.init(workspace.path("nested/.git"));
    workspace
        .write("nested/.git/config", "[core]\n\tignorecase = true\n")
        .write(".gitignore", "FOO\n")
        .write("nested/.gitignore", "FOO\n")
        .files("foo", "nested/foo", "nested/sub/foo", "sub/foo");
    assertThat(workspace.attached(".")).containsExactly("foo", "sub/foo");
  }

  @Test
  void letsAttacheignoreBeStrongerThanGitignore() throws IOException {
    workspace
        .write(".gitignore", "a\n")
        .write(".attacheignore", "!a\nb\n")
        .write("sub/.gitignore", "!b\n")
        .files("a", "b", "sub/a", "sub/b");
    assertThat(workspace.attached(".")).containsExactly("a", "sub/a", "sub/b");
    assertThat(workspace.resolve(".")).contains("- b (ignored: by .attacheignore:2 `b`)");
  }

  @Test
  void obeysTheExcludesOfTheRepository() throws IOException {
    workspace.write(".git/info/exclude", "a\n").files("a", "b");
    assertThat(workspace.resolve("a*", "b"))
        .containsExactly("- a (ignored: by $W/.git/info/exclude:1 `a`)", "+ b");
  }

  @Test
  void obeysARepositoryAboveTheWorkspace() throws IOException {
    workspace
        .write(".gitignore", "*.log\n/in/b\nignored/\n")
        .write("in/.gitignore", "c\n")
        .files("in/a.log", "in/b", "in/c", "in/d", "in/sub/b", "ignored/x");
    Workspace inner = Workspace.at(workspace.path("in"));
    String above = workspace.path(".gitignore").toString();
    assertThat(inner.resolve("."))
        .containsExactly(
            "- .gitignore (hidden: its name starts with a dot)",
            "- a.log (ignored: by " + above + ":1 `*.log`)",
            "- b (ignored: by " + above + ":2 `/in/b`)",
            "- c (ignored: by .gitignore:1 `c`)",
            "+ d",
            "+ sub/b");
    Workspace ignored = Workspace.at(workspace.path("ignored"));
    assertThat(ignored.attached(".")).containsExactly("x");
  }

  @Test
  void startsAnewInANestedRepository() throws IOException {
    Git.init(workspace.path("nested/.git"));
    workspace
        .write(".gitignore", "*.log\n")
        .write(".attacheignore", "*.tmp\n")
        .write("nested/.gitignore", "*.txt\n")
        .files("a.log", "nested/a.log", "nested/a.txt", "nested/a.tmp");
    assertThat(workspace.resolve("nested"))
        .containsExactly(
            "- nested/.git (hidden: its name starts with a dot)",
            "- nested/.gitignore (hidden: its name starts with a dot)",
            "+ nested/a.log",
            "- nested/a.tmp (ignored: by .attacheignore:1 `*.tmp`)",
            "- nested/a.txt (ignored: by nested/.gitignore:1 `*.txt`)");
  }

  @Test
  void appliesNoRulesWhenTold() throws IOException {
    workspace.write(".gitignore", "a\n").files("a", ".b").with("ignore", false);
    assertThat(workspace.resolve("."))
        .containsExactly(
            "- .b (hidden: its name starts with a dot)",
            "- .git (hidden: its name starts with a dot)",
            "- .gitignore (hidden: its name starts with a dot)",
            "+ a");
    assertThat(workspace.resolve("a")).containsExactly("+ a");
  }

  @Test
  void includesHiddenEntriesWhenToldButNotThoseOfGit() throws IOException {
    workspace.write(".gitignore", "a\n").files("a", ".b", ".c/d", ".env").with("hidden", true);
    assertThat(workspace.resolve("."))
        .containsExactly(
            "+ .b",
            "+ .c/d",
            "- .env (sensitive: it often contains secrets; name it exactly to include it)",
            "- .git (hidden: its name starts with a dot)",
            "+ .gitignore",
            "- a (ignored: by .gitignore:1 `a`)");
  }

  @Test
  void leavesTheGitFileOfALinkedWorkTreeOut() throws IOException {
    workspace.write("linked/.git", "gitdir: ../.git\n").files("linked/a").with("hidden", true);
    assertThat(workspace.resolve("linked"))
        .containsExactly("- linked/.git (hidden: its name starts with a dot)", "+ linked/a");
    assertThat(workspace.resolve("linked/.git")).containsExactly("+ linked/.git");
  }

  @Test
  void readsTheDirectoryOfGitWhenItIsNamed() throws IOException {
    assertThat(workspace.write(".git/config", "").resolve(".git"))
        .containsExactly(
            "+ .git/HEAD",
            "- .git/config (sensitive: it often contains secrets; name it exactly to include it)");
    assertThat(workspace.resolve(".git/config"))
        .containsExactly(
            "# .git/config (included because you named it (often contains secrets))",
            "+ .git/config");
  }

  @Test
  void letsANamedFileBeatEveryRuleWithANote() throws IOException {
    workspace
        .write(".gitignore", "a\nbuild/\n")
        .write("sub/.attacheignore", "b\n")
        .files("a", "build/x/y", "sub/b", "sub/c", ".hidden");
    assertThat(workspace.resolve("a", "build/x/y", "sub/b", "sub/c", ".hidden"))
        .containsExactly(
            "# a (included because you named it (ignored by .gitignore:1 `a`))",
            "+ a",
            "# build/x/y (included because you named it (ignored by .gitignore:2 `build/`))",
            "+ build/x/y",
            "# sub/b (included because you named it (ignored by sub/.attacheignore:1 `b`))",
            "+ sub/b",
            "+ sub/c",
            "+ .hidden");
  }

  @Test
  void walksANamedDirectoryThatIsIgnoredWithANote() throws IOException {
    workspace.write(".gitignore", "build/\n*.o\n").files("build/x/y", "build/z.o");
    assertThat(workspace.resolve("build", "build/x"))
        .containsExactly(
            "# build (included because you named it (ignored by .gitignore:1 `build/`))",
            "+ build/x/y",
            "- build/z.o (ignored: by .gitignore:2 `*.o`)",
            "# build/x (included because you named it (ignored by .gitignore:1 `build/`))",
            "- build/x/y (duplicate: named before by build)");
  }

  @Test
  void includesNothingAgainBelowAnIgnoredDirectory() throws IOException {
    workspace.write(".gitignore", "d\n!d/keep\n").files("d/keep", "d/x");
    assertThat(workspace.attached(".")).isEmpty();
  }

  @Test
  void namesTheRuleInAFileWithAnOddName() throws IOException {
    workspace.write(".gitignore", "a\\ b\n\\#c\né\n").files("a b", "#c", "é");
    assertThat(workspace.resolve("[!.]*"))
        .containsExactly(
            "- #c (ignored: by .gitignore:2 `\\#c`)",
            "- é (ignored: by .gitignore:3 `é`)",
            "- a b (ignored: by .gitignore:1 `a\\ b`)");
  }

  @Test
  void reportsAnIgnoreFileThatCannotBeUsed() throws IOException {
    workspace.files("sub/a").link("sub/.gitignore", "a");
    assertThat(workspace.resolve("sub/[a]"))
        .containsExactly(
            "+ sub/a", "# sub/[a] ($W/sub/.gitignore: not a regular file; its rules are ignored)");
    Files.createDirectory(workspace.path(".gitignore"));
    assertThat(workspace.attached("sub")).containsExactly("sub/a");
  }
}
