package dev.attache.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ContentDigest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReviewTest {

  private static final Path SOURCE =
      Path.of("src/main/java/dev/attache/examples/embed/Review.java");

  @TempDir Path temporary;

  @Test
  void printsTheRequestAndTheAnswerToARefresh() throws IOException {
    Path workspace = Files.createDirectory(temporary.toRealPath().resolve("work"));
    Files.createDirectory(workspace.resolve("src"));
    Files.writeString(workspace.resolve("src/App.java"), "class App {}\n");
    Files.writeString(workspace.resolve("src/App.class"), "compiled");
    assertThat(run(workspace, temporary.resolve("store")))
        .isEqualTo(
            """
            <resource path="src/App.java" digest="sha256:7857929bc003">
            class App {}

            </resource>
            not attached: git log: no programs here
            What is wrong here?
            <resource path="src/App.java" digest="sha256:7857929bc003">
            class App {}

            </resource>
            """);
  }

  @Test
  void refersToWhatTheModelHas() throws IOException {
    Path workspace = Files.createDirectory(temporary.toRealPath().resolve("work"));
    Files.createDirectory(workspace.resolve("src"));
    String content = "class App {}\n".repeat(100);
    Files.writeString(workspace.resolve("src/App.java"), content);
    String digest = ContentDigest.sha256(content.getBytes(UTF_8)).shortForm();
    assertThat(run(workspace, temporary.resolve("store")))
        .endsWith(
            "\nThe content of src/App.java is identical to the attachment at turn 0 (sha256:"
                + digest
                + "). It has not changed. Refer to the attached content.\n");
  }

  @Test
  void hasFewerThanSixtyLines() throws IOException {
    assertThat(Files.readAllLines(SOURCE)).hasSizeLessThan(60);
  }

  @Test
  void isInTheDocumentationAsItIs() throws IOException {
    String page = Files.readString(Path.of("../../docs/embedding.md"));
    List<String> listings = List.of(page.split("```", -1));
    assertThat(listings).contains("java\n" + Files.readString(SOURCE));
  }

  private static String run(Path workspace, Path store) throws IOException {
    PrintStream out = System.out;
    var printed = new ByteArrayOutputStream();
    try (var stream = new PrintStream(printed, true, UTF_8)) {
      System.setOut(stream);
      Review.main(new String[] {workspace.toString(), store.toString()});
    } finally {
      System.setOut(out);
    }
    return printed.toString(UTF_8);
  }
}
