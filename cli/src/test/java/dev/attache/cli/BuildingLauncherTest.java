package dev.attache.cli;

import static dev.attache.test.LongWait.await;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.cli.Launch.Ended;
import dev.attache.cli.Launch.Launched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in the root of the sources, with a Maven that writes down what it is asked for. */
@Tag("process")
class BuildingLauncherTest {

  private static final String FIRST =
      "attache: building for the first time, which takes about a minute, and longer while Maven"
          + " downloads\n";
  private static final String MODULES =
      "attache: building 1/2: resource-api\nattache: building 2/2: cli\n";
  private static final String BUILT = "attache: built everything in N s; the next start is quick\n";
  private static final String AGAIN = "attache: the sources have changed, building again\n";
  private static final String WAITING = "attache: waiting for another build\n";

  /** Builds a distribution that prints its arguments, once it may. */
  private static final String MVN =
      """
      #!/bin/sh
      cd "$(dirname "$0")/.." || exit 1
      echo "$*" >> builds
      while [ -e hold ]; do sleep 0.05; done
      echo '[INFO] Scanning for projects...'
      [ ! -e unusable ] || { echo "mvn: no Java" >&2; exit 1; }
      echo '[INFO] Downloaded from central: https://repo.maven.apache.org/a.pom (1 kB at 9 kB/s)'
      echo '[INFO] Building Attaché :: resource-api 0.1.0-SNAPSHOT                   [1/2]'
      echo '[INFO] Building jar: /tmp/a[1/2].jar'
      [ ! -e broken ] || { echo '[ERROR] it is broken'; exit 1; }
      echo '[INFO] Downloaded from central: https://repo.maven.apache.org/a.jar (1 kB at 9 kB/s)'
      echo '[INFO] Building Attaché :: cli 0.1.0-SNAPSHOT                            [2/2]'
      mkdir -p root/cli/target/attache/bin root/cli/target/attache/lib
      printf '#!/bin/sh\\n[ "$*" != --version ] || [ -e bare ] || echo classes > "${0%%bin/attache}lib/attache-17.jsa"\\n' > root/cli/target/attache/bin/attache
      printf 'echo "ran $*"\\neval "${SHOW:-:}"\\n' >> root/cli/target/attache/bin/attache
      : > root/cli/target/attache/lib/attache.jar
      """;

  @TempDir Path temporary;

  private Path root = Path.of("");
  private Path target = Path.of("");

  @BeforeEach
  void makeSources() throws IOException {
    temporary = temporary.toRealPath();
    root = Files.createDirectory(temporary.resolve("root"));
    target = root.resolve("cli/target");
    program(temporary.resolve("bin/mvn"), MVN);
    program(root.resolve("attache"), Files.readString(Path.of("../attache")));
    for (String source : List.of("resource-api", "resource-core", "resource-testkit", "cli")) {
      Files.createDirectories(root.resolve(source + "/src/main"));
    }
    Files.writeString(root.resolve("pom.xml"), "<project/>");
  }

