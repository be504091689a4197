package dev.attache.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The short build of the launcher in the root of the sources. */
@Tag("process")
class RebuildIT {

  private static final Path PROGRAM = Path.of("src/build/Rebuild.java").toAbsolutePath();

  private static final String GREETS = "engine/src/main/java/a/Greeting.java";

  private static final String GREETING =
      """
      package a;

      public class Greeting {
        static final int TIMES = 1;

        enum Tone { WARM, COLD }

        String text(Tone tone) {
          Runnable none = new Runnable() { public void run() {} };
          none.run();
          return "hello";
        }

        private int secret() { return TIMES; }
      }
      """;

  private static final String MAIN =
      """
      package a;

      public class Main {
        public static void main(String[] args) {
          System.out.println(new Greeting().text(Greeting.Tone.WARM).repeat(Greeting.TIMES));
        }
      }
      """;

  @TempDir Path temporary;
  private Path source = Path.of("");
  private Path distribution = Path.of("");
  private Path jar = Path.of("");

  @BeforeEach
  void build() throws IOException {
    source = temporary.resolve(GREETS);
    Files.createDirectories(source.getParent());
    Files.writeString(source, GREETING);
    Path main = Files.writeString(source.resolveSibling("Main.java"), MAIN);
    distribution = Files.createDirectories(temporary.resolve("dist"));
    jar = distribution.resolve("lib/attache.jar");
    Files.createDirectory(jar.getParent());
    Path classes = temporary.resolve("classes");
    tool("javac", "--release", "17", "-d", classes, source, main);
    tool("jar", "--create", "--file", jar, "-C", classes, ".");
    Files.copy(jar, distribution.resolve("engine.jar"));
  }

  private static void tool(String name, Object... arguments) {
    var out = new ByteArrayOutputStream();
    var printer = new PrintStream(out, true, UTF_8);
    String[] line = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
    int exitCode = ToolProvider.findFirst(name).orElseThrow().run(printer, printer, line);
    assertThat(exitCode).as("%s: %s", name, out.toString(UTF_8)).isZero();
  }

  /** Runs the short build in this process; the sources are those of a directory. */
  private boolean isRebuilt(Path distribution, Path root, String... sources) throws Exception {
    Path own = temporary.resolve("own");
    tool("javac", "-d", temporary.resolve("program"), PROGRAM);
    URL[] place = {temporary.resolve("program").toUri().toURL()};
    try (var loader = new URLClassLoader(place, null)) {
      Method isDone =
          Class.forName("Rebuild", true, loader)
              .getDeclaredMethod("isDone", Path.class, Path.class, List.class);
      isDone.setAccessible(true);
      List<String> absolute =
          Stream.of(sources).map(each -> root.resolve(each).toString()).toList();
      return (boolean) isDone.invoke(null, distribution, own, absolute);
    }
  }

  private boolean isRebuiltAfter(String from, String to) throws Exception {
    assertThat(GREETING).contains(from);
    Files.writeString(source, GREETING.replace(from, to));
    return isRebuilt(distribution, temporary, GREETS);
  }

  private static Map<String, String> files(Path jar) throws IOException {
    var files = new HashMap<String, String>();
    try (var zip = new ZipFile(jar.toFile())) {
      for (var each : zip.stream().filter(entry -> !entry.isDirectory()).toList()) {
        files.put(each.getName(), new String(zip.getInputStream(each).readAllBytes(), ISO_8859_1));
      }
    }
    return files;
  }

  @Test
  void putsTheClassesOfWhatWasEditedIntoEachJarThatHasThem() throws Exception {
    Map<String, String> before = files(jar);
    String without = "Runnable none = new Runnable() { public void run() {} };\n    none.run();";
    assertThat(GREETING).contains(without);
    Files.writeString(
        source,
        GREETING
            .replace(without, "")
            .replace("\"hello\"", "\"good morning\" + secret(2)")
            .replace("secret()", "secret(int of)"));
    assertThat(isRebuilt(distribution, temporary, GREETS)).isTrue();
    for (Path each : List.of(jar, distribution.resolve("engine.jar"))) {
      Path java = Path.of(System.getProperty("java.home"), "bin/java");
      assertThat(Launch.in(temporary, java, "-cp", each, "a.Main").run().out())
          .isEqualTo("good morning1\n");
      assertThat(files(each))
          .doesNotContainKey("a/Greeting$1.class")
          .containsEntry("a/Main.class", before.get("a/Main.class"))
          .hasSize(before.size() - 1);
    }
    assertThat(temporary.resolve("own")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a constant is another          | TIMES = 1          | TIMES = 2
          there is one constant more     | WARM, COLD         | WARM, COLD, COOL
          a method returns something else| String text        | CharSequence text
          there is a method more         | private int secret | int secret
          there is a class more          | enum Tone          | enum Noise { LOUD } enum Tone
          it does not compile            | "hello"            | hello
          """)
  void leavesToMavenWhatOthersCanNotice(String why, String from, String to) throws Exception {
    Map<String, String> before = files(jar);
    assertThat(isRebuiltAfter(from, to)).as(why).isFalse();
    assertThat(files(jar).equals(before)).as("the jar is as it was").isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "pom.xml",
    "engine/src/main/resources/a.txt",
    "engine/src/main/java/module-info.java",
    "resource-core/src/main/java/dev/attache/types/tables/MagicCompiler.java",
    "engine/src/main/java/a/New.java"
  })
  void leavesToMavenWhatIsMoreThanAClassOfAJar(String file) throws Exception {
    Path edited = temporary.resolve(file);
    Files.createDirectories(edited.getParent());
    Files.writeString(edited, file.endsWith("New.java") ? "package a; class New {}" : "");
    assertThat(isRebuilt(distribution, temporary, file)).isFalse();
  }

  @Test
  void compilesAsMavenDoes() throws Exception {
    Path built = Path.of(System.getProperty("attache.distribution"), "lib/attache.jar");
    Path copy = Files.createDirectory(temporary.resolve("copy"));
    Files.copy(built, copy.resolve("attache.jar"));
    Path root = Path.of("..").toAbsolutePath().normalize();
    String[] sources = {
      "cli/src/main/java/dev/attache/cli/QuickStart.java",
      "cli/src/main/java/dev/attache/cli/run/Report.java",
      "cli/src/main/java/dev/attache/cli/resolve/ResolveCommand.java"
    };
    for (String each : sources) {
      assertThat(root.resolve(each)).exists();
    }
    assertThat(isRebuilt(copy, root, sources)).isTrue();
    Map<String, String> expected = files(built);
    Map<String, String> actual = files(copy.resolve("attache.jar"));
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    assertThat(actual.keySet())
        .as("classes that Maven has compiled with other options, or with another JDK")
        .filteredOn(each -> !Objects.equals(expected.get(each), actual.get(each)))
        .isEmpty();
  }
}
