package dev.attache.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.agent.ToolApproval;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeWire;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("network")
class AskWithToolTest {

  private final FakeProvider fake = FakeProvider.start();
  private final FakeWire wire = FakeWire.COMPATIBLE;

  @TempDir Path workspace;

  @AfterEach
  void close() {
    fake.close();
  }

  private String ask(String arguments, ToolApproval approval) throws Exception {
    fake.answer(
        wire.streamed(FakeWire.call("call_0", "weather", arguments)),
        wire.streamed(FakeWire.text("Take a hat.")));
    String answer =
        AskWithTool.ask(
            workspace, AskWithTool.model(URI.create(fake.url())), "What to wear?", approval);
    assertThat(answer).isEqualTo("Take a hat.");
    return fake.requests().get(1).body();
  }

  @Test
  void givesTheModelWhatTheToolAnswers() throws Exception {
    assertThat(ask("{\"city\":\"Bern\"}", ToolApproval.EVERYTHING))
        .contains("It is sunny in Bern.", "weather:Bern", "celsius");
  }

  @Test
  void tellsTheModelThatTheUserDoesNotWantIt() throws Exception {
    assertThat(ask("{\"city\":\"Bern\"}", (tool, arguments) -> "the user does not want it."))
        .contains("The call was not run: the user does not want it.")
        .doesNotContain("want it..")
        .doesNotContain("sunny");
  }

  @Test
  void asksNobodyAboutArgumentsThatDoNotFit() throws Exception {
    var asked = new ArrayList<String>();
    assertThat(
            ask(
                "{\"town\":\"Bern\"}",
                (tool, arguments) -> {
                  asked.add(tool.offer().name());
                  return null;
                }))
        .contains("the arguments of weather do not fit: /city is missing");
    assertThat(asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"WeatherTool", "AskWithTool"})
  void isInTheDocumentationAsItIs(String name) throws IOException {
    String page = Files.readString(Path.of("../../docs/writing-a-tool.md"));
    Path source = Path.of("src/main/java/dev/attache/examples/embed/" + name + ".java");
    assertThat(List.of(page.split("```", -1))).contains("java\n" + Files.readString(source));
  }
}
