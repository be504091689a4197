package dev.attache.jars;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.routing.HandlerOrigin.Kind;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.test.BuiltJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused of the handlers of a jar, with the reason and what to do. */
class HandlerRefusalTest {

  private static final String MEND = "fix it where it is built, or ask its author to";
  private static final String DEPENDENCY =
      "put the jar that has it beside this one, both in a folder of their own, or its classes into"
          + " this one";
  private static final String SNEAKY =
      """
      @SuppressWarnings("unchecked")
      static <T extends Throwable> java.util.Set<String> sneak(Throwable thrown) throws T {
        throw (T) thrown;
      }
      """;
  private static final String OF_AN_OLD_SPI =
      """
      package ext;
      public class Old implements dev.attache.resource.spi.ResourceHandler {
        public java.util.Set<String> schemes() { return java.util.Set.of("old"); }
      }
      """;
  private static final String UNUSABLE_CLASS =
      "it needs to be a public class with a public constructor without parameters";

  @TempDir Path directory;
  private BuiltJar jar;

  @BeforeEach
  void startWithOneGoodHandler() throws Exception {
    directory = directory.toRealPath();
    jar = new BuiltJar(directory).handler("Good", "good");
  }

  @Test
  void refusesAMissingClass() throws Exception {
    jar.line("ext.Missing");
    assertProblem(
        "ext.Missing",
        "the class is missing",
        "add the class to the jar, or remove its name from"
            + " META-INF/services/dev.attache.resource.spi.ResourceHandler");
  }

  @Test
  void refusesAClassOfThePackagesThatAreNeverTakenFromAJar() throws Exception {
    jar.line("dev.attache.resource.mine.Handler");
    assertProblem(
        "dev.attache.resource.mine.Handler",
        "its package belongs to the API, whose classes are never loaded from a jar",
        "move it to a package of its own where it is built, or ask its author to");
  }

  @Test
  void tellsAClassThatIsDamagedFromOneThatIsMissing() throws Exception {
    jar.source("Base", "package ext; public class Base {}")
        .handler("Needs", "public Needs() { new Base(); }", "return java.util.Set.of(\"xx\");");
    String again = "download it again";
    HandlerProblem base = problem(damaged(jar.write("base.jar"), "ext/Base.class"));
    assertThat(base.reason())
        .startsWith("it needs the class ext.Base, which cannot be read: invalid ");
    assertThat(base.fix()).isEqualTo(again);
    HandlerProblem own = problem(damaged(jar.write("own.jar"), "ext/Needs.class"));
    assertThat(own.reason()).startsWith("the class cannot be read: invalid ");
    assertThat(own.fix()).isEqualTo(again);
  }

  /** Overwrites the compressed bytes of an entry with the beginning of what no block has. */
  private static Path damaged(Path jar, String entry) throws Exception {
    byte[] bytes = Files.readAllBytes(jar);
    String all = new String(bytes, ISO_8859_1); // a character a byte
    bytes[all.indexOf(entry) + entry.length()] = (byte) 0xff; // block type 3 (RFC 1951, 3.2.3)
    return Files.write(jar, bytes);
  }

  @Test
  void refusesAMissingSuperclass() throws Exception {
    jar.source("Base", "package ext; public class Base {}")
        .source(
            "Orphan",
            "package ext; public abstract class Orphan extends Base"
                + " implements dev.attache.resource.spi.ResourceHandler {}")
        .line("ext.Orphan");
    Files.delete(jar.classFile("Base"));
    assertProblem("ext.Orphan", "it needs the class ext.Base, which is missing", DEPENDENCY);
  }

  @Test
  void refusesAConstructorThatNeedsAMissingClass() throws Exception {
    jar.source("Base", "package ext; public class Base {}")
        .handler("Needs", "public Needs() { new Base(); }", "return java.util.Set.of(\"xx\");");
    Files.delete(jar.classFile("Base"));
    assertProblem("ext.Needs", "it needs the class ext.Base, which is missing", DEPENDENCY);
  }

