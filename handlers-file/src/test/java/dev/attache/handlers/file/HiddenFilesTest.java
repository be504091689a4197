package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that begin with a dot: hidden, unless git tracks them. */
class HiddenFilesTest {

  @TempDir Path temporary;

  private Workspace workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspace.in(temporary);
  }

  private void track(String... paths) throws IOException {
    Git.init(workspace.path(".git"));
    Git.track(workspace.path(".git"), paths);
  }

  @Test
  void areIncludedWhereGitTracksThem() throws IOException {
    track(".editorconfig", ".github/workflows/ci.yml", "src/.keep");
    workspace
        .files(".editorconfig", ".envrc", ".github/workflows/ci.yml", ".github/workflows/new.yml")
        .files(".idea/x.xml", "src/.keep", "src/.swp");
    assertThat(workspace.resolve("."))
        .containsExactly(
            "+ .editorconfig",
            "- .envrc (hidden: its name starts with a dot)",
            "- .git (hidden: its name starts with a dot)",
            "+ .github/workflows/ci.yml",
            "- .github/workflows/new.yml (hidden: a directory above starts with a dot, and git does"
                + " not track it)",
            "- .idea (hidden: its name starts with a dot)",
            "+ src/.keep",
            "- src/.swp (hidden: its name starts with a dot)");
  }

  @Test
  void areFoundByPatternsWhereGitTracksThem() throws IOException {
    track(".github/workflows/ci.yml");
    workspace.files("a.yml", ".github/workflows/ci.yml", ".github/workflows/new.yml", ".b.yml");
    assertThat(workspace.resolve("**/*.yml"))
        .containsExactly(
            "- .b.yml (hidden: its name starts with a dot)",
            "- .git (hidden: its name starts with a dot)",
            "+ .github/workflows/ci.yml",
            "- .github/workflows/new.yml (hidden: a directory above starts with a dot, and git does"
                + " not track it)",
            "+ a.yml");
    assertThat(workspace.attached(".github/**"))
        .containsExactly(".github/workflows/ci.yml", ".github/workflows/new.yml");
  }

  @Test
  void areTheSameWhateverIsIgnored() throws IOException {
    track(".a/b", "c/.d");
    workspace.files(".a/b", ".a/e", "c/.d", "c/.f").with("ignore", false);
    assertThat(workspace.attached(".")).containsExactly(".a/b", "c/.d");
    assertThat(Workspace.at(workspace.path("c")).with("ignore", false).attached("."))
        .containsExactly(".d");
  }

  @Test
  void areTrackedByARepositoryAboveTheWorkspace() throws IOException {
    track("in/.a", "in/.b/c");
    workspace.files("in/.a", "in/.b/c", "in/.b/d");
    assertThat(Workspace.at(workspace.path("in")).attached(".")).containsExactly(".a", ".b/c");
  }

  @Test
  void belowANamedDirectoryAreTheNamesOfItsOwn() throws IOException {
    track(".a/.tracked");
    workspace.files(".a/b", ".a/c/d", ".a/.tracked", ".a/.other");
    assertThat(workspace.resolve(".a"))
        .containsExactly(
            "- .a/.other (hidden: its name starts with a dot)",
            "+ .a/.tracked",
            "+ .a/b",
            "+ .a/c/d");
    assertThat(workspace.attached(".a/c", ".a/.other")).containsExactly(".a/c/d", ".a/.other");
  }

  @Test
  void countFromTheTopOfANestedRepository() throws IOException {
    track(".sub", "x");
    for (String nested : new String[] {".sub", ".cache/clone", "plain"}) {
      workspace.files(nested + "/a", nested + "/.b", nested + "/.c");
      Git.init(workspace.path(nested + "/.git"));
      Git.track(workspace.path(nested + "/.git"), ".b", "a");
    }
    assertThat(workspace.attached(".")).containsExactly(".sub/.b", ".sub/a", "plain/.b", "plain/a");
    assertThat(workspace.attached(".cache/clone"))
        .containsExactly(".cache/clone/.b", ".cache/clone/a");
  }

  @Test
  void areAllIncludedWhenTold() throws IOException {
    track(".a");
    workspace.files(".a", ".b/c").with("hidden", true);
    assertThat(workspace.resolve("."))
        .containsExactly("+ .a", "+ .b/c", "- .git (hidden: its name starts with a dot)");
  }

  @Test
  void stayOutIfTheyOftenHoldSecretsThoughTracked() throws IOException {
    track(".env", ".aws/credentials");
    workspace.files(".env", ".aws/credentials");
    String secret = " (sensitive: it often contains secrets; name it exactly to include it)";
    assertThat(workspace.resolve("."))
        .containsExactly(
            "- .aws/credentials" + secret,
            "- .env" + secret,
            "- .git (hidden: its name starts with a dot)");
  }

  @Test
  void areSaidToBeUnknownWhereTheIndexCannotBeRead() throws IOException {
    track(".a");
    workspace.files("b");
    Files.writeString(workspace.path(".git/index"), "DIRC");
    assertThat(workspace.resolve(".")).as("no name with a dot").hasSize(2);
    workspace.files(".a");
    assertThat(workspace.resolve("."))
        .containsExactly(
            "- .a (hidden: its name starts with a dot)",
            "- .git (hidden: its name starts with a dot)",
            "+ b",
            "# . ($W/.git/index: is damaged; names that begin with a dot count as not tracked)");
  }
}
