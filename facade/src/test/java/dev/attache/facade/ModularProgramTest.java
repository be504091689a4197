package dev.attache.facade;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program with a module descriptor, which is compiled and run on the module path. */
@Tag("process")
class ModularProgramTest {

  /** What tests alone need. */
  private static final String TESTS =
      ".*(test-classes|test-support|junit|opentest4j|apiguardian|assertj|byte-buddy|surefire).*";

  private static final String PATH =
      Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
          .filter(entry -> !entry.matches(TESTS) && Files.exists(Path.of(entry)))
          .collect(Collectors.joining(File.pathSeparator));

  @TempDir Path directory;

  @Test
  void isCompiledAndRunsWithOneRequirement() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source/org/example"));
    Path module = directory.resolve("source/module-info.java");
    Files.writeString(module, "module org.example { requires dev.attache.facade; }\n");
    Path program = source.resolve("Program.java");
    Files.writeString(
        program,
        """
        package org.example;

        import dev.attache.facade.Attache;
        import dev.attache.facade.RecordedTurn;
        import java.nio.file.Path;

        public final class Program {
          public static void main(String[] args) throws Exception {
            Attache attache = Attache.builder(Path.of(args[0])).inMemory(1 << 20).build();
            RecordedTurn turn = attache.conversation("modular").turn("Hi.").attach("a.txt").request();
            System.out.print(turn.text());
          }
        }
        """);
    Path workspace = Files.createDirectory(directory.resolve("work"));
    Files.writeString(workspace.resolve("a.txt"), "one line\n");
    Path classes = directory.resolve("classes");
    assertThat(compiled(classes, module, program)).isEmpty();
    assertThat(run(classes, workspace))
        .startsWith("<resource path=\"a.txt\"")
        .endsWith("one line\n\n</resource>\nHi.\n");
  }

  private static String compiled(Path classes, Path... sources) {
    var said = new ByteArrayOutputStream();
    var out = new PrintStream(said, true, UTF_8);
    String[] files = Arrays.stream(sources).map(Path::toString).toArray(String[]::new);
    String[] options = {"-Xlint:all", "-Werror", "-d", classes.toString(), "--module-path", PATH};
    var line = Arrays.copyOf(options, options.length + files.length);
    System.arraycopy(files, 0, line, options.length, files.length);
    ToolProvider.findFirst("javac").orElseThrow().run(out, out, line);
    return said.toString(UTF_8);
  }

  private static String run(Path classes, Path workspace) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--module-path",
                classes + File.pathSeparator + PATH,
                "--module",
                "org.example/org.example.Program",
                workspace.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    return said;
  }
}