  @Test
  void refusesAClassOfTheProgramThatIsNotOfTheApi() throws Exception {
    jar.handler(
        "Nosy",
        "static final Object OTHER = dev.attache.test.ScriptedHandler.of(\"xx\");",
        "return java.util.Set.of(\"xx\");");
    assertProblem(
        "ext.Nosy",
        "it needs the class dev.attache.test.ScriptedHandler, which is missing",
        DEPENDENCY);
  }

  @Test
  void refusesAClassFileOfANewerJava() throws Exception {
    jar.handler("Newer", "newer");
    byte[] bytes = Files.readAllBytes(jar.classFile("Newer"));
    bytes[7] = 99; // the low byte of the major version (JVMS 4.1)
    Files.write(jar.classFile("Newer"), bytes);
    int own = Runtime.version().feature();
    assertProblem(
        "ext.Newer",
        "it was compiled for Java 55, and this is Java " + own,
        "run this program with Java 55, or compile the handler for Java "
            + own
            + " (javac --release "
            + own
            + ")");
  }

  @Test
  void refusesAClassFileThatIsCutOff() throws Exception {
    jar.handler("Cut", "cut");
    byte[] bytes = Files.readAllBytes(jar.classFile("Cut"));
    Files.write(jar.classFile("Cut"), Arrays.copyOf(bytes, bytes.length / 2));
    assertThat(problem(jar.write("h.jar")).reason())
        .startsWith("it does not link: java.lang.ClassFormatError: ");
  }

  @Test
  void refusesCodeThatThrows() throws Exception {
    jar.handler(
        "Throwing",
        "public Throwing() { throw new IllegalStateException(\"no\\nkey\"); }",
        "return java.util.Set.of(\"xx\");");
    assertProblem(
        "ext.Throwing", "its constructor failed: java.lang.IllegalStateException: no key", MEND);
  }

  @Test
  void refusesAStaticInitializerThatThrows() throws Exception {
    jar.handler(
        "Static",
        "static final int KEY = Integer.parseInt(\"none\");",
        "return java.util.Set.of(\"xx\");");
    assertProblem(
        "ext.Static",
        "its static initializer failed: java.lang.NumberFormatException:"
            + " For input string: \"none\"",
        MEND);
  }

  @Test
  void refusesCodeThatUsesUpTheStackOrTheHeap() throws Exception {
    jar.handler("Deep", "public Deep() { new Deep(); }", "return java.util.Set.of(\"xx\");");
    assertProblem("ext.Deep", "its constructor failed: java.lang.StackOverflowError", MEND);
    jar =
        new BuiltJar(directory)
            .handler("Good", "good")
            .handler("Wide", "", "long[] all = new long[Integer.MAX_VALUE]; return null;");
    assertProblem(
        "ext.Wide",
        "its schemes are not usable: Requested array size exceeds VM limit", // at once, in any heap
        MEND);
  }

  @Test
  void refusesAnExceptionThatFailsToSayWhatItIs() throws Exception {
    jar.handler(
        "Mute",
        """
        public static class Odd extends RuntimeException {
          @Override public String getMessage() { throw this; }
        }
        public Mute() { throw new Odd(); }
        """,
        "return java.util.Set.of(\"xx\");");
    assertProblem("ext.Mute", "its constructor failed: ext.Mute$Odd", MEND);
  }

  @Test
  void refusesAClassThatIsNoHandler() throws Exception {
    jar.source("Plain", "package ext; public class Plain {}").line("ext.Plain");
    assertProblem(
        "ext.Plain",
        "it does not implement dev.attache.resource.spi.ResourceHandler",
        "make it implement that, or remove its name from"
            + " META-INF/services/dev.attache.resource.spi.ResourceHandler");
  }

