package dev.attache.models.anthropic;

import static dev.attache.models.anthropic.Samples.at;
import static dev.attache.models.anthropic.Samples.body;
import static dev.attache.models.anthropic.Samples.call;
import static dev.attache.models.anthropic.Samples.model;
import static dev.attache.models.anthropic.Samples.request;
import static dev.attache.models.anthropic.Samples.result;
import static dev.attache.models.anthropic.Samples.text;
import static dev.attache.models.anthropic.Samples.tool;
import static dev.attache.models.anthropic.Samples.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.ModelRequest;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class AnthropicMarksTest {

  private static final RenderedPart THINKING =
      new RenderedPart.Opaque(
          at(0), "anthropic-messages", "{\"type\":\"redacted_thinking\",\"data\":\"x\"}");

  /** What stands before each mark, as far as it is told apart by. */
  private static List<String> marked(String body) {
    var marked = new ArrayList<String>();
    Matcher mark =
        Pattern.compile("\"?([^\"]{1,20})\"?[}\\]]*" + Pattern.quote(Samples.MARK)).matcher(body);
    while (mark.find()) {
      marked.add(mark.group(1));
    }
    return marked;
  }

  private static RenderedMessage[] turns() {
    return new RenderedMessage[] {
      user(text("first")),
      model(text("answer"), call("c1", "{}")),
      tool(result("c1", text("looked")))
    };
  }

  @Test
  void standAfterTheInstructionsTheLastRequestAndAll() {
    ModelRequest request = request(turns()).system("Be brief.").tools(List.of(Samples.refresh()));
    assertThat(marked(body(request))).containsExactly("Be brief.", "first", "looked");
  }

  @Test
  void standInTheLastToolIfThereAreNoInstructions() {
    ModelRequest request =
        request(turns())
            .tools(List.of(Samples.tool("look", "{\"type\":\"object\"}"), Samples.refresh()));
    assertThat(body(request)).contains("\"additionalProperties\":false}" + Samples.MARK + "}],");
    assertThat(marked(body(request))).hasSize(3).endsWith("first", "looked");
  }

  @Test
  void standInTheBlockBeforeOneThatCannotCarryOne() {
    assertThat(marked(body(request(user(text("first")), model(text("answer"), THINKING)))))
        .containsExactly("first", "answer");
  }

  @Test
  void standInTheMessageBeforeOneThatCannotCarryOne() {
    assertThat(marked(body(request(user(text("first")), model(THINKING), user(text(" "))))))
        .containsExactly("first");
  }

  @Test
  void standWhereTheLastRequestEndedInsideAMessageThatWasMerged() {
    assertThat(
            marked(
                body(
                    request(
                        user(text("one")), user(text("two")), model(text("a")), user(text("b"))))))
        .containsExactly("two", "b");
  }

  @Test
  void areForAnHourIfTheProfileSaysSo() {
    ModelRequest request =
        ModelRequest.of(
            Samples.profile(Map.of("cache", Map.of("ttl", "PT1H", "write", 2))),
            Samples.MODEL,
            List.of(user(text("a"))));
    assertThat(body(request))
        .contains("\"text\":\"a\",\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}}");
  }

  @Test
  void areNotThereIfTheProfileHasNone() {
    ModelRequest request =
        ModelRequest.of(
            Samples.profile(Map.of("cache", Map.of("kind", "none"))),
            Samples.MODEL,
            List.of(turns()));
    assertThat(body(request.system("Be brief."))).doesNotContain("cache_control");
  }
}
