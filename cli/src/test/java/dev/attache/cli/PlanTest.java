package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void showsWhatWouldBeAttachedAndWhatNot() {
    TestWorkspace workspace = workspace();
    CliRun run = workspace.run("plan", "--max-bytes", "1000", ".", "!**/*Test.java", "readme");
    Golden.assertMatches("plan/table.txt", run.out(), workspace);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void showsWhyATypeWasChosenWhenVerbose() {
    TestWorkspace workspace = workspace();
    Golden.assertMatches(
        "plan/verbose.txt", workspace.run("plan", "-v", "--hidden").out(), workspace);
  }

  @Test
  void writesOneObjectALineForPrograms() {
    TestWorkspace workspace = workspace();
    CliRun run = workspace.run("plan", "--json", "--max-bytes=1000", ".", "readme", "nothing");
    Golden.assertMatches("plan/all.jsonl", run.out(), workspace);
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
            "ACTION      BYTES    TOKENS  TYPE                      URI",
            "attach          ?         ?  ?                         stdin:-",
            "1 to attach, 0 B and 1 of unknown size, about 0 tokens; 0 left out");
  }

  @Test
  void reportsWhatIsMissingAndPlansTheRest() {
    CliRun run = workspace().run("plan", "missing", "data.bin");
    assertThat(run.outLines().get(2)).isEqualTo("1 to attach, 3 B, about 0 tokens; 0 left out");
    assertThat(run.err()).isEqualTo("attache: missing: no such file or directory\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void printsNothingWhenStrictAndSomethingFails() {
    CliRun run = workspace().run("plan", "--strict", "missing", "data.bin");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }
}