  @Test
  void refusesClassesThatCannotBeMade() throws Exception {
    jar.handler("Private", "private Private() {}", "return java.util.Set.of(\"xx\");")
        .handler("Needy", "public Needy(String key) {}", "return java.util.Set.of(\"xx\");")
        .source(
            "Abstract",
            "package ext; public abstract class Abstract"
                + " implements dev.attache.resource.spi.ResourceHandler {}")
        .line("ext.Abstract");
    assertThat(load(jar.write("h.jar")).problems())
        .extracting(p -> p.provider() + ": " + p.reason() + ": " + p.fix())
        .containsExactly(
            "ext.Private: " + UNUSABLE_CLASS + ": " + MEND,
            "ext.Needy: " + UNUSABLE_CLASS + ": " + MEND,
            "ext.Abstract: " + UNUSABLE_CLASS + ": " + MEND);
  }

  @Test
  void refusesSchemesThatAreNotUsable() throws Exception {
    jar.handler("Upper", "UPPER")
        .handler("Nothing", "", "return null;")
        .handler(
            "Holed", "", "return new java.util.HashSet<>(java.util.Arrays.asList(\"é\", null));")
        .handler("Sneaky", SNEAKY, "return sneak(new java.io.IOException(\"no disk\"));");
    assertThat(load(jar.write("h.jar")).problems())
        .extracting(p -> p.provider() + ": " + p.reason())
        .containsExactly(
            "ext.Upper: its schemes are not usable: scheme (UPPER) of ext.Upper must match"
                + " [a-z][a-z0-9+.-]+",
            "ext.Nothing: its schemes are not usable: ext.Nothing must own at least one scheme, and"
                + " gave null",
            "ext.Holed: its schemes are not usable: scheme (é) of ext.Holed must match"
                + " [a-z][a-z0-9+.-]+",
            "ext.Sneaky: its schemes are not usable: no disk");
  }

  @Test
  void refusesAHandlerThatLacksAMethodOfThisSpi() throws Exception {
    jar.source(
            "ResourceHandler",
            "package dev.attache.resource.spi;"
                + " public interface ResourceHandler { java.util.Set<String> schemes(); }")
        .source("Old", OF_AN_OLD_SPI)
        .line("ext.Old");
    Files.delete(jar.classes().resolve("dev/attache/resource/spi/ResourceHandler.class"));
    assertProblem(
        "ext.Old",
        "it has no method resolve which the SPI of this program requires",
        "get the version of it for SPI 1");
  }

  @Test
  void refusesCodeThatDoesNotComeBack() throws Exception {
    jar =
        new BuiltJar(directory)
            .handler(
                "Hanging",
                "public Hanging() throws Exception { Thread.sleep(600_000); }",
                "return java.util.Set.of(\"xx\");")
            .handler("Good", "good");
    HandlerJar read = HandlerJar.read(jar.write("h.jar"), Kind.USER);
    var result = new JarLoading(read, Duration.ofSeconds(1)).run();
    assertThat(result.loaded()).isEmpty();
    assertThat(result.problems())
        .containsExactly(
            new HandlerProblem(
                "ext.Hanging", read.origin(), "it did not load within 1 seconds", MEND));
  }

  /** Loads the jar: its good handler works, and this is the problem of the other. */
  private void assertProblem(String provider, String reason, String fix) throws Exception {
    HandlerProblem problem = problem(jar.write("handlers.jar"));
    assertThat(problem.provider()).isEqualTo(provider);
    assertThat(problem.reason()).isEqualTo(reason);
    assertThat(problem.fix()).isEqualTo(fix);
    assertThat(problem.origin().place()).isEqualTo(directory.resolve("handlers.jar").toString());
  }

  private static HandlerProblem problem(Path file) throws Exception {
    HandlerRegistry registry = load(file);
    assertThat(registry.schemes()).containsExactly("good");
    assertThat(registry.problems()).hasSize(1);
    return registry.problems().get(0);
  }

  private static HandlerRegistry load(Path file) throws Exception {
    return HandlerJar.load(List.of(HandlerJar.read(file, Kind.USER)), HandlerRegistry.of());
  }
}
