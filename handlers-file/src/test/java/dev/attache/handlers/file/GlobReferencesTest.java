package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Globs as references: what they attach, what they say about the rest. */
class GlobReferencesTest {

  @TempDir Path temporary;

  private Workspace workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspace.in(temporary);
  }

  @Test
  void failsWhenNothingMatches() throws IOException {
    workspace.files("a.txt", "src/A.java");
    assertThat(workspace.resolve("*.md", "src/**/*.kt", "a.txt"))
        .containsExactly(
            "! *.md (NOT_FOUND: matches nothing)",
            "! src/**/*.kt (NOT_FOUND: matches nothing)",
            "+ a.txt");
  }

  @Test
  void saysThatAllThatCouldMatchIsLeftOut() throws IOException {
    workspace.write(".gitignore", "target/\n").files("target/A.class");
    assertThat(workspace.resolve("**/*.class"))
        .containsExactly(
            "- target (ignored: by .gitignore:1 `target/`)",
            "! **/*.class (NOT_FOUND: matches only files in skipped directories)");
  }

  @Test
  void doesNotFailWhenAllThatMatchesIsLeftOut() throws IOException {
    workspace.write(".gitignore", "*.log\n").files("a.log");
    assertThat(workspace.resolve("*.log"))
        .containsExactly("- a.log (ignored: by .gitignore:1 `*.log`)");
  }

  @Test
  void notesAnEmptyDirectory() throws IOException {
    Files.createDirectories(workspace.path("empty/below"));
    assertThat(workspace.resolve("empty")).containsExactly("# empty (contains no files)");
  }

  @Test
  void failsWhenTheDirectoryOfAGlobIsMissingOrAFile() throws IOException {
    workspace.files("a.txt");
    assertThat(workspace.resolve("nowhere/*.md", "a.txt/*"))
        .containsExactly(
            "! nowhere/*.md (NOT_FOUND: no such file or directory)",
            "! a.txt/* (NOT_FOUND: matches nothing)");
  }

  @Test
  void takesAllBelowTheDirectoriesThatAGlobWithASlashAtItsEndNames() throws IOException {
    workspace.files("src/A.java", "src/main/B.java", "src/main/x/C.java", "src/main/.d/E.java");
    assertThat(workspace.resolve("src/*/"))
        .containsExactly(
            "- src/main/.d (hidden: its name starts with a dot)",
            "+ src/main/B.java",
            "+ src/main/x/C.java");
  }

  @Test
  void takesHiddenNamesOnlyWhereTheirDotIsWritten() throws IOException {
    workspace.files(".a/b.md", ".c.md", "d.md", ".git/e.md");
    assertThat(workspace.resolve("**/*.md"))
        .containsExactly(
            "- .a (hidden: its name starts with a dot)",
            "- .c.md (hidden: its name starts with a dot)",
            "- .git (hidden: its name starts with a dot)",
            "+ d.md");
    assertThat(workspace.attached(".[a-c]*/*.md", "**/.c.md")).containsExactly(".a/b.md", ".c.md");
  }

  @Test
  void entersTheDirectoryOfGitOnlyWhereItIsNamed() throws IOException {
    workspace.files(".git/a.md", ".git/.b/c.md", ".d/e.md").with("hidden", true);
    assertThat(workspace.resolve("**/*.md"))
        .containsExactly("+ .d/e.md", "- .git (hidden: its name starts with a dot)");
    assertThat(workspace.attached(".git/**")).containsExactly(".git/.b/c.md", ".git/a.md");
    assertThat(workspace.attached(".git")).containsExactly(".git/.b/c.md", ".git/a.md");
  }

  @Test
  void refusesToMixAbsoluteAndRelativePaths() throws IOException {
    workspace.files("src/a.txt");
    assertThat(workspace.resolve("{/etc,src}/*"))
        .containsExactly(
            "! {/etc,src}/* (INVALID_URI:"
                + " mixes absolute and relative paths; write a reference for each)");
  }

  @Test
  void matchesPathsAsTheReferenceSpellsThem() throws IOException {
    workspace.files("src/sub/A.java", "src/B.java").link("to sub", "src/sub").link("up", ".");
    assertThat(workspace.attached("to sub/*.java")).containsExactly("src/sub/A.java");
    assertThat(workspace.attached("to sub/../*.java")).containsExactly("src/B.java");
    assertThat(workspace.attached("src/../src/*.java")).containsExactly("src/B.java");
    assertThat(workspace.attached("up/up/src/**")).containsExactly("src/B.java", "src/sub/A.java");
    assertThat(workspace.attached("up/*/*.java")).containsExactly("src/B.java");
    assertThat(workspace.attached(workspace.root() + "/*/*.java")).containsExactly("src/B.java");
    assertThat(workspace.attached(workspace.root() + "/to sub/*"))
        .containsExactly("src/sub/A.java");
    assertThat(workspace.attached("./src//./*.java")).containsExactly("src/B.java");
  }

  @Test
  void readsBracesBracketsAndEscapes() throws IOException {
    workspace.files("a.md", "b.md", "c.txt", "d/e.md", "f{g}.md", "h*.md", "i].md", "é1.md");
    assertThat(workspace.attached("{a,d/*}.md")).containsExactly("a.md", "d/e.md");
    assertThat(workspace.attached("[!a-f]*.md")).containsExactly("é1.md", "h*.md", "i].md");
    assertThat(workspace.attached("*[]].md")).containsExactly("i].md");
    assertThat(workspace.attached("f\\{g}.md", "h\\*.md")).containsExactly("f{g}.md", "h*.md");
    assertThat(workspace.attached("é?.md")).containsExactly("é1.md");
    assertThat(workspace.attached("?.{txt,md}")).containsExactly("a.md", "b.md", "c.txt");
  }

  @Test
  void refusesAGlobThatIsNotClosed() throws IOException {
    assertThat(workspace.resolve("[a", "{a,b"))
        .containsExactly(
            "! [a (INVALID_URI: glob ([a) has an unclosed [, at character 1)",
            "! {a,b (INVALID_URI: glob ({a,b) has an unclosed {, at character 1)");
  }

  @Test
  void refusesAGlobOutsideTheWorkspaceUnlessItsDirectoryIsAllowed() throws IOException {
    Path other = Files.createDirectory(temporary.toRealPath().resolve("other"));
    Files.writeString(other.resolve("x.md"), "x");
    assertThat(workspace.resolve("../other/*.md"))
        .containsExactly(
            "! ../other/*.md (DENIED: points outside the workspace, to " + other + ")");
    assertThat(workspace.withRoot(other).resolve("../other/*.md", other + "/*.md"))
        .containsExactly(
            "+ " + other + "/x.md",
            "- " + other + "/x.md (duplicate: named before by ../other/*.md)");
  }

  @Test
  void refusesAWorkspaceWhoseNameIsNotUtf8() throws IOException {
    Path odd = Git.path(temporary.toRealPath(), "\u00ff");
    Workspace bad = Workspace.at(odd).files("a.md");
    assertThat(bad.resolve("*.md", ".", "a.md"))
        .containsExactly(
            "! *.md (INVALID_URI: its name is not UTF-8)",
            "! . (INVALID_URI: its name is not UTF-8)",
            "! a.md (INVALID_URI: its name is not UTF-8)");
  }
}
