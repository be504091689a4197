package dev.attache.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Lists of references, by {@code --from}. */
class FromTest {

  private static final int ENTRIES = Boolean.getBoolean("attache.slow") ? 100_000 : 25_000;

  @TempDir Path temporary;

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary)
        .file("a.txt", "a")
        .file("b.txt", "b")
        .file("line\nfeed.txt", "c")
        .file(" blanks .txt", "d");
  }

  private static List<String> names(CliRun run) {
    return run.snapshots().stream().map(object -> object.get("name").asText()).toList();
  }

  private static CliRun resolve(TestWorkspace workspace, String... more) {
    String[] line = {"resolve", "--json", "--from=-"};
    return workspace.run(Stream.of(line, more).flatMap(Arrays::stream).toArray(String[]::new));
  }

  @Test
  void readsALineEach() {
    CliRun run = resolve(workspace().standardInput("b.txt\n\n \t\r\na.txt\r\n blanks .txt"));
    assertThat(names(run)).containsExactly("b.txt", "a.txt", " blanks .txt");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void readsNamesBetweenNulBytes() {
    CliRun run =
        resolve(workspace().standardInput("line\nfeed.txt\0\0a.txt\0"), "--from-format", "nul");
    assertThat(names(run)).containsExactly("line\nfeed.txt", "a.txt");
  }

  @Test
  void readsAJsonStringALine() {
    CliRun run =
        resolve(
            workspace().standardInput("\"line\\nfeed.txt\"\n\n  \"\\u0061.txt\" \r\n\"\"\n"),
            "--from-format=json");
    assertThat(names(run)).containsExactly("line\nfeed.txt", "a.txt");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void readsAFile() throws IOException {
    Path list = Files.writeString(temporary.resolve("list"), "b.txt\n!a.txt\n");
    CliRun run = workspace().run("resolve", "--json", "*.txt", "--from", list.toString());
    assertThat(names(run)).containsExactly(" blanks .txt", "b.txt", "line\nfeed.txt");
  }

  @Test
  void worksForPlansToo() {
    CliRun run = workspace().standardInput("a.txt\n").run("plan", "--json", "--from", "-");
    assertThat(names(run)).containsExactly("a.txt");
  }

  @Test
  void attachesNothingForAnEmptyList() {
    CliRun run = resolve(workspace().standardInput(""));
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void reportsEntriesThatAreNotUtf8AndKeepsTheOthers() {
    CliRun run =
        resolve(workspace().standardInput("a.txt\nb\u00ff.txt\nb.txt\n".getBytes(ISO_8859_1)));
    assertThat(names(run)).containsExactly("a.txt", "b.txt");
    assertThat(run.err()).isEqualTo("attache: --from, entry 2 (b\uFFFD.txt) is not UTF-8\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void reportsLinesThatAreNoJsonString() {
    CliRun run =
        resolve(
            workspace().standardInput("a.txt\n\"b.txt\"\n1\n\"a\" \"b\"\n[\"a\"]\n\"x\nnull\n"),
            "--from-format=json");
    assertThat(names(run)).containsExactly("b.txt");
    assertThat(run.errLines())
        .containsExactly(
            "attache: --from, entry 1 (a.txt) is not a JSON string",
            "attache: --from, entry 3 (1) is not a JSON string",
            "attache: --from, entry 4 (\"a\" \"b\") is not a JSON string",
            "attache: --from, entry 5 ([\"a\"]) is not a JSON string",
            "attache: --from, entry 6 (\"x) is not a JSON string",
            "attache: --from, entry 7 (null) is not a JSON string");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void takesAnEntryThatLooksLikeAnOptionForAPath() {
    CliRun run = resolve(workspace().file("--json", "x").standardInput("--json\n@a.txt\n"));
    assertThat(names(run)).containsExactly("--json");
    assertThat(run.err()).isEqualTo("attache: @a.txt: no such file or directory\n");
  }

  @Test
  void takesAnEntryThatLooksLikeAUriForAPathThatExists() {
    TestWorkspace workspace = workspace().file("ab:/b", "e").file("ab:/c", "f");

    CliRun run = resolve(workspace.standardInput("no://d\nab://b\nab://d\nno://e\nab://c\n"));

    assertThat(names(run)).containsExactly("ab:/b", "ab:/c");
    assertThat(run.errLines()).hasSize(3).allMatch(line -> line.contains(", and no file of that"));
  }

  @Test
  void takesAnEntryWithAReplacementCharacterForWhatItIs() {
    CliRun run = resolve(workspace().file("a\ufffd.txt", "e").standardInput("a\ufffd.txt\n"));
    assertThat(names(run)).containsExactly("a\ufffd.txt");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void readsTensOfThousandsOfEntries() {
    String list =
        IntStream.range(0, ENTRIES)
            .mapToObj(i -> i % 1000 == 0 ? "a.txt" : "!b.txt" + i)
            .collect(Collectors.joining("\n"));
    CliRun run = resolve(workspace().standardInput(list), "-q");
    assertThat(names(run)).containsExactly("a.txt");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void refusesStandardInputAsReferenceAndListAtOnce() {
    CliRun run = workspace().standardInput("a.txt\n").run("resolve", "-", "--from", "-");
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines())
        .containsExactly(
            "attache: standard input can be a reference or a list of them, not both",
            "attache: see attache help resolve");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void refusesAFormatThatIsNone() {
    CliRun run = workspace().run("resolve", "--from", "-", "--from-format", "csv");
    assertThat(run.errLines())
        .startsWith("attache: --from-format (csv) must be lines, nul or json");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void refusesAListThatCannotBeRead() {
    CliRun run = workspace().run("resolve", "--from", "no/such/list");
    assertThat(run.errLines())
        .startsWith("attache: --from (no/such/list) cannot be read: no such file or directory");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(workspace().run("resolve", "--from", temporary.toString()).errLines())
        .startsWith("attache: --from (" + temporary + ") cannot be read: it is a directory");
  }

  @Test
  @Tag("process")
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void readsAPipe() throws Exception {
    Path pipe = temporary.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process writer =
        new ProcessBuilder("sh", "-c", "printf 'a.txt\\nb.txt\\n' > \"$0\"", pipe.toString())
            .start();
    CliRun run = workspace().run("resolve", "--json", "--from", pipe.toString());
    assertThat(writer.waitFor()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(names(run)).containsExactly("a.txt", "b.txt");
  }
}
