package dev.attache.handlers.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.attache.core.Resolution;
import dev.attache.core.outcome.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories with very many entries, and trees deeper than a path can be long. */
@Tag("process")
@Tag("slow")
class LargeTreesTest {

  private static final boolean IS_WHOLE = Boolean.getBoolean("attache.slow");
  private static final int ENTRIES = IS_WHOLE ? 100_000 : 5_000;

  /** The least have paths of 4,320 bytes; a path can have 4,096. */
  private static final int LEVELS = IS_WHOLE ? 2_000 : 720;

  private static final int PARTS = 4;
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  @TempDir Path temporary;

  private Workspace workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspace.in(temporary);
  }

  /** Java cannot name what is that deep. */
  @AfterEach
  void removeDeepTree() throws IOException {
    shell("rm -rf deep");
  }

  @Test
  void walksADirectoryOfVeryManyEntries() throws IOException {
    shell("mkdir wide && cd wide && seq -f %07.0f 0 " + (ENTRIES - 1) + " | xargs touch");
    int number = 0;
    try (Resolution resolution = workspace.resolver().resolve(List.of("wide"))) {
      for (Outcome outcome : resolution) {
        String name = ((Outcome.Resolved) outcome).snapshot().resource().name();
        assertThat(name).isEqualTo("wide/" + Workspace.paddedNumber(number++));
      }
    }
    assertThat(number).isEqualTo(ENTRIES);
  }

  @Test
  void reachesTheBottomOfATreeDeeperThanAPathIsLong() throws IOException {
    makeDeepTree("level", LEVELS);
    String bottom = "deep/" + "level/".repeat(LEVELS);
    assertThat(workspace.resolve("deep"))
        .hasSize(5)
        .containsExactly(
            "- deep/.gitignore (hidden: its name starts with a dot)",
            "- " + bottom + ".gitignore (hidden: its name starts with a dot)",
            "+ " + bottom + "a.txt",
            "- " + bottom + "b.log (ignored: by " + bottom + ".gitignore:1 `b.log`)",
            "+ deep/z.txt");
    assertThat(workspace.snapshots("deep").get(0).resource().content().digest())
        .isEqualTo(workspace.snapshots("deep").get(1).resource().content().digest());
  }

  @Test
  void saysThatAReferenceIsTooLong() throws IOException {
    String level = "l".repeat(99); // since each level is looked at from the top
    makeDeepTree(level, 44);
    String bottom = "deep/" + (level + "/").repeat(44) + "a.txt";
    assertThat(workspace.resolve(bottom))
        .containsExactly("! " + bottom + " (FAILED: cannot be read: file name too long)");
  }

  @Test
  void keepsFewFilesOpenAndClosesThemAll() throws IOException {
    assumeThat(OPEN_FILES).as("a system that lists open files").isDirectory();
    String[] bottoms = IntStream.range(0, 200).mapToObj(i -> "bottom/" + i).toArray(String[]::new);
    workspace.files("x/1", "x/2", "y/1").files(bottoms).withJobs(8);
    Files.createDirectories(workspace.path("level/".repeat(199)));
    Files.move(workspace.path("bottom"), workspace.path("level/".repeat(200)));
    workspace.resolve(".");
    long before = openFiles();
    long most = 0;
    try (Resolution resolution = workspace.resolver().resolve(List.of(".", "level", "x/1"))) {
      for (Outcome outcome : resolution) {
        most = Math.max(most, openFiles());
        assertThat(outcome).isNotInstanceOf(Outcome.Failed.class);
      }
    }
    assertThat(most - before).as("files open at once").isLessThan(1_000);
    assertThat(openFiles()).as("files open after the run").isEqualTo(before);
  }

  @Test
  void closesAllFilesAlsoWhenARunIsGivenUp() throws IOException {
    assumeThat(OPEN_FILES).as("a system that lists open files").isDirectory();
    for (int i = 0; i < 500; i++) {
      workspace.write("d" + i + "/e/" + i, "x");
    }
    workspace.resolve("d1");
    long before = openFiles();
    for (int i = 0; i < 20; i++) {
      try (Resolution resolution = workspace.resolver().resolve(List.of("."))) {
        resolution.next();
      }
    }
    assertThat(openFiles()).as("files open after the runs").isEqualTo(before);
  }

  /** Builds the tree from its bottom up, of parts whose paths are short enough. */
  private void makeDeepTree(String level, int levels) throws IOException {
    String part = (level + "/").repeat(levels / PARTS - 1);
    workspace.write("part0/" + part + "a.txt", "bottom\n").write("part0/" + part + "b.log", "log");
    workspace.write("part0/" + part + ".gitignore", "b.log\n");
    for (int i = 1; i < PARTS; i++) {
      Files.createDirectories(workspace.path("part" + i + "/" + part));
      Files.move(workspace.path("part" + (i - 1)), workspace.path("part" + i + "/" + part + level));
    }
    workspace.write("deep/.gitignore", "*.tmp\n").write("deep/z.txt", "bottom\n");
    Files.move(workspace.path("part" + (PARTS - 1)), workspace.path("deep/" + level));
  }

  private void shell(String script) throws IOException {
    Process sh = new ProcessBuilder("sh").directory(workspace.root().toFile()).start();
    try (OutputStream in = sh.getOutputStream()) {
      in.write(script.getBytes(UTF_8));
    }
    assertThat(sh.onExit().join().exitValue()).as("exit code of %s", script).isZero();
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> open = Files.list(OPEN_FILES)) {
      return open.count();
    }
  }
}
