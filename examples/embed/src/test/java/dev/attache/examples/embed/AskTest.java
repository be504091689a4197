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
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("network")
class AskTest {

  private static final Path SOURCE = Path.of("src/main/java/dev/attache/examples/embed/Ask.java");

  @TempDir Path temporary;

  @Test
  void printsWhatTheModelAnswersAfterALookAtTheFile() throws IOException {
    Path workspace = Files.createDirectory(temporary.toRealPath().resolve("work"));
    Files.writeString(workspace.resolve("App.java"), "class App {}\n");
    FakeWire wire = FakeWire.COMPATIBLE;
    try (var fake = FakeProvider.start()) {
      fake.answer(
          wire.streamed(FakeWire.call("call_0", "refresh_resource", "{\"uri\":\"App.java\"}")),
          wire.streamed(FakeWire.text("It does "), FakeWire.text("nothing.")));
      assertThat(run(workspace, temporary.resolve("store"), fake.url()))
          .isEqualTo("It does nothing.\n270 tokens, ANSWERED\n");
      assertThat(fake.requests()).hasSize(2);
      assertThat(fake.requests().get(0).body()).contains("class App {}");
    }
  }

  @Test
  void isInTheDocumentationAsItIs() throws IOException {
    String page = Files.readString(Path.of("../../docs/agent.md"));
    List<String> listings = List.of(page.split("```", -1));
    assertThat(listings).contains("java\n" + Files.readString(SOURCE));
  }

  private static String run(Path workspace, Path store, String url) throws IOException {
    PrintStream before = System.out;
    var printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, UTF_8));
    try {
      Ask.main(new String[] {workspace.toString(), store.toString(), url});
    } finally {
      System.setOut(before);
    }
    return printed.toString(UTF_8);
  }
}
