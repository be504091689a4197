package dev.attache.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.CliRun;
import dev.attache.cli.TestWorkspace;
import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The options that every command takes, and the references. */
class RunTest {

  @TempDir Path temporary;

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary)
        .file(".config/x", "hidden")
        .file(".gitignore", "*.log\n")
        .file("a.txt", "1234567890")
        .file("b.log", "ignored")
        .file("c.txt", "12345")
        .file("d.txt", "1");
  }

  private List<String> names(String... line) {
    return workspace().run(line).snapshots().stream().map(o -> o.get("name").asText()).toList();
  }

  @Test
  void attachTheWorkspaceIfNothingIsNamed() {
    assertThat(names("resolve", "--json")).containsExactly("a.txt", "c.txt", "d.txt");
    assertThat(names("resolve", "--json", "!c.txt")).containsExactly("a.txt", "d.txt");
  }

  @Test
  void includeWhatIgnoreFilesName() {
    assertThat(names("resolve", "--json", "--no-ignore"))
        .containsExactly("a.txt", "b.log", "c.txt", "d.txt");
  }

  @Test
  void includeHiddenFiles() {
    assertThat(names("resolve", "--json", "--hidden"))
        .containsExactly(".config/x", ".gitignore", "a.txt", "c.txt", "d.txt");
  }

  @Test
  void keepTheOrderOfParametersAndAttachOptions() {
    assertThat(names("resolve", "--json", "d.txt", "-a", "a.txt", "c.txt", "--attach=b.log"))
        .containsExactly("d.txt", "a.txt", "c.txt", "b.log");
    assertThat(names("resolve", "-a", "!d.txt", "--json", ".", "-a!a.txt"))
        .containsExactly("c.txt", "d.txt");
  }

  @Test
  void allowFilesUnderFurtherRoots() throws IOException {
    Path other = Files.createDirectory(temporary.resolve("other root"));
    Files.writeString(other.resolve("x.txt"), "x");
    String file = other.resolve("x.txt").toRealPath().toString();
    String directory = other.toRealPath().toString();
    CliRun refused = workspace().run("resolve", "--json", directory + "/*");
    assertThat(refused.err())
        .isEqualTo(
            "attache: %1$s/*: points outside the workspace, to %1$s; add --root to allow it\n"
                .formatted(directory));
    CliRun typed = workspace().run("resolve", "--json", file);
    assertThat(typed.err())
        .isEqualTo(
            "attache: " + file + ": included because you named it (outside the workspace)\n");
    CliRun allowed =
        workspace()
            .run("resolve", "--json", "--root=/", "--root", other.toString(), directory + "/*");
    assertThat(allowed.err()).isEmpty();
    assertThat(allowed.json()).extracting(o -> o.get("name").asText()).containsExactly(file);
  }

  @Test
  void leaveOutWhatDoesNotFitIntoTheTotalInTheOrderOfTheReferences() {
    for (String jobs : List.of("1", "2", "8", "64")) {
      CliRun run = workspace().run("resolve", "--json", "--max-total-bytes=11", "--jobs", jobs);
      assertThat(run.snapshots())
          .extracting(o -> o.get("name").asText())
          .containsExactly("a.txt", "d.txt");
      assertThat(run.json().get(1).toString())
          .isEqualTo(
              ("{\"omitted\":{\"reference\":\".\",\"uri\":\"%s/c.txt\",\"name\":\"c.txt\",\"reason\":\"over-limit\",\"message\":\"its"
                      + " 5 bytes would exceed the total of 11 bytes\"}}")
                  .formatted(workspace().uri()));
      assertThat(run.errLines())
          .containsExactly(
              "attache: c.txt: skipped, over-limit: its 5 bytes would exceed the total of 11"
                  + " bytes",
              "attache: skipped 3: 1 ignored, 2 hidden (-v lists them)");
      assertThat(run.exitCode()).isZero();
    }
  }

  @Test
  void failForWhatWasNamedAndDoesNotFitIntoTheTotal() {
    CliRun run = workspace().run("resolve", "--max-total-bytes=11", "a.txt", "c.txt", "d.txt");
    assertThat(run.out())
        .contains("path=\"a.txt\"", "path=\"d.txt\"")
        .endsWith(
            "<not-attached>\nc.txt: skipped, over-limit: its 5 bytes would exceed the total of 11"
                + " bytes\n</not-attached>\n");
    assertThat(run.err())
        .isEqualTo(
            "attache: c.txt: skipped, over-limit: its 5 bytes would exceed the total of 11 bytes;"
                + " raise it with --max-total-bytes\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void failWithStrictForAllThatIsDroppedForALimit() {
    CliRun run = workspace().run("resolve", "--strict", "--max-total-bytes=11");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace().run("resolve", "--max-total-bytes=11").exitCode()).isZero();
  }

  @Test
  void sayInOneLineWhatManyFilesWereLeftOutForALimit() {
    TestWorkspace workspace = workspace();
    for (int i = 10; i < 60; i++) {
      workspace.file("many/" + i + ".txt", "0123456789");
    }
    CliRun run = workspace.run("resolve", "--max-total-bytes=100", "many");
    assertThat(run.errLines())
        .containsExactly(
            "attache: skipped 40 for a limit, the first many/20.txt: its 10 bytes would exceed the"
                + " total of 100 bytes; raise it with --max-total-bytes or --max-bytes (-v lists"
                + " them)");
    assertThat(run.out())
        .endsWith(
            "<not-attached>\nmany/: 40 skipped, over-limit; the first is many/20.txt: its 10 bytes"
                + " would exceed the total of 100 bytes\n</not-attached>\n");
    assertThat(workspace.run("resolve", "-v", "--max-total-bytes=100", "many").errLines())
        .hasSize(40);
  }

  @Test
  void sayInOneLineThatManyNamedFilesAreOverALimit() {
    TestWorkspace workspace = workspace();
    var line = new ArrayList<>(List.of("resolve", "--max-total-bytes=100"));
    for (int i = 10; i < 60; i++) { // as a shell writes out many/*
      workspace.file("many/" + i + ".txt", "0123456789");
      line.add("many/" + i + ".txt");
    }
    CliRun run = workspace.run(line.toArray(String[]::new));
    String one =
        "attache: many/%d.txt: skipped, over-limit: its 10 bytes would exceed the total of";
    assertThat(run.errLines())
        .containsExactly(
            one.formatted(20) + " 100 bytes; raise it with --max-total-bytes",
            one.formatted(21) + " 100 bytes; raise it with --max-total-bytes",
            one.formatted(22) + " 100 bytes; raise it with --max-total-bytes",
            "attache: skipped 37 more that were named, for a limit; raise it with"
                + " --max-total-bytes or --max-bytes (-v lists them)");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    line.set(1, "--max-bytes=9");
    assertThat(workspace.run(line.toArray(String[]::new)).errLines()).hasSize(4);
    line.add("-v");
    assertThat(workspace.run(line.toArray(String[]::new)).errLines()).hasSize(50);
  }

  @Test
  void planTheSameTotalAsIsResolved() {
    assertThat(workspace().run("plan", "--max-total-bytes=11").out())
        .contains("over-limit")
        .containsPattern("\n2 to attach, 11 B, ≈ [0-9]+ tokens as a prompt; 4 skipped\n$");
  }

  @ParameterizedTest
  @CsvSource({
    "10, 3",
    "9, 2",
    "1, 1",
    "0, 0",
    "1K, 3",
    "1k, 3",
    "1 KiB, 3",
    "1MB, 3",
    "8388607T, 3"
  })
  void limitTheBytesOfOneItem(String size, int attached) {
    CliRun run = workspace().run("resolve", "--json", "--max-bytes", size);
    assertThat(run.snapshots()).hasSize(attached);
    assertThat(run.json()).hasSize(3);
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void failForAnItemThatIsTooLargeAndWasNamed() {
    CliRun run = workspace().run("resolve", "--max-bytes=9", "a.txt");
    assertThat(run.err())
        .isEqualTo(
            "attache: a.txt: has 10 bytes, more than the limit of 9; raise it with --max-bytes\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "3", "1024"})
  void giveTheSameResultWithAnyNumberOfJobs(String jobs) {
    assertThat(workspace().run("resolve", "-j", jobs).out())
        .isEqualTo(workspace().run("resolve").out());
  }

  @Test
  void sumUpWhatWasLeftOutByRule() {
    CliRun run = workspace().run("resolve", ".", "a.txt");
    assertThat(run.err())
        .isEqualTo("attache: skipped 4: 1 ignored, 2 hidden, 1 duplicate (-v lists them)\n");
  }

  @Test
  void listWhatWasLeftOutWhenVerbose() {
    CliRun run = workspace().run("resolve", "-v", ".", "!c.txt", "a.txt");
    assertThat(run.errLines())
        .containsExactly(
            "attache: .config: skipped, hidden: its name starts with a dot",
            "attache: .gitignore: skipped, hidden: its name starts with a dot",
            "attache: b.log: skipped, ignored: by .gitignore:1 `*.log`",
            "attache: c.txt: skipped, excluded: by !c.txt",
            "attache: a.txt: skipped, duplicate: named before by .");
  }

  @Test
  void sayNothingButErrorsWhenQuiet() {
    CliRun run =
        workspace().run("resolve", "-q", "-v", ".", "b.log", "missing", "--max-total-bytes=3");
    assertThat(run.errLines())
        .containsExactly(
            "attache: b.log: skipped, over-limit: its 7 bytes would exceed the total of 3 bytes;"
                + " raise it with --max-total-bytes",
            "attache: missing: no such file or directory");
  }

  @Test
  void noteThatANamedFileIsAttachedAgainstTheRules() {
    CliRun run = workspace().run("resolve", "-f", "table", "b.log");
    assertThat(run.outLines()).hasSize(2);
    assertThat(run.err())
        .isEqualTo(
            "attache: b.log: included because you named it (ignored by .gitignore:1 `*.log`)\n");
  }

  @Test
  void sayThatAReferenceLeadsToNothing() throws IOException {
    TestWorkspace workspace = workspace();
    Files.createDirectory(workspace.path("empty"));
    for (String command : List.of("resolve", "plan")) {
      CliRun run = workspace.run(command, "empty", "*.nope", "d.txt", "!x");
      assertThat(run.errLines())
          .containsExactly(
              "attache: empty: contains no files",
              "attache: *.nope: matches nothing",
              "attache: !x: excludes nothing: no file before it matches; patterns are as in .gitignore, such as !test or !*.log");
      assertThat(run.exitCode()).isEqualTo(1);
    }
    assertThat(workspace.run("resolve", "-q", "empty").err()).isEmpty();
  }

  @Test
  void nameAnEmptyReference() {
    assertThat(workspace().run("resolve", "").err())
        .isEqualTo("attache: \"\": is empty; write . for the workspace\n");
  }

  @Test
  void nameAWorkspaceThroughALink() throws IOException {
    TestWorkspace workspace = workspace();
    Path link = Files.createSymbolicLink(temporary.resolve("link"), workspace.directory());
    assertThat(workspace.run("canonicalize", "--workspace", link.toString(), "a.txt").out())
        .isEqualTo(workspace.uri() + "/a.txt\n");
  }
}
