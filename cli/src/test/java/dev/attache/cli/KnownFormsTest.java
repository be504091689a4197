package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forms that people know from other tools and try here. */
class KnownFormsTest {

  @TempDir Path temporary;

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary)
        .file("README.md", "# Read me\n")
        .file("docs/page.md", "page\n")
        .file("src/Main.java", "class Main {}\nclass Two {}\nclass Three {}\n")
        .file("src/deep/Deep.java", "class Deep {}\n")
        .file("src/deep/build.kts", "plugins {}\n")
        .file("src/deep/DeepTest.java", "class DeepTest {}\n");
  }

  /** The names that a line resolves. */
  private static List<String> names(CliRun run) {
    return run.json().stream().map(row -> row.get("name").asText()).toList();
  }

  @Test
  void resolvesWhereNoCommandIsNamed() {
    assertThat(workspace().run("README.md", "src/deep").out())
        .isEqualTo(workspace().run("resolve", "README.md", "src/deep").out())
        .contains("# Read me", "class Deep {}");
    assertThat(names(workspace().run("--json", "src/Main.java"))).containsExactly("src/Main.java");
    assertThat(names(workspace().run("-e", "kts", "--json"))).containsExactly("src/deep/build.kts");
  }

  @Test
  void stillSaysThatACommandIsUnknown() {
    CliRun run = workspace().run("stor");
    assertThat(run.err()).startsWith("attache: unknown command \"stor\"; did you mean store?\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(workspace().run("--nosuch").err()).startsWith("attache: unknown option --nosuch");
  }

  @Test
  void readsThePipeWhereNothingIsNamed() {
    assertThat(workspace().piped("piped\n").run("resolve", "--json").json())
        .singleElement()
        .satisfies(row -> assertThat(row.get("text").asText()).isEqualTo("piped\n"));
    assertThat(workspace().piped("fn a() {}\n").run("resolve", "--name", "a.rs").out())
        .startsWith("<resource uri=\"stdin:a.rs\">");
  }

  @Test
  void takesAnEmptyPipeForNoAnswer() {
    CliRun run = workspace().piped("").run("resolve");
    assertThat(run.err())
        .isEqualTo(
            "attache: stdin:-: standard input is empty and nothing else is named; use . for the"
                + " workspace\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace().piped("").run("resolve", "-").exitCode()).isZero();
  }

  @Test
  void leavesThePipeAloneWhereSomethingIsNamed() {
    assertThat(names(workspace().piped("piped\n").run("resolve", "--json", "README.md")))
        .containsExactly("README.md");
    assertThat(names(workspace().piped("piped\n").run("resolve", "--json", "-e", "kts")))
        .containsExactly("src/deep/build.kts");
  }

  @ParameterizedTest
  @CsvSource({
    "-e java src, src/Main.java src/deep/Deep.java src/deep/DeepTest.java",
    "-e .kts -e md src README.md docs, src/deep/build.kts README.md docs/page.md",
    "--extension=kts ., src/deep/build.kts",
    "--include *.md, README.md docs/page.md",
    "--include deep/*.java src, src/deep/Deep.java src/deep/DeepTest.java",
    "--exclude *Test.java -e java src, src/Main.java src/deep/Deep.java",
    "--exclude deep src, src/Main.java",
    "src !deep --exclude Main.java README.md, README.md"
  })
  void takesOfDirectoriesWhatGlobsMatch(String line, String expected) {
    CliRun run = workspace().run(("resolve --json " + line).split(" "));
    assertThat(names(run)).containsExactlyInAnyOrder(expected.split(" "));
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void notesWhereAGlobOfADirectoryMatchesNothing() {
    CliRun run = workspace().run("resolve", "-e", "kts", "src", "docs");
    assertThat(run.err()).isEqualTo("attache: docs/**/*.kts: matches nothing\n");
    assertThat(run.out()).doesNotContain("not-attached");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void takesLinesAfterAColon() {
    assertThat(workspace().run("resolve", "--json", "src/Main.java:2-3").json())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.get("uri").asText()).endsWith("/src/Main.java#L2-3");
              assertThat(row.get("text").asText()).isEqualTo("class Two {}\nclass Three {}\n");
            });
    TestWorkspace named = workspace().file("odd:1", "a name with a colon\n").file("odd", "x\n");
    assertThat(named.run("resolve", "odd:1").out()).contains("a name with a colon");
  }

  @Test
  void saysWhatAPatternWouldMatchFurtherDown() {
    CliRun run = workspace().run("resolve", "*.java");
    assertThat(run.errLines())
        .containsExactly(
            "attache: *.java: matches nothing", "attache: did you mean '**/*.java' (3 files)?");
    assertThat(workspace().run("plan", "*.kts").errLines())
        .containsExactly(
            "attache: *.kts: matches nothing", "attache: did you mean '**/*.kts' (1 file)?");
    assertThat(workspace().run("resolve", "*.nosuch").errLines())
        .containsExactly("attache: *.nosuch: matches nothing");
  }

  @ParameterizedTest
  @CsvSource({"30, 0", "45s, 0", "5m, 0", "1h, 0", "0, 2", "25h, 2", "5x, 2", "-1, 2"})
  void takesTimesWithUnits(String time, int exitCode) {
    CliRun run = workspace().run("resolve", "--timeout=" + time, "README.md");
    assertThat(run.exitCode()).isEqualTo(exitCode);
    if (exitCode != 0) {
      assertThat(run.err())
          .startsWith(
              "attache: --timeout ("
                  + time
                  + ") must be a time from 1s to 24h, such as 30, 90s or 5m\n");
    }
  }

  @Test
  void hasShortFormsForGit() {
    List<String> uris =
        workspace().run("plan", "--json", "--git-diff", "--git-log", "3").json().stream()
            .map(row -> row.get("uri").asText())
            .toList();
    assertThat(uris)
        .containsExactly("cmd://git?arg=diff&arg=HEAD", "cmd://git?arg=log&arg=-n&arg=3");
    assertThat(workspace().run("plan", "--git-log", "few").err())
        .startsWith("attache: --git-log (few) must be a whole number from 1 to 2147483647\n");
  }

  @Test
  void notesThatAnExclusionTakesNothingAway() {
    var workspace =
        workspace()
            .file("a/x.java", "x")
            .file("b/y.java", "y")
            .file("b/.env", "z")
            .file("list", "a\n!*.kt\n");
    String note =
        ": excludes nothing: no file before it matches; patterns are as in .gitignore, such as !test or !*.log\n";
    assertThat(workspace.run("resolve", "a", "b", "!*.kt", "!*.java").err())
        .startsWith("attache: !*.kt" + note)
        .doesNotContain("*.java: ");
    assertThat(workspace.run("resolve", "a", "b", "--exclude", "*.kt").err())
        .startsWith("attache: !*.kt" + note);
    assertThat(workspace.run("resolve", "b", "!.env").err()).doesNotContain("nothing");
    assertThat(workspace.run("resolve", "--from", workspace.path("list").toString()).err())
        .isEqualTo("attache: !*.kt" + note);
    assertThat(workspace.run("plan", "a", "!b").err()).isEqualTo("attache: !b" + note);
    assertThat(workspace.run("plan", "a/x.java", "!*.java", "-q").err()).isEmpty();
  }
}
