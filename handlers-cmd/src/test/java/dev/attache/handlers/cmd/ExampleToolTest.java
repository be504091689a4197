package dev.attache.handlers.cmd;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolObserver;
import dev.attache.resource.tool.ToolResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tool in {@code examples/todo-tool}, as it is. */
@Tag("process")
class ExampleToolTest {

  private static final Path SCRIPT = Path.of("../examples/todo-tool/todo.sh");

  private static final List<String> COMMAND =
      List.of(
          "./todo.sh",
          "--",
          "{tool.arguments.action}",
          "{tool.arguments.item}",
          "{tool.answers.section}",
          "{tool.answers.clear}");

  private final List<String> notes = new ArrayList<>();

  @TempDir Path workspace;

  @BeforeEach
  void copyScript() throws Exception {
    Files.copy(SCRIPT, workspace.resolve("todo.sh")); // which may be run, as it is
  }

  private ToolResponse call(Map<String, Object> arguments, Map<String, Object> answers)
      throws Exception {
    var definition =
        new ProgramTool.Definition(
            "todo", "", COMMAND, Map.of("type", "object"), Map.of(), Map.of());
    Path root = workspace.toRealPath();
    var place =
        new ProgramTool.Place(
            root,
            (uri, invocation, requester) -> CommandPolicy.Decision.allowed("a test"),
            Requester.WORKSPACE,
            1 << 20,
            uri -> ResourceUri.of(root.resolve(uri).toUri().toString()));
    var observer =
        new ToolObserver() {
          @Override
          public void note(String line) {
            notes.add(line);
          }
        };
    var context = new ToolContext("todo", arguments, answers, Map.of(), root.toString(), observer);
    ToolResponse response = ProgramTool.of(definition, place).call(context, PATIENCE);
    assertThat(notes).isEmpty();
    return response;
  }

  private static String text(ContentBlock block) {
    return ((TextBlock) block).text().match(text -> text.value(), blob -> "", stored -> "");
  }

  private static String list(ContentBlock block) {
    return ((ResourceBlock) block)
        .resource()
        .content()
        .match(text -> text.value(), blob -> "", stored -> "");
  }

  private static InputRequest only(ToolResponse response) {
    assertThat(response.questions()).hasSize(1);
    return response.questions().get(0);
  }

  @Test
  void asksWhereToAddAnItemAndThenAddsIt() throws Exception {
    Map<String, Object> arguments = Map.of("action", "add", "item", "-say \"hi\" \\ to\tÅsa $(id)");
    InputRequest question = only(call(arguments, Map.of()));
    assertThat(question.id()).isEqualTo("section");
    assertThat(question.schema())
        .containsEntry("enum", List.of("Now", "Soon", "Some day"))
        .containsEntry("type", "string");
    assertThat(question.value()).isEqualTo("Soon");
    ToolResponse added = call(arguments, Map.of("section", "Some day"));
    assertThat(added.isError()).isFalse();
    assertThat(text(added.content().get(0))).isEqualTo("Added to Some day.");
    assertThat(list(added.content().get(1))).isEqualTo("- Some day: -say \"hi\" \\ to\tÅsa $(id)");
    assertThat(list(call(Map.of("action", "list"), Map.of()).content().get(0)))
        .startsWith("- Some day");
  }

  @Test
  void removesNothingWithoutAYes() throws Exception {
    Files.writeString(workspace.resolve("TODO.md"), "- a\n- b\n");
    Map<String, Object> clear = Map.of("action", "clear");
    ToolResponse asked = call(clear, Map.of());
    assertThat(text(asked.content().get(0))).isEqualTo("2 items will be removed.");
    assertThat(asked.content().get(1)).isInstanceOf(QuestionBlock.class);
    assertThat(only(asked).schema()).isEqualTo(Map.of("type", "boolean"));
    assertThat(text(call(clear, Map.of("clear", false)).content().get(0)))
        .isEqualTo("Nothing has changed.");
    assertThat(workspace.resolve("TODO.md")).exists();
    assertThat(text(call(clear, Map.of("clear", true)).content().get(0))).isEqualTo("Removed.");
    assertThat(workspace.resolve("TODO.md")).doesNotExist();
  }

  @Test
  void saysWhatIsWrong() throws Exception {
    ToolResponse failed = call(Map.of("action", "list"), Map.of());
    assertThat(failed.isError()).isTrue();
    assertThat(text(failed.content().get(0)))
        .isEqualTo("There is no TODO.md yet; add an item first.");
    assertThat(failed.error().isTransient()).isFalse();
    ToolResponse unknown = call(Map.of("action", "sing"), Map.of());
    assertThat(unknown.isError()).isTrue();
    assertThat(text(unknown.content().get(0)))
        .isEqualTo(
            "exit code: 2\n\nstdout: empty\n\nstderr:\n```\ntodo.sh: unknown action: sing\n```\n");
  }

  @Test
  void isConfiguredWithTheCommandThatIsTestedHere() throws Exception {
    String words = String.join("\",\n  \"", COMMAND);
    assertThat(Files.readString(SCRIPT.resolveSibling("config.toml")))
        .contains("command = [\n  \"" + words + "\",\n]\n");
  }
}
