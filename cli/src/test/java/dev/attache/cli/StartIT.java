package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.Launch.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start loads, and from where. */
@Tag("process")
@Tag("slow")
class StartIT {

  /** From here on Java itself loads more. */
  private static final int LOADS_MORE = 25;

  private static final String PREPARING = "attache: preparing for a quick start (once)\n";

  @TempDir Path temporary;
  private Path workspace = Path.of("");

  @BeforeEach
  void createWorkspace() throws IOException {
    workspace = Files.createDirectory(temporary.toRealPath().resolve("ws"));
    Files.writeString(workspace.resolve("a.txt"), "hello\n");
  }

  @Test
  void printsTheVersionWithFewClasses() throws IOException {
    assertThat(classes("--version")).hasSizeBetween(300, most(505, 520));
  }

  @Test
  void resolvesOneFileWithFewClasses() throws IOException {
    for (List<String> line : List.of(List.of("resolve", "a.txt"), List.of("a.txt"))) {
      assertThat(classes(line.toArray(String[]::new)))
          .as("%s", line)
          .hasSizeBetween(600, most(1_010, 1_080))
          .noneMatch(each -> each.contains(" picocli."))
          .noneMatch(each -> each.contains(" java.util.ServiceLoader "))
          .noneMatch(each -> each.contains(" java.util.stream."))
          .noneMatch(each -> each.contains(" java.util.zip.ZipFile$Source "))
          .noneMatch(each -> each.contains(" java.lang.invoke.LambdaForm$MH"))
          .noneMatch(each -> each.contains(" java.security.Provider "))
          .noneMatch(each -> each.contains(" java.util.regex.Matcher "))
          .noneMatch(each -> each.contains(" java.time.format."))
          .noneMatch(each -> each.contains(" java.sql."));
    }
  }

  @Test
  void startsNothingForATypeThatMightBeADocument() throws IOException {
    Files.writeString(workspace.resolve("a.json"), "{}\n");
    assertThat(loaded(Launch.installed(), "resolve", "a.json"))
        .anyMatch(each -> each.contains(".convert.ConverterCatalog "))
        .noneMatch(each -> each.contains(".convert.WorkerPool "))
        .noneMatch(each -> each.contains(".process.ProcTable "))
        .noneMatch(each -> each.contains(" java.util.concurrent.ThreadPoolExecutor "))
        .noneMatch(each -> each.contains(" java.util.regex.Matcher "));
  }

  @Test
  void goesOnWithAConversationWithFewClasses() throws IOException {
    String[] turn = {"query", "-q", "--print", "--attach", "a.txt", "Look."};
    assertFew(turn, most(1_820, 1_930)); // which makes the key, the store and a content
    assertFew(turn, most(1_700, 1_820));
    assertFew(new String[] {"attachment", "ls"}, most(1_120, 1_280));
    assertFew(new String[] {"conversation", "ls"}, most(1_080, 1_245));
    assertFew(new String[] {"refresh", "-q", "a.txt"}, most(1_670, 1_790));
    // What is attached is written beside a history of that length, and read from there.
    assertFew(new String[] {"query", "-q", "--print", "Look. ".repeat(4_000)}, most(1_350, 1_510));
    assertThat(history().resolve("attachments.jsonl")).exists();
    assertFew(turn, most(1_700, 1_820));
    assertFew(new String[] {"attachment", "ls"}, most(1_120, 1_280));
  }