  private static void program(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Launch attache(Object... arguments) {
    var command = new ArrayList<Object>(List.of(root.resolve("attache")));
    command.addAll(Arrays.asList(arguments));
    return Launch.in(temporary, command.toArray())
        .with("PATH", temporary.resolve("bin") + ":" + System.getenv("PATH"));
  }

  /** Starts the launcher, whose messages go to a file. */
  private Launched started(String messages) {
    return Launch.in(temporary, "sh", "-c", "exec root/attache ls 2> " + messages)
        .with("PATH", temporary.resolve("bin") + ":" + System.getenv("PATH"))
        .start();
  }

  private List<String> builds() throws IOException {
    try {
      return Files.readAllLines(temporary.resolve("builds"));
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().pollInterval(10, MILLISECONDS).untilAsserted(assertion);
  }

  private static String timeless(String messages) {
    return messages.replaceAll(" in \\d+ s\\b", " in N s");
  }

  private static void assertRan(Ended ended, String messages) {
    assertThat(timeless(ended.err())).isEqualTo(messages);
    assertThat(ended.out()).isEqualTo("ran ls -x\n");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void buildsBeforeTheFirstStartAndNotAgain() throws IOException {
    assertRan(attache("ls", "-x").run(), FIRST + MODULES + BUILT);
    assertRan(attache("ls", "-x").run(), "");
    assertThat(builds())
        .containsExactly(
            "-B -Dstyle.color=never -f " + root + "/pom.xml -pl cli -am -Dmaven.test.skip package");
  }

  @Test
  void promisesNoQuickStartWhereJavaCannotPrepareOne() throws IOException {
    Files.createFile(temporary.resolve("bare"));
    assertRan(attache("ls", "-x").run(), FIRST + MODULES + "attache: built everything in N s\n");
  }

  @Test
  void promisesNoQuickStartByTheArchiveOfAnEarlierBuild() throws IOException {
    assertRan(attache("ls", "-x").run(), FIRST + MODULES + BUILT);
    Files.createFile(temporary.resolve("bare"));
    Path source = Files.writeString(root.resolve("cli/src/main/Main.java"), "class Main {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
    assertRan(attache("ls", "-x").run(), AGAIN + MODULES + "attache: built everything in N s\n");
  }

  @Test
  void buildsAgainWhenASourceIsNewer() throws IOException {
    attache("ls").run();
    Path source = Files.writeString(root.resolve("cli/src/main/Main.java"), "class Main {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
    assertRan(attache("ls", "-x").run(), AGAIN + MODULES + BUILT);
    assertThat(builds()).hasSize(2);
  }

  @Test
  void asksForTheShortBuildOnlyIfNoFileHasComeOrGone() throws IOException {
    Files.createDirectories(root.resolve("cli/src/build"));
    Files.writeString(
        root.resolve("cli/src/build/Rebuild.java"),
        """
        class Rebuild {
          public static void main(String[] args) throws Exception {
            java.nio.file.Files.writeString(java.nio.file.Path.of("../asked"), String.join("\\n", args));
          }
        }
        """);
    Path source = Files.writeString(root.resolve("cli/src/main/Main.java"), "class Main {}");
    Path other = Files.writeString(root.resolve("cli/src/main/Other name.java"), "class Other {}");
    assertRan(attache("ls", "-x").run(), FIRST + MODULES + BUILT);
    for (Path each : List.of(source, other)) {
      Files.setLastModifiedTime(each, FileTime.from(Instant.now().plusSeconds(1)));
    }
    assertRan(
        attache("ls", "-x").run(),
        AGAIN + "attache: compiled what was edited in N s; the next start is quick\n");
    assertThat(temporary.resolve("asked"))
        .hasContent(
            target
                + "/attache\ncli/target/rebuild\n./cli/src/main/Main.java\n"
                + "./cli/src/main/Other name.java");
    assertThat(builds()).hasSize(1);
    Files.delete(other);
    assertRan(attache("ls", "-x").run(), AGAIN + MODULES + BUILT);
    assertThat(builds()).hasSize(2);
  }

  @Test
  void buildsOnceHoweverManyStart() throws IOException {
    Path hold = Files.createFile(temporary.resolve("hold"));
    Launched first = started("first");
    eventually(() -> assertThat(builds()).hasSize(1));
    Launched second = started("second");
    eventually(() -> assertThat(temporary.resolve("second")).hasContent(WAITING));
    Files.delete(hold);
    assertThat(first.end().out()).isEqualTo("ran ls\n");
    assertThat(second.end().out()).isEqualTo("ran ls\n");
    assertThat(timeless(Files.readString(temporary.resolve("first"))))
        .isEqualTo(FIRST + MODULES + BUILT);
    assertThat(temporary.resolve("second")).hasContent(WAITING);
    assertThat(builds()).hasSize(1);
  }

  @Test
  void waitsForABuildThatOutlivesItsLauncherAndForNoneThatWasKilled() throws IOException {
    Path hold = Files.createFile(temporary.resolve("hold"));
    String script = "root/attache ls & echo $! > launcher; wait $!";
    Launched first =
        Launch.in(temporary, "setsid", "sh", "-c", script)
            .with("PATH", temporary.resolve("bin") + ":" + System.getenv("PATH"))
            .start();
    eventually(() -> assertThat(builds()).hasSize(1));
    String launcher = Files.readString(temporary.resolve("launcher")).strip();
    Launch.in(temporary, "kill", "-9", launcher).run();
    first.end();
    Launched second = started("second");
    eventually(() -> assertThat(temporary.resolve("second")).hasContent(WAITING));
    Files.delete(hold);
    assertThat(second.end().out()).isEqualTo("ran ls\n");
    assertRan(attache("ls", "-x").run(), "");
  }

  @Test
  void takesNoFileThatIsThereForALock() throws IOException {
    Files.createDirectories(target);
    Files.writeString(target.resolve("build.lock"), ProcessHandle.current().pid() + "\n");
    Path old = target.resolve("building"); // as launchers of before made it
    Files.createSymbolicLink(old, Path.of(String.valueOf(ProcessHandle.current().pid())));
    assertRan(attache("ls", "-x").run(), FIRST + MODULES + BUILT);
  }

  @Test
  void saysThatTheLockCannotBeMade() throws IOException {
    Files.createDirectories(target.resolve("build.lock"));
    Ended ended = attache("ls").run();
    assertThat(ended.err())
        .isEqualTo("attache: cannot build, because " + target + "/build.lock cannot be written\n");
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(builds()).isEmpty();
  }

  @Test
  void saysThatNothingLocks() throws IOException {
    Path tools = temporary.resolve("tools");
    for (String tool :
        List.of("dirname", "mkdir", "find", "sort", "date", "chmod", "mv", "rm", "grep", "tail")) {
      program(tools.resolve(tool), "#!/bin/sh\nexec " + onThePath(tool) + " \"$@\"\n");
    }
    Launch bare = attache("ls", "-x").with("PATH", temporary.resolve("bin") + ":" + tools);
    assertRan(
        bare.run(),
        "attache: no flock found (Debian: util-linux); do not start a second build meanwhile\n"
            + FIRST
            + MODULES
            + BUILT);
  }

  private static Path onThePath(String tool) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .map(directory -> Path.of(directory, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void saysThatTheBuildFailedAndTriesAgain() throws IOException {
    String failure =
        "attache: the build failed (all of its output: " + target.resolve("build.log") + ")\n";
    Path broken = Files.createFile(temporary.resolve("broken"));
    Ended ended = attache("ls").run();
    assertThat(ended.err())
        .isEqualTo(FIRST + "attache: building 1/2: resource-api\n[ERROR] it is broken\n" + failure);
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(target.resolve("build.log")).content().contains("Downloaded from", "it is broken");
    Files.delete(broken);
    Path unusable = Files.createFile(temporary.resolve("unusable"));
    assertThat(attache("ls").run().err())
        .isEqualTo(FIRST + "[INFO] Scanning for projects...\nmvn: no Java\n" + failure);
    Files.delete(unusable);
    assertRan(attache("ls", "-x").run(), FIRST + MODULES + BUILT);
    assertThat(target).isDirectoryNotContaining("glob:**/built.*");
  }

  @Test
  void tellsTheProgramWhatUsersStart() {
    Ended ended = attache("ls").with("SHOW", "echo \"$ATTACHE_LAUNCHER\"").run();
    assertThat(ended.out()).isEqualTo("ran ls\n" + root.resolve("attache") + "\n");
  }

  @Test
  void showsOnATerminalHowFarItIsAndTakesThatAway() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "nothing makes a terminal here");
    String line = root.resolve("attache") + " ls -x";
    String clear = "\r\u001b[K";
    Ended shown =
        Launch.in(temporary, "script", "-qec", line, "/dev/null")
            .with("PATH", temporary.resolve("bin") + ":" + System.getenv("PATH"))
            .with("TERM", "xterm")
            .run();
    assertThat(timeless(shown.out()).replace("\r\n", "\n"))
        .isEqualTo(
            FIRST
                + clear
                + "attache: building (downloads: 1)"
                + clear
                + "attache: building 1/2: resource-api (downloads: 1)"
                + clear
                + "attache: building 1/2: resource-api (downloads: 2)"
                + clear
                + "attache: building 2/2: cli (downloads: 2)"
                + clear
                + clear
                + "attache: preparing for a quick start"
                + clear
                + BUILT
                + "ran ls -x\n");
  }

  @Test
  void writesNoEscapeSequencesToATerminalThatKnowsNone() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "nothing makes a terminal here");
    Ended dumb =
        Launch.in(temporary, "script", "-qec", root.resolve("attache") + " ls -x", "/dev/null")
            .with("PATH", temporary.resolve("bin") + ":" + System.getenv("PATH"))
            .with("TERM", "dumb")
            .run();
    assertThat(timeless(dumb.out()).replace("\r\n", "\n"))
        .isEqualTo(FIRST + MODULES + BUILT + "ran ls -x\n");
  }
}
