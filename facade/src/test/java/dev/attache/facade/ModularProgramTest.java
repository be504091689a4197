package dev.attache.facade;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.test.FakeProvider;
import dev.attache.test.FakeWire;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  private static final Map<String, FakeWire> WIRES =
      new TreeMap<>(
          Map.of(
              "anthropic", FakeWire.ANTHROPIC,
              "gemini", FakeWire.GEMINI,
              "ollama", FakeWire.OLLAMA,
              "openai-compatible/qwen3-coder", FakeWire.COMPATIBLE));

  @TempDir Path directory;

  /** It has handlers and providers, which nothing but their own descriptors asks for. */
  @Test
  void asksAModelAboutAFileWithOneRequirement() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source/org/example"));
    Path module = directory.resolve("source/module-info.java");
    Files.writeString(module, "module org.example { requires dev.attache.facade; }\n");
    Path program = source.resolve("Program.java");
    Files.writeString(
        program,
        """
        package org.example;

        import dev.attache.agent.AskedModel;
        import dev.attache.facade.Attache;
        import dev.attache.model.call.ModelSettings;
        import java.net.URI;
        import java.nio.file.Path;
        import java.util.Map;

        public final class Program {
          public static void main(String[] args) throws Exception {
            var settings =
                ModelSettings.builder()
                    .baseUrl(URI.create(args[1]))
                    .privateHostAllowed(true)
                    .environment(Map.of())
                    .key(() -> "a-key")
                    .build();
            var attache = Attache.open(Path.of(args[0]));
            attache.problems().forEach(System.out::println);
            for (String name : args[2].split(",")) {
              var turn = attache.conversation().turn("Hi.").attachAll("a.txt", args[1] + "/page");
              var answer = turn.ask(AskedModel.of(name, settings));
              System.out.println(name + ": " + answer.text() + " " + answer.problems());
            }
          }
        }
        """);
    Path workspace = Files.createDirectory(directory.resolve("work"));
    Files.writeString(workspace.resolve("a.txt"), "one line\n");
    Path classes = directory.resolve("classes");
    assertThat(compiled(classes, module, program)).isEmpty();
    try (var fake = FakeProvider.start()) {
      var expected = new StringBuilder();
      for (String name : WIRES.keySet()) {
        fake.answer(WIRES.get(name).streamed(FakeWire.text("Hello.")));
        expected.append(
            name
                + ": Hello. [not attached: "
                + fake.url()
                + "/page: is not on the public internet: 127.0.0.1 is a loopback address (127.0.0.0/8);"
                + " the user can allow the host]\n");
      }
      String names = String.join(",", WIRES.keySet());
      assertThat(run(classes, workspace.toString(), fake.url(), names))
          .isEqualTo(expected.toString());
      assertThat(fake.requests()).allMatch(each -> each.body().contains("one line"));
    }
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

  private static String run(Path classes, String... arguments) throws Exception {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--module-path",
                classes + File.pathSeparator + PATH,
                "--module",
                "org.example/org.example.Program"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    return said;
  }
}
