package dev.attache.handlers.file;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** References to some of the lines of a file. */
class LineReferencesTest {

  @TempDir Path temporary;

  private Workspace workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspace.in(temporary).write("a.txt", "one\ntwo\r\nthree\n\nfive");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.txt#L1|one\\n",
        "a.txt#L2|two\\r\\n",
        "a.txt#L4|\\n",
        "a.txt#L5|five",
        "a.txt#L2-3|two\\r\\nthree\\n",
        "a.txt#L2-L3|two\\r\\nthree\\n",
        "a.txt#L02-003|two\\r\\nthree\\n",
        "file:a.txt#L4-5|\\nfive",
        "./a.txt#L1-5|one\\ntwo\\r\\nthree\\n\\nfive",
      })
  void attachesTheLinesWithTheirLineFeeds(String reference, String lines) throws Exception {
    Snapshot snapshot = workspace.snapshots(reference).get(0);
    assertThat(text(snapshot)).isEqualTo(lines.translateEscapes());
    assertThat(snapshot.notes()).isEmpty();
    assertThat(snapshot.resource().mimeType()).isEqualTo("text/plain");
    assertThat(snapshot.resource().uri().value())
        .isEqualTo(workspace.resolver().canonicalize(reference).value())
        .endsWith(
            "/a.txt#"
                + Objects.requireNonNull(snapshot.resource().name()).substring("a.txt#".length()));
  }

  @Test
  void notesARangeThatTheFileEndsIn() {
    Snapshot snapshot = workspace.snapshots("a.txt#L4-9").get(0);
    assertThat(text(snapshot)).isEqualTo("\nfive");
    assertThat(snapshot.notes()).containsExactly("it ends with line 5");
    assertThat(snapshot.resource().name()).isEqualTo("a.txt#L4-9");
  }

  @Test
  void attachesDifferentLinesOfOneFileAsDifferentResources() {
    assertThat(workspace.resolve("a.txt#L1", "a.txt", "a.txt#L2", "a.txt#L1-1"))
        .containsExactly(
            "+ a.txt#L1", "+ a.txt", "+ a.txt#L2", "- a.txt (duplicate: named before by a.txt#L1)");
  }

  @Test
  void failsWhereThereAreNoSuchLines() throws IOException {
    Files.write(workspace.path("blob"), new byte[] {0, 1, 2});
    workspace.write("empty", "").files("src/A.java");
    assertThat(
            workspace.resolve(
                "a.txt#L6",
                "a.txt#L0",
                "a.txt#L9-3",
                "a.txt#foo",
                "empty#L1",
                "blob#L1",
                "src#L1",
                "src/*.java#L1",
                "gone#L1"))
        .containsExactly(
            "! a.txt#L6 (NOT_FOUND: has no line 6: its last line is 5)",
            "! a.txt#L0 (INVALID_URI: #L0 selects no lines;"
                + " write #L10 for one line or #L10-200 for several)",
            "! a.txt#L9-3 (INVALID_URI: #L9-3 selects no lines;"
                + " write #L10 for one line or #L10-200 for several)",
            "! a.txt#foo (NOT_FOUND: no such file or directory)",
            "! empty#L1 (NOT_FOUND: has no line 1: its last line is 0)",
            "! blob#L1 (FAILED: has no lines to select: it is not text)",
            "! src#L1 (INVALID_URI: selects lines of a directory)",
            "! src/*.java#L1 (INVALID_URI: selects lines of a pattern; name one file)",
            "! gone#L1 (NOT_FOUND: no such file or directory)");
  }

  @Test
  void readsLinesOfAFileThatIsLargerThanWhatMayBeAttached() throws IOException {
    String text =
        IntStream.rangeClosed(1, 20_000)
            .mapToObj(line -> "line " + line + " é\r\n")
            .collect(Collectors.joining());
    workspace.write("huge.txt", text + "last").withMaxBytes(1000);
    assertThat(text(workspace.snapshots("huge.txt#L2-3").get(0)))
        .isEqualTo("line 2 é\r\nline 3 é\r\n");
    assertThat(text(workspace.snapshots("huge.txt#L19999-20002").get(0)))
        .isEqualTo("line 19999 é\r\nline 20000 é\r\nlast");
    Snapshot end = workspace.snapshots("huge.txt#L20001-20002").get(0);
    assertThat(text(end)).isEqualTo("last");
    assertThat(end.notes()).containsExactly("it ends with line 20001");
    assertThat(workspace.resolve("huge.txt#L1-200", "huge.txt#L20002", "huge.txt"))
        .containsExactly(
            "! huge.txt#L1-200 (TOO_LARGE: is larger than the limit of 1000 bytes)",
            "! huge.txt#L20002 (NOT_FOUND: has no line 20002: its last line is 20001)",
            "! huge.txt (TOO_LARGE: has "
                + (text + "last").getBytes(UTF_8).length
                + " bytes, more than the limit of 1000)");
  }

  @Test
  void readsTheSameLinesWhetherTheFileIsLargeOrNot() throws IOException {
    var random = new Random(7);
    int rounds = Boolean.getBoolean("attache.slow") ? 200 : 60;
    for (int round = 0; round < rounds; round++) {
      var text = new StringBuilder("first\n");
      for (int i = random.nextInt(400); i > 0; i--) {
        text.append("ab\n\r\n".charAt(random.nextInt(5)));
      }
      workspace.write("some.txt", text + "x");
      int first = 2 + random.nextInt(60);
      String reference = "some.txt#L" + first + "-" + (first + random.nextInt(20));
      List<String> small = workspace.withMaxBytes(1 << 20).resolve(reference);
      List<String> whole = workspace.snapshots(reference).stream().map(this::shown).toList();
      assertThat(workspace.withMaxBytes(text.length()).resolve(reference)).isEqualTo(small);
      assertThat(workspace.snapshots(reference).stream().map(this::shown)).isEqualTo(whole);
    }
  }

  private String shown(Snapshot snapshot) {
    return text(snapshot) + snapshot.notes();
  }

  @Test
  void refusesLinesOfALargeFileInUtf16() throws IOException {
    Files.writeString(workspace.path("wide.txt"), "\uFEFF" + "line\n".repeat(100), UTF_16LE);
    assertThat(workspace.withMaxBytes(100).resolve("wide.txt#L1"))
        .containsExactly(
            "! wide.txt#L1 (TOO_LARGE: has 1002 bytes, more than the limit of 100, and looks like"
                + " UTF-16 or binary content, where lines cannot be selected)");
  }

  @Test
  void takesAFileWhoseNameLooksLikeLinesForThatFile() throws IOException {
    workspace.write("a.txt#L2", "whole\nfile\n").write("[id]", "x\ny\n").write("#L1", "z\n");
    List<Snapshot> snapshots = workspace.snapshots("a.txt#L2", "a.txt#L2#L2", "[id]#L2", "#L1");
    assertThat(snapshots)
        .extracting(LineReferencesTest::text)
        .containsExactly("whole\nfile\n", "file\n", "y\n", "z\n");
    assertThat(workspace.snapshots("file:a.txt#L2"))
        .extracting(LineReferencesTest::text)
        .containsExactly("two\r\n");
  }

  private static String text(Snapshot snapshot) {
    return snapshot.resource().content().match(t -> t.value(), b -> "blob", s -> "stored");
  }
}
