package dev.attache.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import dev.attache.test.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CanonicalizeTest {

  @TempDir Path temporary;

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary).file("a.txt", "a").file("src/B.java", "b");
  }

  @Test
  void printsOneUriALineInTheOrderOfTheReferences() {
    TestWorkspace workspace = workspace();
    CliRun run =
        workspace.run(
            "canonicalize",
            "src/../a.txt",
            "nope/ö x.txt",
            "file:src/B.java#L1-2",
            "FILE://LOCALHOST" + workspace.path("a.txt"),
            "src/");
    Golden.assertMatches("canonicalize/lines.txt", workspace.portable(run.out()));
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void reportsWhatHasNoCanonicalUriAndGoesOn() {
    TestWorkspace workspace = workspace();
    CliRun run =
        workspace.run("canonicalize", "ftp://x/", "a.txt", "file://other/x", "file:///a%2Fb");
    assertThat(run.out()).isEqualTo(workspace.uri() + "/a.txt\n");
    assertThat(run.errLines())
        .containsExactly(
            "attache: ftp://x/: no handler for the scheme \"ftp\" (known: bitbucket, cmd, codeberg,"
                + " file, git+file, git+http, git+https, git+ssh, github, gitlab, http, https, mcp),"
                + " and no file of that name",
            "attache: file://other/x: names another host (other); only local files can be read",
            "attache: file:///a%2Fb: must not contain an encoded slash (%2F)");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void readsLinesFromStandardInput() {
    TestWorkspace workspace = workspace().standardInput("a.txt\n\n \nsrc\r\nlast");
    CliRun run = workspace.run("canonicalize");
    assertThat(run.out()).isEqualTo("%1$s/a.txt\n%1$s/src\n%1$s/last\n".formatted(workspace.uri()));
    assertThat(workspace.standardInput("src\n").run("canonicalize", "a.txt", "-", "b").out())
        .isEqualTo("%1$s/a.txt\n%1$s/src\n%1$s/b\n".formatted(workspace.uri()));
  }

  @Test
  void reportsALineThatIsNotUtf8InsteadOfGivingAnotherFilesUri() {
    TestWorkspace workspace =
        workspace().standardInput("b\u00ff.txt\na.txt\n".getBytes(ISO_8859_1));
    CliRun run = workspace.run("canonicalize");
    assertThat(run.out()).isEqualTo(workspace.uri() + "/a.txt\n");
    assertThat(run.err()).isEqualTo("attache: b\uFFFD.txt: is not UTF-8\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void answersEachJsonStringWithOneObject() {
    TestWorkspace workspace =
        workspace()
            .standardInput(
                """
                "a.txt"

                "src\\/..\\/a.txt"
                "\\ud800"
                "\\uD83D\\uDE00 \\u202e"
                not json
                17
                null
                ["a.txt"]
                "a.txt" "b.txt"
                "never closed
                ""
                "ftp://x/"
                "file:///%00"
                "line\\nfeed"
                "a.txt"
                """);
    CliRun run = workspace.run("canonicalize", "--json");
    Golden.assertMatches("canonicalize/answers.jsonl", workspace.portable(run.out()));
    assertThat(run.json()).hasSize(16);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void answersJsonThatIsNotUtf8WithAnError() {
    CliRun run =
        workspace()
            .standardInput("\"\u00ff\"\n\"a.txt\"\n".getBytes(ISO_8859_1))
            .run("canonicalize", "--json");
    assertThat(run.outLines().get(0))
        .isEqualTo(
            "{\"input\":\"\\\"\uFFFD\\\"\","
                + "\"error\":{\"kind\":\"INVALID_URI\",\"message\":\"is not UTF-8\"}}");
    assertThat(run.json()).hasSize(2);
  }

  @Test
  void takesParametersAsTheyAreEvenWithJson() {
    TestWorkspace workspace = workspace();
    assertThat(workspace.run("canonicalize", "--json", "a.txt").out())
        .isEqualTo("{\"input\":\"a.txt\",\"uri\":\"%s/a.txt\"}\n".formatted(workspace.uri()));
  }

  @Test
  void printsNothingWhenStrictAndSomethingFails() {
    CliRun run = workspace().run("canonicalize", "--strict", "a.txt", "ftp://x/");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void isAFixedPoint() {
    TestWorkspace workspace = workspace();
    String once = workspace.run("canonicalize", "src/B.java#L3", "ä b%.txt", "x;y@z").out();
    assertThat(workspace.standardInput(once).run("canonicalize", "-").out()).isEqualTo(once);
  }
}