  private Path history() throws IOException {
    try (Stream<Path> all = Files.list(workspace.resolve(".attache/conversations"))) {
      return all.filter(each -> !each.getFileName().toString().startsWith("."))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Of classes and of what Java makes at run time, which takes longer than classes. */
  private void assertFew(String[] line, int most) throws IOException {
    assertThat(classes(line))
        .as("%s", List.of(line))
        .hasSizeBetween(900, most)
        .noneMatch(each -> each.contains(" picocli."))
        .filteredOn(each -> !each.contains(" javax.crypto.KDFParameters ")) // of any digest's on 25
        .noneMatch(each -> each.contains(" javax.crypto."))
        .noneMatch(each -> each.contains(" java.time.format."))
        .noneMatch(each -> each.contains(" java.util.logging."))
        .noneMatch(each -> each.contains(" com.github.benmanes.caffeine."))
        .noneMatch(each -> each.contains(" java.lang.runtime.ObjectMethods "))
        .filteredOn(each -> !each.contains(" source: shared objects file"))
        .hasSizeLessThan(7);
  }

  @Test
  void fetchesOnePageWithFewClasses() throws IOException {
    try (var server = new MockWebServer()) {
      for (int i = 0; i < 2; i++) {
        server.enqueue(
            new MockResponse.Builder()
                .addHeader("Content-Type", "text/plain; charset=utf-8")
                .addHeader("ETag", "\"1\"")
                .addHeader("Last-Modified", "Tue, 03 Feb 2026 04:05:06 GMT")
                .body("hello\n")
                .build());
      }
      server.start(InetAddress.getLoopbackAddress(), 0);
      String url = "http://127.0.0.1:" + server.getPort() + "/a.txt";
      for (String time : List.of("first", "second")) {
        assertThat(classes("resolve", "--allow-host", "127.0.0.1", url))
            .as(time)
            .hasSizeBetween(1_200, most(2_060, 2_300))
            .noneMatch(each -> each.contains(" java.time.format."))
            .noneMatch(each -> each.contains(" java.lang.runtime.ObjectMethods "))
            .filteredOn(each -> each.contains(" java.lang.invoke.LambdaForm$MH"))
            .hasSizeLessThan(8);
      }
      assertThat(server.getRequestCount()).isEqualTo(2);
    }
  }

  private static int most(int before, int since) {
    return Runtime.version().feature() < LOADS_MORE ? before : since;
  }

  /** Runs a command with the archive, and returns what was loaded, a line for each class. */
  private List<String> classes(String... line) throws IOException {
    Launch.assumePrepared();
    List<String> classes = loaded(Launch.installed(), line);
    assertThat(classes).filteredOn(each -> each.contains("source: file:")).isEmpty();
    return classes;
  }

  private List<String> loaded(Path launcher, String... line) throws IOException {
    Path log = temporary.resolve("classes.log");
    Object[] command = Stream.concat(Stream.of(launcher), Stream.of(line)).toArray();
    Ended ended =
        Launch.in(workspace, command)
            .with("ATTACHE_JAVA_OPTS", "-Xlog:class+load:file=" + log)
            .with("XDG_STATE_HOME", temporary.resolve("state").toString())
            .with("XDG_CACHE_HOME", temporary.resolve("cache").toString())
            .run();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
    return Files.readAllLines(log).stream().filter(each -> each.contains(" source: ")).toList();
  }

  private void assertQuick(Path launcher) throws IOException {
    assertThat(loaded(launcher, "--version"))
        .anySatisfy(each -> assertThat(each).contains("dev.attache.cli.Main source: shared"))
        .noneSatisfy(each -> assertThat(each).contains("source: file:"));
  }

  private String said(Path launcher) {
    Ended ended = Launch.in(workspace, launcher, "--version").without("ATTACHE_QUIET_START").run();
    assertThat(ended.out()).startsWith("attache 0.1.0-SNAPSHOT (Java ");
    assertThat(ended.exitCode()).isZero();
    return ended.err();
  }

  /** A few may be gone: Java passes over them, and a start takes what is new from the jar. */
  @Test
  void hasListsOfTheClassesThatThereAre() throws IOException {
    Path lib = Launch.installed().resolve("../../lib").normalize();
    var classes = new HashSet<String>();
    try (Stream<Path> all = Files.walk(lib)) {
      for (Path jar : all.filter(each -> each.toString().endsWith(".jar")).toList()) {
        try (var zip = new ZipFile(jar.toFile())) {
          zip.stream().forEach(each -> classes.add(each.getName()));
        }
      }
    }
    for (String list : List.of("attache.classes", "documents.classes")) {
      List<String> own =
          Files.readAllLines(lib.resolve(list)).stream()
              .filter(each -> each.startsWith("dev/attache/"))
              .toList();
      assertThat(own)
          .as("classes of %s that are gone; run cli/src/classes/make", list)
          .hasSizeGreaterThan(50)
          .filteredOn(each -> !classes.contains(each + ".class"))
          .hasSizeLessThan(own.size() / 20);
    }
  }

  @Test
  void startsQuicklyAfterItWasMoved() throws IOException {
    Path moved = Launch.moved(temporary.resolve("dist"));
    assertQuick(Launch.installed());
    boolean isPrepared = !Launch.isArchiveBoundToItsPlace();
    assertThat(said(moved)).isEqualTo(isPrepared ? "" : PREPARING);
    assertThat(said(moved)).isEmpty();
    assertQuick(moved);
    try (Stream<Path> lib = Files.list(temporary.resolve("dist/lib"))) {
      assertThat(lib).as("the jar, its list, one archive and its note").hasSize(4);
    }
  }

  @Test
  void preparesAgainIfTheJarHasAnotherTime() throws IOException {
    Path launcher = Launch.distribution(temporary.resolve("dist"));
    assertThat(said(launcher)).isEqualTo(PREPARING);
    Path jar = temporary.resolve("dist/lib/attache.jar");
    long earlier = Files.getLastModifiedTime(jar).toMillis() - 3_600_000;
    Files.setLastModifiedTime(jar, FileTime.fromMillis(earlier));
    assertThat(said(launcher)).isEqualTo(PREPARING);
    assertThat(said(launcher)).isEmpty();
    assertQuick(launcher);
  }

  @Test
  void startsWithoutTheArchiveOfAnotherPlaceWhereItCannotMakeItsOwn() throws IOException {
    Path launcher = Launch.moved(temporary.resolve("dist"));
    Path jar = temporary.resolve("dist/lib/attache.jar");
    long earlier = Files.getLastModifiedTime(jar).toMillis() - 3_600_000;
    Files.setLastModifiedTime(jar, FileTime.fromMillis(earlier));
    Ended ended =
        Launch.in(workspace, launcher, "canonicalize", "a.txt")
            .with("ATTACHE_NO_ARCHIVE", "1")
            .with("ATTACHE_JAVA_OPTS", "-Xlog:class+load:file=" + temporary.resolve("log"))
            .run();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).isEqualTo("file://" + workspace + "/a.txt\n");
    assertThat(Files.readAllLines(temporary.resolve("log")))
        .as("Java's own classes come from Java's own archive")
        .anySatisfy(
            each -> assertThat(each).contains("java.lang.Object source: shared objects file"))
        .anySatisfy(each -> assertThat(each).contains("dev.attache.cli.Main source: file:"));
  }
}
