package dev.attache.examples.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("network")
class ReviewTest {

  private static final Path SOURCE =
      Path.of("src/main/java/dev/attache/examples/langchain4j/Review.java");

  /** Long enough to be referred to. */
  private static final String APP = "class App {\n" + "  // nothing\n".repeat(100) + "}\n";

  @TempDir Path temporary;

  @Test
  void letsTheModelLookAgain() throws IOException {
    Path workspace = Files.createDirectory(temporary.toRealPath().resolve("work"));
    Files.writeString(workspace.resolve("App.java"), APP);
    try (var fake = FakeProvider.start()) {
      fake.answer(
          says("\"content\":\"It does nothing.\""),
          says(
              """
              "content":null,"tool_calls":[{"id":"call_0","type":"function","function":\
              {"name":"refresh_resource","arguments":"{\\"uri\\":\\"App.java\\"}"}}]"""),
          says("\"content\":\"It still does nothing.\""));
      assertThat(run(workspace, temporary.resolve("store"), fake.url()))
          .isEqualTo("It does nothing.\nIt still does nothing.\n");
      List<String> bodies = fake.requests().stream().map(FakeProvider.Received::body).toList();
      assertThat(bodies).hasSize(3);
      assertThat(bodies.get(0)).contains("class App {", "What is wrong with App.java?");
      // the window has no room for the attachment any more, so the refresh is in full
      assertThat(bodies.get(2))
          .doesNotContain("What is wrong with App.java?")
          .contains("I have changed it.")
          .containsOnlyOnce("class App {");
    }
  }

  @Test
  void isInTheDocumentationAsItIs() throws IOException {
    String page = Files.readString(Path.of("../../docs/langchain4j.md"));
    List<String> listings = List.of(page.split("```", -1));
    assertThat(listings).contains("java\n" + Files.readString(SOURCE));
  }

  private static Answer says(String message) {
    return Answer.json(
        200,
        "{\"id\":\"1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":[{"
            + "\"index\":0,\"message\":{\"role\":\"assistant\","
            + message
            + "},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,"
            + "\"completion_tokens\":1,\"total_tokens\":2}}");
  }

  private static String run(Path workspace, Path store, String url) throws IOException {
    PrintStream before = System.out;
    var printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, UTF_8));
    try {
      Review.main(new String[] {workspace.toString(), store.toString(), url});
    } finally {
      System.setOut(before);
    }
    return printed.toString(UTF_8);
  }
}
