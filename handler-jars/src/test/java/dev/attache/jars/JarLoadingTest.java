package dev.attache.jars;

import static dev.attache.test.LongWait.await;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerOrigin.Kind;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.test.BuiltJar;
import dev.attache.test.ScriptedHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The loading of a jar as a whole; what single handlers do wrong is in {@link HandlerRefusalTest}.
 */
class JarLoadingTest {

  @TempDir Path directory;
  private BuiltJar jar;

  @BeforeEach
  void startWithOneGoodHandler() throws Exception {
    directory = directory.toRealPath();
    jar = new BuiltJar(directory).handler("Good", "good");
  }

  @Test
  void loadsTheHandlersOfAJar() throws Exception {
    Path file = jar.write("odd %41+ä name.jar");
    HandlerJar read = HandlerJar.read(file, Kind.NAMED);
    var registry = HandlerJar.load(List.of(read), HandlerRegistry.of(ScriptedHandler.of("xx")));
    assertThat(registry.problems()).isEmpty();
    assertThat(registry.schemes()).containsExactly("good", "xx");
    RegisteredHandler handler = registry.find("good").orElseThrow();
    assertThat(handler.name()).isEqualTo("ext.Good");
    assertThat(handler.version()).isEqualTo("7.1");
    assertThat(handler.origin())
        .isEqualTo(new HandlerOrigin(Kind.NAMED, file.toString(), read.digest()));
  }

  @Test
  void givesTheNameOfTheAuthorsClassWhenAHandlerFails() throws Exception {
    RegisteredHandler handler = load(jar.write("h.jar")).find("good").orElseThrow();
    assertThat(handler.failure("good:x", new IllegalStateException("no\nkey")))
        .hasMessageContaining(
            "the handler ext.Good failed: java.lang.IllegalStateException: no key");
  }

  @Test
  void holdsUpNoEndOfTheProgramByCodeThatDoesNotComeBack() throws Exception {
    String threadIn = "ext.Hanging " + directory;
    jar.handler(
        "Hanging",
        """
        public Hanging() throws Exception {
          System.getProperties().put("%s", Thread.currentThread());
          Thread.sleep(600_000);
        }
        """
            .formatted(threadIn),
        "return java.util.Set.of(\"xx\");");
    HandlerJar read = HandlerJar.read(jar.write("h.jar"), Kind.USER);
    new JarLoading(read, Duration.ofMillis(100)).run();
    try {
      await().until(() -> System.getProperties().get(threadIn) != null);
      Thread thread = (Thread) requireNonNull(System.getProperties().get(threadIn));
      assertThat(thread.isDaemon()).isTrue();
      thread.join(Duration.ofSeconds(30).toMillis());
      assertThat(thread.isAlive()).as("it was interrupted").isFalse();
    } finally {
      System.getProperties().remove(threadIn);
    }
  }

  @Test
  void refusesAJarForAnotherVersionOfTheSpiBeforeAnyOfItIsRun() throws Exception {
    Path ran = directory.resolve("ran");
    jar.handler(
        "Eager",
        "public Eager() throws Exception { java.nio.file.Files.createFile(java.nio.file.Path.of(\""
            + ran
            + "\")); }",
        "return java.util.Set.of(\"eager\");");
    for (var wrong :
        List.of(
            List.of("2", "it was built for version 2 of the SPI, and this program has 1"),
            List.of(
                "0", "it was built for version 0 of the SPI, and this program knows 1 and newer"),
            List.of(
                "new", "the Attache-Spi-Version of its manifest (new) must be a whole number"))) {
      jar.attribute("Attache-Spi-Version", wrong.get(0));
      var registry = load(jar.write("h.jar"));
      assertThat(registry.handlers()).isEmpty();
      assertThat(registry.problems())
          .extracting(HandlerProblem::reason)
          .containsExactly(wrong.get(1));
    }
    assertThat(ran).doesNotExist();
    assertThat(load(jar.attribute("Attache-Spi-Version", " 1 ").write("h.jar")).schemes())
        .containsExactly("eager", "good");
    assertThat(ran).exists();
  }

  @Test
  void refusesAJarWhoseManifestLies() throws Exception {
    jar.handler("More", "more");
    for (String lie : List.of("good", "good more other")) {
      var registry = load(jar.attribute("Attache-Schemes", lie).write("h.jar"));
      assertThat(registry.handlers()).isEmpty();
      assertThat(registry.problems())
          .extracting(HandlerProblem::reason)
          .containsExactly(
              "the Attache-Schemes of its manifest are "
                  + String.join(" ", new java.util.TreeSet<>(List.of(lie.split(" ", -1))))
                  + ", but its handlers own good more");
    }
    assertThat(load(jar.attribute("Attache-Schemes", "MORE,good").write("h.jar")).schemes())
        .containsExactly("good", "more");
  }

  @Test
  void doesNotTakeAHandlerThatFailedForALie() throws Exception {
    jar.handler("More", "public More() { throw new IllegalStateException(); }", "return null;")
        .attribute("Attache-Schemes", "good more");
    HandlerRegistry registry = load(jar.write("h.jar"));
    assertThat(registry.schemes()).containsExactly("good");
    assertThat(registry.problems())
        .extracting(HandlerProblem::provider, HandlerProblem::reason)
        .containsExactly(
            tuple("ext.More", "its constructor failed: java.lang.IllegalStateException"));
  }

  @Test
  void refusesAJarWhoseManifestLiesBesideAHandlerThatFailed() throws Exception {
    jar.attribute("Attache-Schemes", "good").handler("More", "more").line("ext.Missing");
    HandlerRegistry registry = load(jar.write("h.jar"));
    assertThat(registry.schemes()).isEmpty();
    assertThat(registry.problems())
        .extracting(HandlerProblem::reason)
        .containsExactly(
            "the Attache-Schemes of its manifest are good, but its handlers own good more");
  }

