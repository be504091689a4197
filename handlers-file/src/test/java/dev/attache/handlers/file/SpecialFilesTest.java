package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.attache.core.outcome.Outcome;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands in a directory and is no document, and files that cannot or must not be read. */
class SpecialFilesTest {

  private static final String NEVER_READ = "a device, FIFO or socket, never read";

  @TempDir Path temporary;

  private Workspace workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspace.in(temporary).files("a.txt");
  }

  /** What leads out of the temporary directory would only worry whoever cleans it up. */
  @AfterEach
  void removeLinks() throws IOException {
    for (String link : List.of("zero", "environ", "p")) {
      Files.deleteIfExists(workspace.path(link));
    }
  }

  @Tag("process")
  @Test
  void opensNoFifo() throws Exception {
    mkfifo(workspace.path("fifo"));
    assertThat(workspace.resolve(".", "fifo", "fif?", "file:fifo"))
        .containsExactly(
            "+ a.txt",
            "- fifo (special-file: " + NEVER_READ + ")",
            "! fifo (DENIED: is " + NEVER_READ + ")",
            "- fifo (special-file: " + NEVER_READ + ")",
            "! file:fifo (DENIED: is " + NEVER_READ + ")");
    assertThat(workspace.plan("fifo")).containsExactly("! fifo (DENIED: is " + NEVER_READ + ")");
  }

  @Tag("network")
  @Test
  void opensNoSocket() throws IOException {
    Path socket = workspace.path("s");
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      assertThat(workspace.resolve(".", "s"))
          .containsExactly(
              "+ a.txt",
              "- s (special-file: " + NEVER_READ + ")",
              "! s (DENIED: is " + NEVER_READ + ")");
    }
  }

  @Test
  void opensNoDeviceAlsoNotThroughALink() throws IOException {
    workspace.link("zero", "/dev/zero").link("environ", "/proc/self/environ").link("p", "/proc");
    assertThat(workspace.resolve("zero", "p/version", "/dev/zero", "/dev/null", "/sys/kernel"))
        .containsExactly(
            "! zero (DENIED: lies in /dev, which is never read)",
            "! p/version (DENIED: lies in /proc, which is never read)",
            "! /dev/zero (DENIED: lies in /dev, which is never read)",
            "! /dev/null (DENIED: lies in /dev, which is never read)",
            "! /sys/kernel (DENIED: lies in /sys, which is never read)");
    assertThat(workspace.resolve("environ", "/proc/self/environ", "p/self/environ"))
        .allMatch(line -> line.endsWith("lies in /proc, which is never read)"));
    assertThat(workspace.resolve("*"))
        .containsExactly(
            "+ a.txt",
            "- environ (outside-workspace: a symbolic link to /proc/self/environ)",
            "- p (outside-workspace: a symbolic link to /proc)",
            "- zero (outside-workspace: a symbolic link to /dev/zero)");
  }

  @Test
  void readsNothingFromTheSystemsOwnDirectoriesEvenIfTheyAreAllowed() throws IOException {
    Path proc = Path.of("/proc/self");
    assumeThat(proc).exists();
    assertThat(workspace.withRoot(proc).resolve("/proc/self/environ", "/proc/self/*"))
        .hasSize(2)
        .allMatch(line -> line.endsWith("lies in /proc, which is never read)"));
  }

  @Test
  void walksPastTheSystemsOwnDirectories() throws IOException {
    assumeThat(Path.of("/proc/self")).exists();
    Workspace all = Workspace.at(Path.of("/")).with("ignore", false);
    List<Outcome> outcomes = all.planned("/{dev,proc,sys}/**");
    assertThat(outcomes.stream().map(all::line))
        .contains("- proc (special-file: a system directory, which is never read)")
        .noneMatch(line -> line.startsWith("+ proc") || line.startsWith("- proc/"))
        .noneMatch(line -> line.startsWith("+ dev") || line.startsWith("- dev/"));
  }

  @Test
  void refusesASparseFileByItsSize() throws IOException {
    long terabyte = 1L << 40;
    try (var file = new RandomAccessFile(workspace.path("sparse").toFile(), "rw")) {
      file.setLength(terabyte);
    } catch (IOException e) {
      assumeThat(e).as("a file system that has files of 1 TB").isNull();
    }
    String size = terabyte + " bytes";
    assertThat(workspace.resolve("sparse", "*", "sparse#L1"))
        .containsExactly(
            "! sparse (TOO_LARGE: has " + size + ", more than the limit of 1048576)",
            "+ a.txt",
            "- sparse (duplicate: named before by sparse)",
            "! sparse#L1 (TOO_LARGE: has "
                + size
                + ", more than the limit of 1048576, and looks like UTF-16 or binary content, where"
                + " lines cannot be selected)");
  }

  @Test
  void readsAFileOfExactlyTheLimit() throws IOException {
    workspace.write("ten", "0123456789").write("eleven", "0123456789a").withMaxBytes(10);
    assertThat(workspace.resolve("ten", "eleven", "*e*"))
        .containsExactly(
            "+ ten",
            "! eleven (TOO_LARGE: has 11 bytes, more than the limit of 10)",
            "- eleven (duplicate: named before by eleven)",
            "- ten (duplicate: named before by ten)");
  }

  @Test
  void saysOnceThatAFileIsTooLargeWhichADirectoryLeadsToAsWell() throws IOException {
    workspace.write("eleven", "0123456789a").withMaxBytes(10);
    String tooLarge = " (TOO_LARGE: has 11 bytes, more than the limit of 10)";
    assertThat(workspace.resolve(".", "eleven"))
        .containsSubsequence("! ." + tooLarge, "- eleven (duplicate: named before by .)")
        .doesNotContain("- eleven (too-large: 11 bytes, and the limit is 10)");
    assertThat(workspace.resolve("eleven", "."))
        .containsSubsequence("! eleven" + tooLarge, "- eleven (duplicate: named before by eleven)");
    assertThat(workspace.resolve(".", "eleven:1-2"))
        .contains("- eleven (too-large: 11 bytes, and the limit is 10)");
    assertThat(workspace.resolve(".", "eleven", "!eleven"))
        .contains("- eleven (excluded: by !eleven)")
        .doesNotContain("! ." + tooLarge, "! eleven" + tooLarge);
  }

  @Tag("process")
  @Test
  void reportsWhatMayNotBeRead() throws Exception {
    workspace.files("closed/x", "file");
    Files.setPosixFilePermissions(
        workspace.path("closed"), PosixFilePermissions.fromString("---------"));
    Files.setPosixFilePermissions(
        workspace.path("file"), PosixFilePermissions.fromString("---------"));
    try {
      assertThat(resolveWithoutPrivileges(". file closed"))
          .containsExactly(
              "+ a.txt",
              "- closed (unreadable: permission denied)",
              "! . (DENIED: permission denied)", // named exactly too, so it fails
              "- file (duplicate: named before by .)",
              "! closed (DENIED: permission denied)");
      assertThat(resolveWithoutPrivileges("file"))
          .containsExactly("! file (DENIED: permission denied)");
    } finally {
      Files.setPosixFilePermissions(
          workspace.path("closed"), PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void namesANameThatIsNotUtf8AndAttachesTheRest() throws IOException {
    Files.writeString(Git.path(workspace.root(), "b\u00ff"), "x");
    Path directory = Files.createDirectory(Git.path(workspace.root(), "c\u00c3"));
    Files.writeString(directory.resolve("x"), "x");
    assertThat(workspace.resolve("."))
        .containsExactly(
            "+ a.txt",
            "- b\ufffd (unreadable: its name is not UTF-8)",
            "- c\ufffd (unreadable: its name is not UTF-8)");
    assertThat(
            workspace.outcomes(".").stream().skip(1).map(o -> Workspace.candidate(o).uri().value()))
        .satisfiesExactly(
            uri -> assertThat(uri).endsWith("/w/b%FF"), uri -> assertThat(uri).endsWith("/w/c%C3"));
    workspace.link("to b", "x");
    Files.delete(workspace.path("to b"));
    Files.createSymbolicLink(workspace.path("to b"), Git.path(workspace.root(), "b\u00ff"));
    assertThat(workspace.resolve("to b"))
        .containsExactly("! to b (INVALID_URI: its name is not UTF-8)");
  }

  /** Root may read everything, but not in a user namespace, where the owner's rights apply. */
  private List<String> resolveWithoutPrivileges(String references) throws IOException {
    if (!Files.isReadable(workspace.path("file"))) {
      return workspace.resolve(references.split(" "));
    }
    assumeThat(canUnshare()).as("root, and no unshare to give its rights up with").isTrue();
    List<String> lines = OtherJvm.startedBy("unshare", "-U").resolve(workspace.root(), references);
    return lines.subList(1, lines.size());
  }

  private static boolean canUnshare() {
    try {
      return new ProcessBuilder("unshare", "-U", "true").start().onExit().join().exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static void mkfifo(Path fifo) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
  }
}
