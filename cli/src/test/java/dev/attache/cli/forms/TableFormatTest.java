package dev.attache.cli.forms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.CliRun;
import dev.attache.cli.TestWorkspace;
import dev.attache.test.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableFormatTest {

  @TempDir Path temporary;

  @Test
  void hasARowForEachSnapshot() {
    var workspace =
        TestWorkspace.in(temporary)
            .file("a.txt", "hello\n")
            .file("data.bin", new byte[] {0, 1, 2})
            .file("sheet.xlsx", new byte[] {'P', 'K', 3, 4, 0, 0})
            .file("src/Größe.java", "class Größe {}\n");
    CliRun run = workspace.run("resolve", "--format", "table");
    Golden.assertMatches("table/snapshots.txt", workspace.portable(run.out()));
    assertThat(run.err())
        .isEqualTo("attache: sheet.xlsx: not converted: it is damaged and cannot be read\n");
  }

  @Test
  void keepsARowOnOneLineWhateverTheNameIs() {
    var workspace = TestWorkspace.in(temporary).file("a\nblob  1\u001b[31m.txt", "x");
    assertThat(workspace.run("resolve", "-f", "table").outLines())
        .containsExactly(
            "KIND       BYTES  DIGEST        TYPE                      NAME",
            "text           1  2d711642b726  text/plain                "
                + "a\\u000ablob  1\\u001b[31m.txt");
  }

  @Test
  void hasNothingButItsHeadForNothing() {
    assertThat(TestWorkspace.in(temporary).run("resolve", "-f", "table").outLines())
        .containsExactly("KIND       BYTES  DIGEST        TYPE                      NAME");
  }
}
