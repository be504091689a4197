package dev.attache.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.test.FakeProvider;
import dev.attache.test.FakeWire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("network")
class FirstAnswerTest {

  private static final Path SOURCE =
      Path.of("src/main/java/dev/attache/examples/embed/FirstAnswer.java");

  @TempDir Path workspace;

  @Test
  void printsWhatAModelSaysOfTheSources() throws Exception {
    Files.createDirectories(workspace.resolve("src/test"));
    Files.writeString(workspace.resolve("src/App.java"), "class App {}\n");
    Files.writeString(workspace.resolve("src/test/AppTest.java"), "class AppTest {}\n");
    PrintStream before = System.out;
    var printed = new ByteArrayOutputStream();
    try (var fake = FakeProvider.start()) {
      System.setProperty(Loopback.URL, fake.url());
      System.setOut(new PrintStream(printed, true, UTF_8));
      fake.answer(FakeWire.COMPATIBLE.streamed(FakeWire.text("Nothing.")));
      FirstAnswer.main(new String[] {workspace.toString(), "loopback"});
      assertThat(fake.requests().get(0).body())
          .contains("class App {}", "What is wrong here?", "refresh_resource")
          .doesNotContain("AppTest");
    } finally {
      System.setOut(before);
    }
    assertThat(printed.toString(UTF_8)).isEqualTo("Nothing.\n");
  }

  @Test
  void isTheProgramOfTheReadme() throws IOException {
    String program =
        Files.readString(SOURCE)
            .replaceFirst("package .*\n\n", "")
            .replaceFirst("/\\*\\* .*\\*/\n", "");
    assertThat(program.lines().filter(line -> !line.isBlank())).hasSizeLessThanOrEqualTo(10);
    assertThat(Files.readString(Path.of("../../README.md"))).contains("```java\n" + program);
    assertThat(Files.readString(Path.of("../../docs/embedding.md")))
        .contains("```java\n" + Files.readString(SOURCE));
  }
}
