package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results that go to a file, by {@code -o}. */
class OutputFileTest {

  private static final String OLD = "old content\n";

  @TempDir Path temporary;

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary).file("a.txt", "a");
  }

  private Path out() throws IOException {
    return directory().resolve("result");
  }

  private Path directory() throws IOException {
    return Files.createDirectories(temporary.resolve("out"));
  }

  private static List<Path> entries(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.map(Path::getFileName).toList();
    }
  }

  @Test
  void holdWhatStandardOutputWouldHave() throws IOException {
    TestWorkspace workspace = workspace();
    CliRun run = workspace.run("resolve", "a.txt", "-o", out().toString());
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).isEmpty();
    assertThat(out()).hasContent(workspace.run("resolve", "a.txt").out());
    assertThat(entries(directory())).containsExactly(Path.of("result"));
  }

  @Test
  void areNeverAFileThatIsAskedForByName() throws IOException {
    TestWorkspace workspace = workspace();
    String file = workspace.path("a.txt").toString();
    String before = Files.readString(workspace.path("a.txt"));
    CliRun run = workspace.run("resolve", "a.txt", "-o", file);
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.errLines().get(0))
        .isEqualTo("attache: --output (" + file + ") is also a reference; write to another file");
    assertThat(workspace.path("a.txt")).hasContent(before);
  }

  @Test
  void areStandardOutputForADash() throws IOException {
    TestWorkspace workspace = workspace();
    Files.writeString(workspace.path("-"), OLD);
    CliRun run = workspace.run("resolve", "./-", "-o", "-");
    assertThat(run.out()).isEqualTo(workspace.run("resolve", "./-").out());
    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(workspace.path("-")).hasContent(OLD);
  }

  @Test
  void replaceAFileAndKeepItsPermissions() throws IOException {
    Files.writeString(out(), OLD);
    Files.setPosixFilePermissions(out(), PosixFilePermissions.fromString("rw-r-----"));
    workspace().run("resolve", "a.txt", "--output=" + out());
    assertThat(Files.readString(out())).startsWith("<resource ");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out())))
        .isEqualTo("rw-r-----");
  }

  @Test
  void holdTheGoodOnesIfSomethingFails() throws IOException {
    CliRun run = workspace().run("resolve", "nothing", "a.txt", "-o", out().toString());
    assertThat(run.err()).isEqualTo("attache: nothing: no such file or directory\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(Files.readString(out())).contains("path=\"a.txt\"");
  }

  @Test
  void leaveTheOldFileAloneIfAnythingFailsAndStrict() throws IOException {
    Files.writeString(out(), OLD);
    CliRun run = workspace().run("resolve", "--strict", "nothing", "a.txt", "-o", "" + out());
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(out()).hasContent(OLD);
    assertThat(entries(directory())).containsExactly(Path.of("result"));
  }

  @Test
  void replaceTheTargetOfALinkAndNotTheLink() throws IOException {
    Files.writeString(out(), OLD);
    Path link = Files.createSymbolicLink(temporary.resolve("link"), out());
    workspace().run("resolve", "a.txt", "-o", link.toString());
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(out())).startsWith("<resource ");
  }

  @Test
  void createTheTargetOfALinkThatLeadsNowhereYet() throws IOException {
    Path link = Files.createSymbolicLink(temporary.resolve("link"), Path.of("out/result"));
    out();
    CliRun run = workspace().run("resolve", "a.txt", "-o", link.toString());
    assertThat(run.err()).isEmpty();
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(out())).startsWith("<resource ");
  }

  @Test
  void haveThePermissionsOfAnyNewFile() throws IOException {
    Path usual = Files.writeString(out().resolveSibling("usual"), "");
    workspace().run("resolve", "a.txt", "-o", out().toString());
    assertThat(Files.getPosixFilePermissions(out()))
        .isEqualTo(Files.getPosixFilePermissions(usual));
  }

  @Test
  void areNotAttachedThemselves() throws IOException {
    TestWorkspace workspace = workspace();
    String result = workspace.path("all.txt").toString();
    CliRun first = workspace.run("resolve", "--hidden", "-o", result);
    String once = Files.readString(Path.of(result));
    CliRun second = workspace.run("resolve", "--hidden", "-o", result);
    assertThat(once).contains("path=\"a.txt\"").doesNotContain("tmp\"");
    assertThat(Files.readString(Path.of(result))).isEqualTo(once);
    assertThat(first.err()).isEmpty();
    assertThat(second.err())
        .isEqualTo("attache: file://" + result + ": skipped, the result is written to it\n");
    assertThat(second.exitCode()).isZero();
  }

  @Test
  void areRefusedWhereTheyCannotBeWritten() throws IOException {
    assertThat(refusal("/no/such/directory/x"))
        .isEqualTo("--output (/no/such/directory/x) cannot be written: no such file or directory");
    assertThat(refusal(temporary.toString()))
        .isEqualTo("--output (" + temporary + ") cannot be written: it is a directory");
    String below = workspace().path("a.txt") + "/x";
    assertThat(refusal(below))
        .isEqualTo("--output (" + below + ") cannot be written: not a directory");
  }

  @Test
  void areRefusedInADirectoryThatCannotBeWritten() throws IOException {
    Path directory = directory();
    Files.writeString(out(), OLD);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeTrue(!Files.isWritable(directory), "root can write everywhere");
    assertThat(refusal(out().toString()))
        .isEqualTo("--output (" + out() + ") cannot be written: permission denied");
    assertThat(out()).hasContent(OLD);
  }

  @Test
  void goIntoADeviceAsTheyAre() {
    CliRun run = workspace().run("resolve", "a.txt", "-o", "/dev/null");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
  }

  @Test
  void areReportedIfTheDeviceIsFull() {
    assumeTrue(Files.exists(Path.of("/dev/full")), "no such file: /dev/full");
    CliRun run = workspace().run("resolve", "a.txt", "-o", "/dev/full");
    assertThat(run.err()).isEqualTo("attache: cannot write the result: no space left on device\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  private String refusal(String output) {
    CliRun run = workspace().run("resolve", "a.txt", "-o", output);
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.errLines()).hasSize(2);
    return run.errLines().get(0).substring("attache: ".length());
  }
}