  @Test
  void stopsWhenItIsInterrupted() throws Exception {
    HandlerJar read = HandlerJar.read(jar.write("h.jar"), Kind.USER);
    Thread.currentThread().interrupt();
    var result = new JarLoading(read, JarLoading.TIME_LIMIT).run();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(result.loaded()).isEmpty();
    assertThat(result.problems())
        .extracting(HandlerProblem::reason, HandlerProblem::fix)
        .containsExactly(tuple("it was interrupted while it was loaded", "try again"));
  }

  @Test
  void refusesASchemeThatIsTakenAndKeepsTheOthers() throws Exception {
    Path first = jar.write("first.jar");
    Path second =
        new BuiltJar(directory)
            .handler("Rival", "good")
            .handler("Free", "free")
            .write("second.jar");
    HandlerJar rival = HandlerJar.read(second, Kind.USER);
    var registry =
        HandlerJar.load(List.of(HandlerJar.read(first, Kind.NAMED), rival), HandlerRegistry.of());
    assertThat(registry.schemes()).containsExactly("free", "good");
    assertThat(registry.find("good").orElseThrow().origin().place()).isEqualTo(first.toString());
    assertThat(registry.problems())
        .containsExactly(
            new HandlerProblem(
                "ext.Rival",
                rival.origin(),
                "its scheme \"good\" belongs to ext.Good of " + first,
                "remove one of the two"));
  }

  @Test
  void closesAJarOfWhichNoHandlerIsUsed() throws Exception {
    Path first = jar.write("first.jar");
    Path rival = new BuiltJar(directory).handler("Rival", "good").write("rival.jar");
    Path broken = new BuiltJar(directory).line("ext.Missing").write("broken.jar");
    var jars = new ArrayList<HandlerJar>();
    for (Path file : List.of(first, rival, broken)) {
      jars.add(HandlerJar.read(file, Kind.USER));
    }
    HandlerRegistry registry = HandlerJar.load(jars, HandlerRegistry.of());
    assertThat(registry.problems()).hasSize(2);
    assertThat(openFiles()).contains(first).doesNotContain(rival, broken);
  }

  @Test
  void closesAllJarsIfOneCannotBeOpened() throws Exception {
    Path good = jar.write("good.jar");
    Path bad = Files.writeString(directory.resolve("bad.jar"), "no jar");
    assertThatThrownBy(() -> JarClassLoader.open("good", List.of(good, bad)))
        .isInstanceOf(ZipException.class);
    assertThat(openFiles()).doesNotContain(good, bad);
  }

  private static List<Path> openFiles() throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    assumeTrue(Files.isDirectory(descriptors), "no " + descriptors);
    var open = new ArrayList<Path>();
    try (Stream<Path> all = Files.list(descriptors)) {
      for (Path each : all.toList()) {
        if (Files.isSymbolicLink(each)) { // and not the one of this list, which is gone
          open.add(Files.readSymbolicLink(each));
        }
      }
    }
    return open;
  }

  @Test
  void refusesSchemesWithANameToAllButTheHandlerThatOwnsThem() throws Exception {
    HandlerJar read =
        HandlerJar.read(new BuiltJar(directory).handler("My", "mcp+my").write("my.jar"), Kind.USER);
    HandlerRegistry mcp = HandlerRegistry.of(ScriptedHandler.of("mcp").naming(uri -> "mcp"));
    assertThat(HandlerJar.load(List.of(read), mcp).problems())
        .extracting(HandlerProblem::reason)
        .containsExactly(
            "its scheme \"mcp+my\" belongs to dev.attache.test.ScriptedHandler of "
                + mcp.handlers().get(0).origin());
    HandlerRegistry others = HandlerRegistry.of(ScriptedHandler.of("mcp")); // owns no names
    assertThat(HandlerJar.load(List.of(read), others).find("mcp+my").orElseThrow().name())
        .isEqualTo("ext.My");
  }

  @Test
  void addsAHandlerThatSomebodyConfigured() {
    var origin = new HandlerOrigin(Kind.CONFIGURED, "/home/me/config.toml", null);
    HandlerRegistry registry =
        HandlerRegistry.of(ScriptedHandler.of("xx"))
            .with(ScriptedHandler.of("jira"), "jira-fetch", origin)
            .with(ScriptedHandler.of("xx"), "rival", origin);
    assertThat(registry.find("jira").orElseThrow().name()).isEqualTo("jira-fetch");
    assertThat(registry.schemes()).containsExactly("jira", "xx");
    assertThat(registry.problems())
        .extracting(HandlerProblem::toString)
        .singleElement()
        .asString()
        .startsWith(
            "handler rival of /home/me/config.toml cannot be used: its scheme \"xx\" belongs to"
                + " dev.attache.test.ScriptedHandler of ");
  }

  @Test
  void reportsAJarThatIsGone() throws Exception {
    Path file = jar.write("h.jar");
    HandlerJar read = HandlerJar.read(file, Kind.NAMED);
    Files.delete(file);
    HandlerRegistry registry = HandlerJar.load(List.of(read), HandlerRegistry.of());
    assertThat(registry.problems())
        .extracting(HandlerProblem::reason)
        .containsExactly("it cannot be opened: no such file: " + file);
  }

  private static HandlerRegistry load(Path file) throws Exception {
    return HandlerJar.load(List.of(HandlerJar.read(file, Kind.USER)), HandlerRegistry.of());
  }
}
