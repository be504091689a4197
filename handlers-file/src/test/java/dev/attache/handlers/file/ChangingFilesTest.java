package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.Resolution;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and directories that change while they are read. */
class ChangingFilesTest {

  private static final String MIXED =
      "it changed twice while being read; this may mix two versions";

  @TempDir Path temporary;

  private Workspace workspace;
  private Path file;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspace.in(temporary).write("a.txt", "old");
    file = workspace.path("a.txt");
  }

  @Test
  void readsAFileAgainThatChanged() {
    Snapshot snapshot = changing(n -> Files.writeString(file, "new version"), 1);
    assertThat(text(snapshot)).isEqualTo("new version");
    assertThat(snapshot.notes()).isEmpty();
  }

  @Test
  void marksAFileThatChangedAgain() {
    Snapshot snapshot = changing(n -> Files.writeString(file, "version ".repeat(n)), 2);
    assertThat(text(snapshot)).isEqualTo("version ");
    assertThat(snapshot.notes()).containsExactly(MIXED);
  }

  @Test
  void marksLinesOfAFileThatKeepsGrowing() {
    workspace.withHandler(
        inner -> MeddlingHandler.around(inner, n -> Files.writeString(file, "x\n".repeat(n + 9))));
    Snapshot snapshot = workspace.snapshots("a.txt#L1").get(0);
    assertThat(text(snapshot)).isEqualTo("x\n");
    assertThat(snapshot.notes()).containsExactly(MIXED);
  }

  @Test
  void noticesAnotherFileOfTheSameSizeAndTime() throws IOException {
    FileTime time = Files.getLastModifiedTime(file);
    Snapshot snapshot =
        changing(
            n -> {
              Path other = Files.writeString(workspace.path("other"), "new");
              Files.setLastModifiedTime(other, time);
              Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            },
            1);
    assertThat(text(snapshot)).isEqualTo("new");
  }

  /** Cut in the middle of a read, a file may be a mixture, whatever its times say. */
  @Test
  void noticesAChangeAfterWhichTheTimeWasPutBack() throws IOException {
    String old = "old".repeat(3000);
    workspace.write("a.txt", old);
    FileTime time = Files.getLastModifiedTime(file);
    Snapshot once =
        changing(
            n -> {
              Files.writeString(file, old.replace("old", "new"));
              Files.setLastModifiedTime(file, time);
            },
            1);
    assertThat(text(once)).isEqualTo(old.replace("old", "new"));
    assertThat(once.notes()).isEmpty();
    Snapshot always =
        changing(
            n -> {
              Files.writeString(file, old.replace("old", n % 2 == 0 ? "abc" : "xyz"));
              Files.setLastModifiedTime(file, time);
            },
            2);
    assertThat(always.notes()).containsExactly(MIXED);
  }

  @Test
  void tellsTheTimeOfWhatItRead() throws IOException {
    Instant time = Instant.parse("2020-02-02T02:02:02.123456Z");
    Snapshot snapshot = changing(n -> Files.setLastModifiedTime(file, FileTime.from(time)), 1);
    assertThat(Objects.requireNonNull(snapshot.resource().annotations()).lastModified())
        .isEqualTo(time);
  }

  @Test
  void failsOnAFileThatIsGoneByTheEnd() {
    workspace.withHandler(inner -> MeddlingHandler.around(inner, n -> Files.deleteIfExists(file)));
    assertThat(workspace.resolve("a.txt"))
        .containsExactly("! a.txt (NOT_FOUND: no such file or directory)");
  }

  @Test
  void opensNothingElseThatTookItsPlace() throws IOException {
    Path outside = Files.writeString(temporary.resolve("outside"), "secret");
    workspace.withHandler(
        inner ->
            MeddlingHandler.around(
                inner,
                n -> {
                  Files.delete(file);
                  Files.createSymbolicLink(file, outside);
                }));
    assertThat(workspace.resolve("a.txt")).containsExactly("! a.txt (DENIED: is a symbolic link)");
    Files.delete(file);
    workspace.write("a.txt", "old");
    workspace.withHandler(
        inner ->
            MeddlingHandler.around(
                inner,
                n -> {
                  Files.delete(file);
                  Files.createDirectory(file);
                }));
    assertThat(workspace.resolve("a.txt"))
        .containsExactly("! a.txt (FAILED: is a directory, not a file)");
  }

  @Test
  void readsALogThatIsWrittenAllTheTimeOrMarksIt() throws Exception {
    workspace.write("log", "").withMaxBytes(1 << 28);
    var over = new AtomicBoolean();
    var writer = new Thread(() -> append(over), "writer");
    writer.start();
    try {
      for (int i = 0; i < 30; i++) {
        Snapshot snapshot = workspace.snapshots("log").get(0);
        List<String> lines = text(snapshot).lines().toList();
        int whole = Math.max(0, lines.size() - 1);
        assertThat(lines.subList(0, whole))
            .isEqualTo(IntStream.range(0, whole).mapToObj(Workspace::paddedNumber).toList());
        assertThat(snapshot.notes()).isSubsetOf(MIXED);
      }
    } finally {
      over.set(true);
      writer.join();
    }
  }

  @Test
  void leavesOutWhatIsDeletedDuringTheWalk() throws IOException {
    for (int i = 0; i < 2_000; i++) {
      workspace.write("d/" + Workspace.paddedNumber(i), "x");
    }
    int read = 0;
    int gone = 0;
    try (Resolution resolution = workspace.withJobs(1).resolver().resolve(List.of("d"))) {
      for (Outcome outcome : resolution) {
        read += outcome instanceof Outcome.Resolved ? 1 : 0;
        if (outcome instanceof Outcome.Skipped) {
          gone++;
          assertThat(workspace.line(outcome)).endsWith(" (unreadable: no such file or directory)");
        }
        if (read == 1 && gone == 0) {
          for (int i = 1_000; i < 2_000; i++) {
            Files.deleteIfExists(workspace.path("d/" + Workspace.paddedNumber(i)));
          }
        }
      }
    }
    assertThat(read).isEqualTo(1_000);
    assertThat(gone).isEqualTo(1_000);
  }

  @Test
  void survivesDirectoriesThatComeAndGo() throws Exception {
    var over = new AtomicBoolean();
    var builder = new Thread(() -> comeAndGo(over), "builder");
    builder.start();
    try {
      for (int i = 0; i < 300; i++) {
        for (Outcome outcome : workspace.outcomes(".")) {
          assertThat(outcome).as("try %d", i).isNotInstanceOf(Outcome.Failed.class);
        }
      }
    } finally {
      over.set(true);
      builder.join();
    }
  }

  private Snapshot changing(MeddlingHandler.Meddling change, int times) {
    workspace.withHandler(
        inner ->
            MeddlingHandler.around(
                inner,
                n -> {
                  if (n <= times) {
                    change.afterReading(n);
                  }
                }));
    return workspace.snapshots("a.txt").get(0);
  }

  private void append(AtomicBoolean over) {
    try (Writer log = Files.newBufferedWriter(workspace.path("log"))) {
      for (int i = 0; !over.get(); i++) {
        log.write(Workspace.paddedNumber(i) + "\n");
        log.flush();
        LockSupport.parkNanos(20_000);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void comeAndGo(AtomicBoolean over) {
    while (!over.get()) {
      try {
        workspace.files("x/y/z/1", "x/y/2", "x/.gitignore");
        Files.delete(workspace.path("x/y/z/1"));
        Files.delete(workspace.path("x/y/z"));
        Files.delete(workspace.path("x/y/2"));
        Files.delete(workspace.path("x/y"));
        Files.delete(workspace.path("x/.gitignore"));
        Files.delete(workspace.path("x"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static String text(Snapshot snapshot) {
    return snapshot.resource().content().match(t -> t.value(), b -> "blob", s -> "stored");
  }
}
