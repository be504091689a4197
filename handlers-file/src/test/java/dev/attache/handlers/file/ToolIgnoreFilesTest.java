package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ignore files of other tools, in and outside of repositories. */
class ToolIgnoreFilesTest {

  @TempDir Path temporary;

  private Workspace workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspace.in(temporary);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".ignore",
        ".aiexclude",
        ".aiignore",
        ".codeiumignore",
        ".cursorignore",
        ".geminiignore",
        ".repomixignore"
      })
  void areObeyedInEachDirectory(String name) throws IOException {
    workspace
        .write(name, "# of models\n*.pem.txt\n/build/\n!keep.pem.txt\n")
        .write("sub/" + name, "private/\n")
        .files("a.pem.txt", "keep.pem.txt", "build/x", "sub/b.pem.txt", "sub/private/x", "sub/c");
    assertThat(workspace.resolve("**/*"))
        .contains(
            "- a.pem.txt (ignored: by " + name + ":2 `*.pem.txt`)",
            "- build (ignored: by " + name + ":3 `/build/`)",
            "- sub/b.pem.txt (ignored: by " + name + ":2 `*.pem.txt`)",
            "- sub/private (ignored: by sub/" + name + ":1 `private/`)");
    assertThat(workspace.attached(".")).containsExactly("keep.pem.txt", "sub/c");
    assertThat(workspace.resolve("a.pem.txt", "build"))
        .containsExactly(
            "# a.pem.txt (included because you named it (ignored by " + name + ":2 `*.pem.txt`))",
            "+ a.pem.txt",
            "# build (included because you named it (ignored by " + name + ":3 `/build/`))",
            "+ build/x");
    assertThat(workspace.with("ignore", false).attached("sub"))
        .containsExactly("sub/b.pem.txt", "sub/c", "sub/private/x");
  }

  @Test
  void goOnInNestedRepositoriesAndBelowTheOneAbove() throws IOException {
    Git.init(workspace.path(".git"));
    Git.init(workspace.path("in/nested/.git"));
    workspace
        .write(".aiexclude", "*.secret\n")
        .write(".gitignore", "*.log\n")
        .files("in/a.secret", "in/nested/b.secret", "in/nested/c.log", "in/d");
    assertThat(Workspace.at(workspace.path("in")).attached("."))
        .containsExactly("d", "nested/c.log");
  }

  /** Whoever says in one file what models may see has not read the others. */
  @Test
  void takeBackOnlyTheirOwnLines() throws IOException {
    workspace
        .write(".gitignore", "a\n")
        .write(".aiexclude", "b\nd\n")
        .write(".cursorignore", "!a\n!b\nc\n")
        .write("sub/.cursorignore", "!c\n")
        .write("sub/.gitignore", "!d\n")
        .files("a", "b", "c", "sub/a", "sub/b", "sub/c", "sub/d");
    assertThat(workspace.attached(".")).containsExactly("sub/c");
  }

  @Test
  void includeAgainWhatGitIgnoresWhereRipgrepDoes() throws IOException {
    workspace
        .write(".gitignore", "a\nb\n")
        .write(".ignore", "!a\n!b\nc\n")
        .write(".geminiignore", "b\n")
        .write("sub/.gitignore", "a\n!c\n")
        .files("a", "b", "c", "sub/a", "sub/c");
    assertThat(workspace.attached(".")).containsExactly("a", "sub/a");
  }

  @Test
  void giveWayToOurOwn() throws IOException {
    workspace
        .write(".ignore", "a\n!c\n")
        .write(".aiexclude", "b\n")
        .write(".attacheignore", "!a\n!b\nc\n")
        .files("a", "b", "c");
    assertThat(workspace.attached(".")).containsExactly("a", "b");
  }
}
