package dev.attache.core.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.spi.ResourceHandler;
import dev.attache.test.BuiltJar;
import dev.attache.test.ScriptedHandler;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HandlerRegistryTest {

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
  void findsHandlersInJarsAndFolders() throws Exception {
    Path first = jar.write("first.jar");
    Path second = new BuiltJar(directory).handler("Other", "other").folder();
    try (URLClassLoader loader = BuiltJar.loader(first, second)) {
      var registry = HandlerRegistry.load(loader);
      assertThat(registry.problems()).isEmpty();
      assertThat(registry.schemes()).containsExactly("good", "other");
      assertThat(registry.handlers())
          .extracting(handler -> handler.origin().place())
          .containsExactly(first.toString(), second.toString());
      assertThat(registry.handlers().get(0).version()).isEqualTo("7.1");
    }
  }

  @Test
  void loadsClassesByNameWithoutAServicesFile() throws Exception {
    Path file = jar.write("good.jar");
    Path second = new BuiltJar(directory).handler("Other", "other").folder();
    try (URLClassLoader loader = BuiltJar.loader(file, second)) {
      var registry = HandlerRegistry.load(loader, List.of("ext.Gone", "ext.Good"), "good.jar");
      assertThat(registry.schemes()).containsExactly("good");
      assertThat(registry.handlers().get(0).origin())
          .isEqualTo(new HandlerOrigin(HandlerOrigin.Kind.CLASS_PATH, file.toString(), null));
      assertThat(registry.problems())
          .hasToString("[handler ext.Gone of good.jar cannot be used: the class is missing]");
    }
  }

  @Test
  void hasNoVersionWithoutAManifest() {
    assertThat(HandlerRegistry.of(ScriptedHandler.of("xx")).handlers().get(0).version()).isEmpty();
  }

  @Test
  void showsAPathWithBlanksAndPercentSignsAsItIs() throws Exception {
    Path odd = jar.line("ext.Missing").write("odd %41+name.jar");
    try (URLClassLoader loader = BuiltJar.loader(odd)) {
      var registry = HandlerRegistry.load(loader);
      assertThat(registry.handlers().get(0).origin().place()).isEqualTo(odd.toString());
      assertThat(registry.problems())
          .hasToString("[handler ext.Missing of " + odd + " cannot be used: the class is missing]");
    }
  }

  @Test
  void readsServicesFilesWithCommentsBlanksAndRepetitions() throws Exception {
    jar.line("# a comment").line("").line("  ext.Good # again").line("\text.Good\r");
    assertProblems();
  }

  @Test
  void takesAClassThatTwoServicesFilesNameOnce() throws Exception {
    Path second = directory.resolve("second");
    Path services = second.resolve(BuiltJar.SERVICE);
    Files.createDirectories(services.getParent());
    Files.writeString(services, "ext.Good");
    try (URLClassLoader loader = BuiltJar.loader(jar.write("first.jar"), second)) {
      assertThat(HandlerRegistry.load(loader).handlers()).hasSize(1);
    }
  }

  @Test
  void reportsAMissingClass() throws Exception {
    jar.line("ext.Missing");
    assertProblems("handler ext.Missing of JAR cannot be used: the class is missing");
  }

  @Test
  void reportsALineThatIsNoClassName() throws Exception {
    jar.line("not a class").line("ext/Good");
    assertProblems(
        "handler not a class of JAR cannot be used: the class is missing",
        "handler ext/Good of JAR cannot be used: the class is missing");
  }

  @Test
  void reportsAMissingSuperclass() throws Exception {
    jar.source("Base", "package ext; public class Base {}")
        .source(
            "Orphan",
            "package ext; public abstract class Orphan extends Base"
                + " implements dev.attache.resource.spi.ResourceHandler {}")
        .line("ext.Orphan");
    Files.delete(jar.classFile("Base"));
    assertProblems(
        "handler ext.Orphan of JAR cannot be used: it does not link:"
            + " java.lang.NoClassDefFoundError: ext/Base");
  }

  @Test
  void reportsAClassFileOfANewerJava() throws Exception {
    jar.handler("Newer", "newer");
    byte[] bytes = Files.readAllBytes(jar.classFile("Newer"));
    bytes[7] = 99; // the low byte of the major version (JVMS 4.1)
    Files.write(jar.classFile("Newer"), bytes);
    assertProblems(
        "handler ext.Newer of JAR cannot be used: it does not link:"
            + " java.lang.UnsupportedClassVersionError: ext/Newer has been compiled by a more"
            + " recent version of the Java Runtime (class file version 99.0), this version of the"
            + " Java Runtime only recognizes class file versions up to "
            + System.getProperty("java.class.version"));
  }

  @Test
  void reportsAClassFileThatIsCutOff() throws Exception {
    jar.handler("Cut", "cut");
    byte[] bytes = Files.readAllBytes(jar.classFile("Cut"));
    Files.write(jar.classFile("Cut"), Arrays.copyOf(bytes, bytes.length / 2));
    assertThat(problems(jar.write("h.jar")))
        .singleElement()
        .asString()
        .startsWith(
            "handler ext.Cut of "
                + directory.resolve("h.jar")
                + " cannot be used: it does not link: java.lang.ClassFormatError: ");
  }

  @Test
  void reportsAConstructorThatThrows() throws Exception {
    jar.handler(
        "Throwing",
        "public Throwing() { throw new IllegalStateException(\"no key\"); }",
        "return java.util.Set.of(\"xx\");");
    assertProblems(
        "handler ext.Throwing of JAR cannot be used: its constructor failed:"
            + " java.lang.IllegalStateException: no key");
  }

  @Test
  void reportsAStaticInitializerThatThrows() throws Exception {
    jar.handler(
        "Static",
        "static final int KEY = Integer.parseInt(\"none\");",
        "return java.util.Set.of(\"xx\");");
    assertProblems(
        "handler ext.Static of JAR cannot be used: its static initializer failed:"
            + " java.lang.NumberFormatException: For input string: \"none\"");
  }

  @Test
  void reportsAClassThatIsNoHandler() throws Exception {
    jar.source("Plain", "package ext; public class Plain {}").line("ext.Plain");
    assertProblems(
        "handler ext.Plain of JAR cannot be used: it does not implement"
            + " dev.attache.resource.spi.ResourceHandler");
  }

  @Test
  void reportsAClassThatCannotBeMade() throws Exception {
    jar.handler("Private", "private Private() {}", "return java.util.Set.of(\"xx\");")
        .handler("Needy", "public Needy(String key) {}", "return java.util.Set.of(\"xx\");")
        .source(
            "Abstract",
            "package ext; public abstract class Abstract"
                + " implements dev.attache.resource.spi.ResourceHandler {}")
        .line("ext.Abstract")
        .source("Hidden", "package ext; class Hidden extends Good { public Hidden() {} }")
        .line("ext.Hidden");
    assertProblems(
        "handler ext.Private of JAR cannot be used: " + UNUSABLE_CLASS,
        "handler ext.Needy of JAR cannot be used: " + UNUSABLE_CLASS,
        "handler ext.Abstract of JAR cannot be used: " + UNUSABLE_CLASS,
        "handler ext.Hidden of JAR cannot be used: " + UNUSABLE_CLASS);
  }

  @Test
  void reportsSchemesThatAreNotUsable() throws Exception {
    jar.handler("Upper", "UPPER")
        .handler("Drive", "c")
        .handler("None", "", "return java.util.Set.of();")
        .handler("Fails", "", "throw new IllegalStateException(\"not now\");")
        .handler("Silent", "", "throw new IllegalStateException();")
        .handler("Asserts", "", "throw new AssertionError(\"never\");");
    assertProblems(
        "handler ext.Upper of JAR cannot be used: its schemes are not usable: scheme (UPPER) of"
            + " ext.Upper must match [a-z][a-z0-9+.-]+",
        "handler ext.Drive of JAR cannot be used: its schemes are not usable: scheme (c) of"
            + " ext.Drive must match [a-z][a-z0-9+.-]+",
        "handler ext.None of JAR cannot be used: its schemes are not usable: ext.None must own at"
            + " least one scheme",
        "handler ext.Fails of JAR cannot be used: its schemes are not usable: not now",
        "handler ext.Silent of JAR cannot be used: its schemes are not usable:"
            + " java.lang.IllegalStateException",
        "handler ext.Asserts of JAR cannot be used: its schemes are not usable: never");
  }

  @Test
  void reportsAServicesFileThatCannotBeRead() throws Exception {
    Path missing = directory.resolve("gone").resolve(BuiltJar.SERVICE);
    var loader =
        new ClassLoader(ResourceHandler.class.getClassLoader()) {
          @Override
          public Enumeration<URL> getResources(String name) throws java.io.IOException {
            return Collections.enumeration(List.of(missing.toUri().toURL()));
          }
        };
    assertThat(HandlerRegistry.load(loader).problems())
        .hasToString(
            "[handlers of "
                + directory.resolve("gone")
                + " cannot be used: its services file cannot be read:"
                + " java.io.FileNotFoundException: "
                + missing
                + " (No such file or directory)]");
  }

  @Test
  void stopsAtTwoHandlersForOneScheme() throws Exception {
    Path first = jar.write("first.jar");
    Path second = new BuiltJar(directory).handler("Rival", "good").write("second.jar");
    try (URLClassLoader loader = BuiltJar.loader(first, second)) {
      assertThatThrownBy(() -> HandlerRegistry.load(loader))
          .isInstanceOf(DuplicateSchemeException.class)
          .hasMessage(
              "two handlers claim the scheme \"good\": ext.Good of %s and ext.Rival of %s; remove"
                  + " one of them",
              first, second);
    }
  }

  @Test
  void stopsAtTwoHandlersForOneSchemeThatAreGiven() {
    var first = ScriptedHandler.of("xx");
    assertThatThrownBy(() -> HandlerRegistry.of(first, ScriptedHandler.of("xx")))
        .isInstanceOf(DuplicateSchemeException.class)
        .hasMessageStartingWith("two handlers claim the scheme \"xx\": ");
  }

  @Test
  void refusesAGivenHandlerWhoseSchemeIsNotInLowerCase() {
    assertThatThrownBy(() -> HandlerRegistry.of(ScriptedHandler.of("X1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("scheme (X1) of dev.attache.test.ScriptedHandler must match [a-z][a-z0-9+.-]+");
  }

  @Test
  void givesSchemesWithANameToTheHandlerThatOwnsThem() {
    var registry =
        HandlerRegistry.of(
            ScriptedHandler.of("mcp").naming(uri -> "mcp"), ScriptedHandler.of("xx"));
    assertThat(registry.find("mcp+github").orElseThrow().schemes()).containsExactly("mcp");
    assertThat(registry.find("mcp+")).isPresent();
    assertThat(registry.find("mcpx")).isEmpty();
    assertThat(registry.find("xx+y")).isEmpty();
  }

  @Test
  void hasNoHandlerForASchemeWithANameWhenThereIsNone() {
    assertThat(HandlerRegistry.of().find("mcp+github")).isEmpty();
  }

  /** Loads the jar: its good handler works, and these are the problems of the others. */
  private void assertProblems(String... problems) throws Exception {
    Path file = jar.write("handlers.jar");
    assertThat(problems(file))
        .containsExactly(
            Arrays.stream(problems)
                .map(problem -> problem.replace("JAR", file.toString()))
                .toArray(String[]::new));
  }

  private static List<String> problems(Path file) throws Exception {
    try (URLClassLoader loader = BuiltJar.loader(file)) {
      var registry = HandlerRegistry.load(loader);
      assertThat(registry.schemes()).containsExactly("good");
      return registry.problems().stream().map(HandlerProblem::toString).toList();
    }
  }
}
