package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.test.Golden;
import dev.attache.tokens.jtokkit.O200k;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanTest {

  @TempDir Path temporary;

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary)
        .file(".env", "SECRET=1\n")
        .file(".gitignore", "*.log\n")
        .file("big.iso", new byte[2000])
        .file("build.log", "ignored\n")
        .file("data.bin", new byte[] {0, 1, 2})
        .file("readme", "no extension\n")
        .file("src/Main.java", "class Main {}\n")
        .file("src/MainTest.java", "class MainTest {}\n");
  }

  /** The numbers depend on how long the workspace's own path is. */
  private static String withoutTokens(CliRun run) {
    return run.out()
        .replaceAll("(?m)^((?:attach|named) +[0-9]+ ) *[0-9.]+k?(?=  )", "$1        N")
        .replaceAll("≈ [0-9.]+k? tokens", "≈ N tokens")
        .replaceAll("\"tokens\":[1-9][0-9]*", "\"tokens\":N");
  }

  @Test
  void showsWhatWouldBeAttachedAndWhatNot() {
    TestWorkspace workspace = workspace();
    CliRun run = workspace.run("plan", "--max-bytes", "1000", ".", "!**/*Test.java", "readme");
    Golden.assertMatches("plan/table.txt", workspace.portable(withoutTokens(run)));
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void showsWhyATypeWasChosenWhenVerbose() {
    TestWorkspace workspace = workspace();
    Golden.assertMatches(
        "plan/verbose.txt",
        workspace.portable(withoutTokens(workspace.run("plan", "-v", "--hidden"))));
  }

  @Test
  void writesOneObjectALineForPrograms() {
    TestWorkspace workspace = workspace();
    CliRun run = workspace.run("plan", "--json", "--max-bytes=1000", ".", "readme", "nothing");
    Golden.assertMatches("plan/all.jsonl", workspace.portable(withoutTokens(run)));
    assertThat(run.err()).isEqualTo("attache: nothing: no such file or directory\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void hasEveryRequiredFieldInEveryObject() {
    List<JsonNode> rows =
        workspace().run("plan", "--json", "--max-bytes=1000", ".", "!**/*Test.java").json();
    assertThat(rows).hasSize(8);
    for (JsonNode row : rows) {
      assertThat(row.fieldNames())
          .toIterable()
          .startsWith(
              "reference", "uri", "name", "action", "reason", "bytes", "kind", "mimeType", "type");
    }
  }

  @Test
  void readsNoStandardInput() {
    var workspace = TestWorkspace.in(temporary).standardInput(new Untouchable());
    assertThat(workspace.run("plan", "-").outLines())
        .containsExactly(
            "ACTION      BYTES   ≈TOKENS  TYPE                      PATH",
            "attach          ?         ?  ?                         stdin:-",
            "1 to attach, 0 B and 1 of unknown size, ≈ 0 tokens as a prompt; 0 skipped");
  }

  @Test
  void reportsWhatIsMissingAndPlansTheRest() {
    CliRun run = workspace().run("plan", "missing", "data.bin");
    assertThat(run.outLines().get(2))
        .matches("0 to attach, 0 B, ≈ \\d+ tokens as a prompt; 1 only named, 0 skipped");
    assertThat(run.err()).isEqualTo("attache: missing: no such file or directory\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void printsNothingWhenStrictAndSomethingFails() {
    CliRun run = workspace().run("plan", "--strict", "missing", "data.bin");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  private TestWorkspace tree() {
    return TestWorkspace.in(temporary)
        .file("docs/a.md", "# Heading\n")
        .file("src/main/java/Large.java", "int sum = 1;\n".repeat(400))
        .file("src/main/java/Small.java", "class Small {}\n")
        .file("top.txt", "top\n");
  }

  @Test
  void showsWhatDirectoriesCostTheLargestFirst() {
    assertThat(tree().run("plan", "--tree").outLines())
        .extracting(line -> line.replaceAll(" {2,}", "  ").strip())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("≈TOKENS  BYTES  ITEMS  DIRECTORY"),
            line -> assertThat(line).matches("2\\.\\dk  5.1 KiB  4  \\."),
            line -> assertThat(line).matches("2\\.\\dk  5.1 KiB  2  src/main/java/"),
            line -> assertThat(line).matches("\\d\\d  10 B  1  docs/"),
            line ->
                assertThat(line)
                    .matches("4 to attach, 5.1 KiB, ≈ 2\\.\\dk tokens as a prompt; 0 skipped"));
  }

  @Test
  void countsExactlyWhatAPromptHas() {
    TestWorkspace workspace = tree();
    String line = workspace.run("plan", "--tokenizer", "o200k").outLines().get(5);
    long exact = new O200k().count(workspace.run("resolve").out());
    long planned = Long.parseLong(line.replaceFirst(".*KiB, (\\d+) tokens.*", "$1"));
    assertThat(planned).isCloseTo(exact, within(4L));
  }

  @ParameterizedTest
  @CsvSource({
    "tokens, src/main/java/Large.java",
    "size, src/main/java/Large.java",
    "path, docs/a.md"
  })
  void isSorted(String by, String first) {
    assertThat(tree().run("plan", "--sort", by).outLines().get(1)).endsWith(first);
  }

  @Test
  void refusesOptionsThatContradictEachOther() {
    CliRun sorted = tree().run("plan", "--tree", "--sort", "path");
    assertThat(sorted.err())
        .startsWith("attache: --tree cannot be combined with --sort or --json\n");
    assertThat(sorted.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(tree().run("plan", "--sort", "age").err())
        .startsWith("attache: --sort (age) must be tokens, size or path\n");
    assertThat(tree().run("plan", "--tokenizer", "gpt").err())
        .startsWith("attache: --tokenizer (gpt) must be estimate or o200k\n");
  }

  @Test
  void fitsTheTerminalAndCountsWhatRulesLeaveOut() {
    TestWorkspace workspace =
        TestWorkspace.in(temporary)
            .onTerminal()
            .environment(Map.of("COLUMNS", "60"))
            .file(".gitignore", "*.log\n")
            .file("build.log", "ignored\n")
            .file("a-name-that-needs-much-more-than-the-line-has.txt", "text\n");
    List<String> lines = workspace.run("plan").outLines();
    assertThat(lines).allMatch(line -> line.replaceAll("\u001b\\[[0-9]*m", "").length() <= 60);
    assertThat(lines.get(1)).matches("attach          5 +\\d+  …uch-more-than-the-line-has.txt");
    assertThat(lines.subList(2, 4))
        .containsExactly(
            "skip    1 ignored: build.log", "skip    1 hidden: .gitignore (-v lists them)");
  }

  @Test
  void hasALineForEachReasonOnATerminal() {
    TestWorkspace workspace = skipping().onTerminal().environment(Map.of("COLUMNS", "80"));
    assertThat(workspace.run("plan", "--max-bytes", "50").outLines().stream().skip(2))
        .containsExactly(
            "skip         1000            big0.txt  (1000 bytes, and the limit is 50)",
            "skip         1000            big1.txt  (1000 bytes, and the limit is 50)",
            "skip         1000            big2.txt  (1000 bytes, and the limit is 50)",
            "skip    25 ignored: logs/of-the-server/ (12), a-0/long/one.log, …",
            "skip     1 hidden: .gitignore",
            "skip     2 more too-large: big3.txt, big4.txt (-v lists them)",
            "1 to attach, 5 B, ≈ 12 tokens as a prompt; 31 skipped");
  }

  @Test
  void hasALineForEachReasonInATree() {
    assertThat(skipping().run("plan", "--tree", "--max-bytes", "50").outLines())
        .containsExactly(
            " ≈TOKENS       BYTES    ITEMS  DIRECTORY",
            "      12         5 B        1  .",
            "skip    25 ignored: logs/of-the-server/ (12), a-0/long/one.log, a-1/long/one.log,"
                + " a-10/long/one.log, a-11/long/one.log, …",
            "skip     1 hidden: .gitignore",
            "skip     5 too-large: big0.txt, big1.txt, big2.txt, big3.txt, big4.txt",
            "1 to attach, 5 B, ≈ 12 tokens as a prompt; 31 skipped");
  }

  /** Files that are skipped for several reasons, some of them in crowds. */
  private TestWorkspace skipping() {
    TestWorkspace workspace =
        TestWorkspace.in(temporary)
            .file(".gitignore", "*.log\n")
            .file("a.txt", "text\n")
            .file("build.log", "ignored\n");
    for (int i = 0; i < 12; i++) {
      workspace.file("logs/of-the-server/" + i + ".log", "ignored\n");
      workspace.file("a-" + i + "/long/one.log", "ignored\n");
    }
    for (int i = 0; i < 5; i++) {
      workspace.file("big" + i + ".txt", "x".repeat(1000));
    }
    return workspace;
  }

  @Test
  void knowsWhichTextsHoldKeys() {
    String key = "ghp_" + "0a1B2c3D4e5F6g7H8i9J".repeat(2).substring(0, 36);
    CliRun run = TestWorkspace.in(temporary).file("notes.txt", "token " + key).run("plan", ".");
    assertThat(run.outLines().get(1))
        .isEqualTo(
            "skip           46            sensitive                 notes.txt  (it contains what looks"
                + " like a GitHub token (line 1); name it exactly to include it)");
  }
}
