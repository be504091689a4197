package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** References as one ordered list in which the last that matches wins. */
class OrderedReferencesTest {

  @TempDir Path temporary;

  private Workspace workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace =
        Workspace.in(temporary)
            .files("src/A.java", "src/main/B.java", "src/test/ATest.java")
            .files("src/test/KeepTest.java", "src/test/x/CTest.java", "doc/a.md", "doc/b.md");
  }

  @Test
  void takesBackWhatALaterReferenceNames() {
    assertThat(workspace.plan("src", "!**/*Test.java", "src/test/KeepTest.java"))
        .containsExactly(
            "+ src/A.java",
            "+ src/main/B.java",
            "- src/test/ATest.java (excluded: by !**/*Test.java)",
            "+ src/test/KeepTest.java",
            "- src/test/x/CTest.java (excluded: by !**/*Test.java)",
            "- src/test/KeepTest.java (duplicate: named before by src)");
  }

  @Test
  void excludesWhatAnEarlierReferenceNamedExactly() {
    assertThat(workspace.resolve("src/A.java", "doc/a.md", "!src"))
        .containsExactly("- src/A.java (excluded: by !src)", "+ doc/a.md");
  }

  @Test
  void saysThatAnExclusionComesTooEarly() {
    assertThat(workspace.resolve("!doc/a.md", "doc"))
        .containsExactly(
            "# !doc/a.md (excludes nothing, because no files are named before it; write it after what it takes away from)",
            "+ doc/a.md",
            "+ doc/b.md");
  }

  @Test
  void letsAnExclusionBetweenTwoReferencesApplyToTheFirstOnly() {
    assertThat(workspace.resolve("doc/a.md", "!doc", "doc/b.md"))
        .containsExactly("- doc/a.md (excluded: by !doc)", "+ doc/b.md");
    assertThat(workspace.resolve("doc", "!doc/a.md", "!doc/b.md", "doc/a.md"))
        .containsExactly(
            "+ doc/a.md",
            "- doc/b.md (excluded: by !doc/b.md)",
            "- doc/a.md (duplicate: named before by doc)");
  }

  @Test
  void reachesBelowAnExcludedDirectoryOnlyWhereALaterReferenceDoes() {
    assertThat(workspace.resolve("src", "!src/test"))
        .containsExactly(
            "+ src/A.java", "+ src/main/B.java", "- src/test (excluded: by !src/test)");
    assertThat(workspace.resolve("src", "!src/test", "src/test/x/*.java"))
        .containsExactly(
            "+ src/A.java",
            "+ src/main/B.java",
            "- src/test/ATest.java (excluded: by !src/test)",
            "- src/test/KeepTest.java (excluded: by !src/test)",
            "+ src/test/x/CTest.java",
            "- src/test/x/CTest.java (duplicate: named before by src)");
    assertThat(workspace.attached("src", "!src/test", "**/KeepTest.java"))
        .containsExactly("src/A.java", "src/main/B.java", "src/test/KeepTest.java");
  }

  @Test
  void letsTheLastOfManyWin() {
    assertThat(workspace.attached("doc", "!doc", "doc", "!doc", "doc/b.md", "!*.md", "**/a.md"))
        .containsExactly("doc/a.md");
    assertThat(workspace.attached("doc", "!**", "doc")).containsExactly("doc/a.md", "doc/b.md");
    assertThat(workspace.attached("doc", "src", "!**")).isEmpty();
  }

  @Test
  void attachesAtTheFirstPlace() {
    assertThat(workspace.resolve("doc/b.md", "doc", "**/a.md", "file:doc/b.md"))
        .containsExactly(
            "+ doc/b.md",
            "+ doc/a.md",
            "- doc/b.md (duplicate: named before by doc/b.md)",
            "- doc/a.md (duplicate: named before by doc)",
            "- doc/b.md (duplicate: named before by doc/b.md)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "!src/test",
        "!src/test/",
        "!./src/test",
        "!src//test/.",
        "!src/main/../test",
        "!gone/../src/test",
        "!test",
        "!test/",
        "!t*t",
        "!src/t?st",
        "!src/[t]est/",
        "!**/test",
        "!{nothing,test}",
        "!src/{x,t*}",
        "!/src/test",
        "!/src/*t",
        "!file:src/test",
        "!FILE:src/./test",
        "!file:src/test/",
        "!file:src/%74est",
        "!to test",
        "!to src/test",
        "!to src/te*",
        "!to test/../t*",
      })
  void spellsAnExclusionInManyWays(String exclusion) throws IOException {
    workspace.link("to test", "src/test").link("to src", "src");
    assertThat(workspace.attached("src", exclusion))
        .containsExactly("src/A.java", "src/main/B.java");
  }

  @Test
  void readsAbsoluteExclusionsBelowTheWorkspace() throws IOException {
    workspace.link("to src", "src");
    for (String path : List.of("/src/test", "/src/te*", "/to src/test", "/to src/t*", "/*/test")) {
      assertThat(workspace.attached("src", "!" + workspace.root() + path))
          .as(path)
          .containsExactly("src/A.java", "src/main/B.java");
    }
    assertThat(workspace.attached("src", "!file://" + workspace.root() + "/src/test"))
        .containsExactly("src/A.java", "src/main/B.java");
    assertThat(workspace.attached("src", "!" + workspace.root())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[id].tsx", "a\\b", "{a}", "*", "a,b", "#L1", "?", "file:x", "!x"})
  void excludesAFileOfAnyName(String name) throws IOException {
    workspace.files("odd/" + name, "odd/other");
    assertThat(workspace.attached("odd", "!odd/" + name)).containsExactly("odd/other");
    assertThat(workspace.attached("odd", "!" + workspace.root() + "/odd/" + name))
        .containsExactly("odd/other");
  }

  @Test
  void excludesNothingElseThanAFileOfOddName() throws IOException {
    workspace.files("odd/[id]", "odd/i", "odd/a\\b", "odd/ab", "odd/{i}");
    assertThat(workspace.attached("odd", "!odd/[id]", "!odd/a\\b", "!odd/{i}"))
        .containsExactly("odd/ab", "odd/i");
  }

  @Test
  void restrictsAnExclusionWithASlashAtItsEndToDirectories() throws IOException {
    workspace.files("x/doc");
    assertThat(workspace.resolve("x", "!doc/"))
        .containsExactly(
            "+ x/doc",
            "# !doc/ (excludes nothing: no file before it matches; patterns are as in .gitignore, such as !test or !*.log)");
    assertThat(workspace.resolve("x", "!doc")).containsExactly("- x/doc (excluded: by !doc)");
  }

  @Test
  void failsOnAnExclusionThatNothingCanMatch() throws IOException {
    Path outside = Files.createDirectory(temporary.toRealPath().resolve("outside"));
    String denied = " (DENIED: points outside the workspace, to " + outside + ")";
    assertThat(workspace.resolve("doc", "!", "!.", "![a", "!../outside", "!../outside/*.md"))
        .containsExactly(
            "+ doc/a.md",
            "+ doc/b.md",
            "! ! (INVALID_URI: glob () must name something)",
            "! !. (INVALID_URI: glob (.) must name something)",
            "! ![a (INVALID_URI: glob ([a) has an unclosed [, at character 1)",
            "! !../outside" + denied,
            "! !../outside/*.md" + denied);
  }

  @Test
  void goesOnPastABadReference() {
    assertThat(workspace.resolve("gone", "doc/a.md", "file:%zz", "doc/b.md"))
        .containsExactly(
            "! gone (NOT_FOUND: no such file or directory)",
            "+ doc/a.md",
            "! file:%zz (INVALID_URI:" + " has a % that is not followed by two hexadecimal digits)",
            "+ doc/b.md");
  }

  @Test
  void excludesAPlaceAlsoWhereAnotherRootLeadsToIt() throws IOException {
    Path around = temporary.toRealPath();
    Files.createDirectories(around.resolve("doc"));
    Files.writeString(around.resolve("doc/a.md"), "outer");
    workspace.withRoot(around);
    assertThat(workspace.resolve("../doc", "../w/doc/*", "..", "!doc/a.md"))
        .contains("+ " + around + "/doc/a.md", "+ doc/b.md", "- doc/a.md (excluded: by !doc/a.md)")
        .doesNotContain("+ doc/a.md", "+ " + around + "/w/doc/a.md");
    assertThat(workspace.attached("..", "!" + around + "/w/src", "!doc", "!../doc/a.md")).isEmpty();
    assertThat(workspace.plan("..", "!src", "!../doc"))
        .contains("+ doc/a.md", "- " + around + "/doc (excluded: by !../doc)");
  }
}
