package dev.attache.conversation;

import static dev.attache.conversation.TestConversation.lines;
import static dev.attache.conversation.TestConversation.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;

import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.delivery.form.PromptText;
import dev.attache.delivery.form.RequestJson;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.tokens.TokenEstimator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ToolOutputLimitTest {

  @TempDir Path temporary;

  private TestConversation test;

  @BeforeEach
  void attachOneResource() throws IOException {
    test = new TestConversation(temporary, Consents.OWN_HISTORY);
    test.sources.put("mem:a.txt", "one\n");
    test.attach("mem:a.txt");
  }

  private ToolResult result(String id, ToolResponse response, int tokens) throws IOException {
    test.conversation.tools().isNew(id, "run", Map.of());
    return test.conversation
        .tools()
        .limited(new ToolOutputLimit(tokens, true))
        .result(id, "run", response, Kind.PLAIN);
  }

  private static String shown(ToolResult result) throws IOException {
    var text = new ByteArrayOutputStream();
    PromptText.writeResponse(result.response(), text);
    return text.toString(StandardCharsets.UTF_8);
  }

  private static ToolResponse texts(int count, IntFunction<String> text) {
    return ToolResponse.of(
        IntStream.range(0, count)
            .mapToObj(i -> TextBlock.of(text.apply(i)))
            .toArray(ContentBlock[]::new));
  }

  private static String lineOf(int i) {
    return "line " + i + " of the output\n";
  }

  private static String manyLines(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(ToolOutputLimitTest::lineOf)
        .collect(Collectors.joining());
  }

  private static ResourceBlock resource(String uri, String text) {
    return ResourceBlock.of(
        Resource.builder(ResourceUri.of(uri), ResourceContent.text(text)).build());
  }

  private static ContentBlock link(int i) {
    return new ContentBlock.LinkBlock(
        ResourceUri.of("demo:" + i), "name", null, "what it is", null, null, null, Map.of());
  }

  /** Returns answers of all that an answer can consist of, each too long. */
  static List<Named<ToolResponse>> longAnswers() {
    return List.of(
        named("lines", ToolResponse.of(TextBlock.of(manyLines(90_000)))),
        named(
            "one line",
            ToolResponse.of(TextBlock.of("{\"a\":[" + "1234,".repeat(400_000) + "0]}"))),
        named("blanks", ToolResponse.of(TextBlock.of(" ".repeat(1_900_000)))),
        named("emoji", ToolResponse.of(TextBlock.of("😀".repeat(500_000)))),
        named("returns", ToolResponse.of(TextBlock.of("\r\n".repeat(500_000)))),
        named("texts", texts(20_000, i -> "text " + i)),
        named(
            "resources",
            ToolResponse.of(
                IntStream.range(0, 2000)
                    .mapToObj(i -> resource("demo:" + i, manyLines(20)))
                    .toArray(ContentBlock[]::new))),
        named(
            "one resource",
            ToolResponse.of(resource("demo:x", manyLines(90_000)), TextBlock.of("end"))),
        named(
            "links",
            ToolResponse.of(
                IntStream.range(0, 5000)
                    .mapToObj(ToolOutputLimitTest::link)
                    .toArray(ContentBlock[]::new))),
        named(
            "structured",
            new ToolResponse(
                List.of(),
                false,
                Map.of(),
                ResourceContent.text("[" + "\"some words\",".repeat(90_000) + "0]"))),
        named("failed", ToolResponse.of(TextBlock.of(manyLines(90_000))).failed()));
  }

  @ParameterizedTest
  @MethodSource("longAnswers")
  void givesAModelNoMoreThanTheLimit(ToolResponse answer) throws IOException {
    String shown = shown(result("c1", answer, 10_000));

    assertThat(TokenEstimator.standard().count(shown)).isBetween(2000L, 12_000L);
    assertThat(shown)
        .contains(" left out; to read on, call refresh_resource with uri \"")
        .hasSizeLessThan(90_000);
  }

  @Test
  void keepsHeadAndTailAndSaysWhatIsMissing() throws IOException {
    ToolResult result = result("c1", ToolResponse.of(TextBlock.of(manyLines(1000))), 300);

    assertThat(shown(result))
        .startsWith(
            "<resource uri=\"tool-output:0/c1\" digest=\"sha256:"
                + ResourceContent.text(manyLines(1000)).digest().shortForm()
                + "\">\nline 1 of the output\n")
        .containsPattern(
            "\\[lines (\\d+) to 9\\d\\d of 1000 are left out; to read on, call refresh_resource with uri"
                + " \"tool-output:0/c1\" and lines \"\\1-\\d+\"]\n")
        .endsWith("line 1000 of the output\n\n</resource>\n");
    var json = new ByteArrayOutputStream();
    RequestJson.writeResult(result, json);
    assertThat(json.toString(StandardCharsets.UTF_8))
        .contains("\"content\":[{\"type\":\"text\",\"text\":\"line 1 of the output")
        .doesNotContain("line 500 of");
    DeliveredBlock block = (DeliveredBlock) result.response().content().get(0);
    assertThat(read(block.resource().content())).as("the whole").isEqualTo(manyLines(1000));
  }

  @Test
  void saysWithoutTheToolOnlyWhatIsMissing() throws IOException {
    test.conversation.tools().isNew("c1", "run", Map.of());
    ToolResult result =
        test.conversation
            .tools()
            .limited(new ToolOutputLimit(300, false))
            .result("c1", "run", ToolResponse.of(TextBlock.of(manyLines(1000))), Kind.PLAIN);

    assertThat(shown(result)).contains(" of 1000 are left out]\n").doesNotContain("to read on");
  }

  @Test
  void givesTheLinesThatAreMissing() throws IOException {
    result("c1", ToolResponse.of(TextBlock.of(manyLines(1000))), 300);

    assertThat(lines(call("r1", Map.of("uri", "tool-output:0/c1", "lines", "500-501"))))
        .containsExactly(
            "tool-output:0/c1 sha256:"
                + ResourceContent.text(lineOf(500) + lineOf(501)).digest().shortForm()
                + " lines 500-501 of 1000\n"
                + lineOf(500)
                + lineOf(501));
    assertThat(lines(call("r2", Map.of("uri", "tool-output:0/c1", "lines", "1001"))).get(1))
        .isEqualTo(
            "The argument lines (1001-1001) begins after the end: tool-output:0/c1 has 1000 lines.");
    assertThat(lines(call("r3", Map.of("uri", "tool-output:0/c1"))).get(0))
        .contains(" lines 1-1000 of 1000\n");
    assertThat(lines(call("r4", Map.of("uri", "tool-output:0/other"))).get(1))
        .startsWith("tool-output:0/other is not attached to this conversation");
  }

  @Test
  void givesPartsOfALongLineByPages() throws IOException {
    result("c1", ToolResponse.of(TextBlock.of("0123456789".repeat(50_000))), 300);

    assertThat(lines(call("r1", Map.of("uri", "tool-output:0/c1", "lines", "1:11-1:15"))))
        .containsExactly(
            "tool-output:0/c1 sha256:"
                + ResourceContent.text("01234").digest().shortForm()
                + " lines 1:11-1:15 of 1\n01234");
    assertThat(lines(call("r2", Map.of("uri", "tool-output:0/c1", "lines", "1"))).get(0))
        .containsPattern("\nMore: call refresh_resource with lines \"1:\\d+-1\"[.]$");
  }

  @Test
  void givesTheLinesOfWhatIsAttached() throws IOException {
    test.sources.put("mem:a.txt", "one\ntwo\nthree\n");

    assertThat(lines(call("r1", Map.of("uri", "mem:a.txt", "lines", "2-3"))))
        .containsExactly(
            "mem:a.txt sha256:"
                + ResourceContent.text("two\nthree\n").digest().shortForm()
                + " lines 2-3 of 3\ntwo\nthree\n");
    assertThat(lines(call("r2", Map.of("uri", "mem:a.txt", "lines", "x"))).get(1))
        .isEqualTo("The argument lines must be a range of lines, such as 3000-3100 or 3000-.");
    assertThat(lines(call("r3", Map.of("uri", "mem:b.txt", "lines", "1"))).get(1))
        .startsWith("mem:b.txt is not attached to this conversation");
  }

  @Test
  void givesTheLinesOfAResourceOfATool() throws IOException {
    result("c1", ToolResponse.of(resource("demo:x", manyLines(1000))), 300);

    assertThat(lines(call("r1", Map.of("uri", "demo:x", "lines", "7"))).get(0))
        .endsWith(" lines 7-7 of 1000\n" + lineOf(7));
  }

  @Test
  void refersNobodyToWhatWasCut() throws IOException {
    ToolResponse response = ToolResponse.of(resource("demo:x", manyLines(1000)));
    result("c1", response, 300);

    assertThat(shown(result("c2", response, 300))).contains(" left out; to read on");
    assertThat(shown(result("c3", response, 100_000))).contains(lineOf(500));
    assertThat(shown(result("c4", response, 300)))
        .as("the model has all of it")
        .contains("identical to the result of tool call c3");
  }

  @Test
  void takesAFormInWhichTheContentStandsForTheContent() throws IOException {
    String text = manyLines(100);
    test.sources.put("mem:b.txt", text);
    test.attach("mem:b.txt");

    assertThat(
            shown(result("c1", formatted("mem:b.txt", text, "```text\n" + text + "```"), 10_000)))
        .contains(" is identical to the attachment at turn 1");
    assertThat(shown(result("c2", formatted("demo:x", text, "Some lines."), 10_000)))
        .contains("Some lines.");
    assertThat(shown(result("c3", ToolResponse.of(resource("demo:x", text)), 10_000)))
        .as("another form, in which it does not stand")
        .contains(lineOf(50));
    assertThat(shown(result("c4", formatted("demo:x", text, "Here:\n" + text), 10_000)))
        .contains(" is identical to the result of tool call c3");
    result("c5", formatted("mem:c.txt", text, "```text\n" + text + "```"), 10_000);
    test.sources.put("mem:c.txt", text);
    test.attach("mem:c.txt");
    assertThat(test.conversation.log().attachments())
        .filteredOn(each -> each.attachment().reference().equals("mem:c.txt"))
        .as("the other way round")
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.attachment().delivery()).isInstanceOf(Delivery.Reference.class));
  }

  private static ToolResponse formatted(String uri, String text, String formatted) {
    return ToolResponse.of(
        ResourceBlock.of(
            Resource.builder(ResourceUri.of(uri), ResourceContent.text(text))
                .formatted(formatted)
                .build()));
  }

  @Test
  void leavesAloneWhatIsShortEnough() throws IOException {
    ToolResponse response = ToolResponse.of(TextBlock.of("a\n"), TextBlock.of("b\n"));

    assertThat(result("c1", response, 300).response().content()).isEqualTo(response.content());
  }

  @Test
  void showsWhatATerminalShows() throws IOException {
    ToolResponse response = ToolResponse.of(TextBlock.of("0%\r100%\n\033[32mok\033[0m\n"));

    assertThat(shown(result("c1", response, 300))).isEqualTo("100%\nok\n");
  }

  private ToolResult call(String id, Map<String, Object> arguments) throws IOException {
    return test.tool().call(id, arguments);
  }
}
