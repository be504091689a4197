package dev.attache.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrintDirectoryTest {

  private static final Path SOURCE =
      Path.of("src/main/java/dev/attache/examples/embed/PrintDirectory.java");

  @TempDir Path directory;

  private record Ended(String out, String err, int code) {}

  @BeforeEach
  void write() throws IOException {
    Files.createDirectories(directory.resolve("src/test"));
    Files.writeString(directory.resolve("src/App.java"), "class App {}\n");
    Files.writeString(directory.resolve("src/test/AppTest.java"), "class AppTest {}\n");
  }

  /** A process of its own, because the program decides how that ends. */
  private Ended run() throws IOException, InterruptedException {
    Path out = directory.resolveSibling(directory.getFileName() + ".out");
    Path err = directory.resolveSibling(directory.getFileName() + ".err");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                PrintDirectory.class.getName(),
                directory.toString())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      int code = process.waitFor();
      return new Ended(Files.readString(out, UTF_8), Files.readString(err, UTF_8), code);
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  @Test
  void printsWhatIsThereAndNothingOfWhatRulesLeaveOut() throws Exception {
    assertThat(run())
        .isEqualTo(
            new Ended(
                "<resource path=\"src/App.java\">\nclass App {}\n\n</resource>\n",
                "src/test: skipped, excluded: by !test\n",
                0));
    assertThat(directory).as("nothing is recorded").isDirectoryNotContaining("glob:**.attache");
  }

  @Test
  void saysWhatIsMissingAndFails() throws Exception {
    Files.writeString(directory.resolve("big.txt"), "x".repeat(100_001));
    assertThat(run())
        .isEqualTo(
            new Ended(
                """
                <resource path="src/App.java">
                class App {}

                </resource>
                <not-attached>
                big.txt: skipped, too-large: 100001 bytes, and the limit is 100000
                </not-attached>
                """,
                """
                big.txt: skipped, too-large: 100001 bytes, and the limit is 100000
                src/test: skipped, excluded: by !test
                """,
                1));
  }

  @Test
  void isInTheDocumentationAsItIs() throws IOException {
    String page = Files.readString(Path.of("../../docs/embedding.md"));
    assertThat(List.of(page.split("```", -1))).contains("java\n" + Files.readString(SOURCE));
  }
}
