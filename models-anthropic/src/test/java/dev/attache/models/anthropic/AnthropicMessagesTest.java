package dev.attache.models.anthropic;

import static dev.attache.models.anthropic.Samples.at;
import static dev.attache.models.anthropic.Samples.call;
import static dev.attache.models.anthropic.Samples.failed;
import static dev.attache.models.anthropic.Samples.messages;
import static dev.attache.models.anthropic.Samples.model;
import static dev.attache.models.anthropic.Samples.request;
import static dev.attache.models.anthropic.Samples.result;
import static dev.attache.models.anthropic.Samples.text;
import static dev.attache.models.anthropic.Samples.tool;
import static dev.attache.models.anthropic.Samples.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import dev.attache.model.RequestBody.Placed;
import dev.attache.model.Rung.As;
import dev.attache.resource.ResourceContent;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnthropicMessagesTest {

  private static final String BEGIN = block("(The conversation begins here.)");

  private static String block(String text) {
    return "{\"type\":\"text\",\"text\":\"" + text + "\"}";
  }

  private static String message(String role, String... blocks) {
    return "{\"role\":\"" + role + "\",\"content\":[" + String.join(",", blocks) + "]}";
  }

  private static String array(String... messages) {
    return "[" + String.join(",", messages) + "]";
  }

  private static String results(RenderedPart... parts) {
    return messages(request(tool(parts)));
  }

  private static String answer(String fields) {
    return array(
        message("user", "{\"type\":\"tool_result\",\"tool_use_id\":\"c1\"" + fields + "}"));
  }

  @Test
  void mergeWhatComesToOneRole() {
    assertThat(messages(request(user(text("a")), user(text("b")), model(text("c")))))
        .isEqualTo(
            array(message("user", block("a"), block("b")), message("assistant", block("c"))));
  }

  @Test
  void haveResultsBeforeWhatTheUserSaysThen() {
    assertThat(
            messages(
                request(
                    user(text("a")),
                    model(call("c1", "{}"), call("c2", "{}")),
                    tool(result("c1", text("r1")), result("c2", text("r2"))),
                    user(text("b")))))
        .isEqualTo(
            array(
                message("user", block("a")),
                message(
                    "assistant",
                    "{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"look\",\"input\":{}}",
                    "{\"type\":\"tool_use\",\"id\":\"c2\",\"name\":\"look\",\"input\":{}}"),
                message(
                    "user",
                    "{\"type\":\"tool_result\",\"tool_use_id\":\"c1\",\"content\":["
                        + block("r1")
                        + "]}",
                    "{\"type\":\"tool_result\",\"tool_use_id\":\"c2\",\"content\":["
                        + block("r2")
                        + "]}",
                    block("b"))));
  }

  @Test
  void beginWithTheUser() {
    assertThat(messages(request(model(text("a")))))
        .isEqualTo(array(message("user", BEGIN), message("assistant", block("a"))));
  }

  @Test
  void leaveOutTextsThatTheApiRefuses() {
    RenderedMessage blank = user(text(""), text(" \n\t"), text("\u00a0\u3000"));
    assertThat(messages(request(blank, model(text("a")))))
        .isEqualTo(array(message("user", BEGIN), message("assistant", block("a"))));
  }

  @Test
  void areNoneIfNothingIsLeft() {
    assertThat(messages(request(user(text(""))))).isEqualTo("[]");
  }

  @Test
  void callDocumentsByTheirTitlesAndPeopleTellFormsApart() {
    ResourceContent page = ResourceContent.text("<p>Hi");
    var part =
        new RenderedPart.Resource(
            new PartPlace(0, null, 0),
            "demo://guide",
            "demo://guide",
            "The guide",
            "text/html",
            page,
            RenderedText.of("Hi"),
            page.digest(),
            RenderedText.of("Hi"),
            "source: mcp:s",
            "converted to Markdown");
    assertThat(messages(request(user(part))))
        .contains(
            "\"title\":\"The guide\"",
            "uri: demo://guide; ",
            "; source: mcp:s; note: converted to Markdown\"");
  }

  @Test
  void haveReferencesAndNoticesAsTexts() {
    RenderedMessage message =
        user(
            new RenderedPart.Reference(at(0), "[unchanged]"),
            new RenderedPart.Notice(at(0), "a.txt has changed"),
            text("x"));
    assertThat(messages(request(message)))
        .isEqualTo(
            array(message("user", block("[unchanged]"), block("a.txt has changed"), block("x"))));
  }

  @Test
  void haveOpaquePartsOfTheirOwnWireAsTheyCame() {
    String thinking = "{\"type\":\"thinking\",\"thinking\":\"\\u0061 b\",\"signature\":\"s==\"}";
    RenderedMessage message =
        model(
            new RenderedPart.Opaque(at(0), "anthropic-messages", thinking),
            new RenderedPart.Opaque(at(0), "openai-responses", "{\"type\":\"reasoning\"}"),
            text("x"));
    assertThat(messages(request(user(text("a")), message)))
        .isEqualTo(array(message("user", block("a")), message("assistant", thinking, block("x"))));
  }

  @Test
  void endWithNoThoughtOfTheModel() {
    String thinking = "{\"type\":\"thinking\",\"thinking\":\"b\",\"signature\":\"s==\"}";
    String redacted = "{\"type\":\"redacted_thinking\",\"data\":\"s==\"}";
    RenderedMessage alone = model(opaque(thinking), opaque(redacted), text(" "));
    assertThat(messages(request(user(text("a")), alone, user(text("b")))))
        .isEqualTo(array(message("user", block("a"), block("b"))));
    RenderedMessage last = model(opaque(thinking), text("x"), opaque(thinking));
    assertThat(messages(request(user(text("a")), last)))
        .isEqualTo(array(message("user", block("a")), message("assistant", thinking, block("x"))));
  }

  private static RenderedPart opaque(String raw) {
    return new RenderedPart.Opaque(at(0), "anthropic-messages", raw);
  }

  @Test
  void haveNothingButTextsOfTheModel() {
    RenderedMessage message =
        model(
            Samples.text("a.txt", "text/plain", "A"),
            Samples.resource("a.png", "image/png", Samples.png(), null),
            Samples.media("image/png", Samples.png()));
    assertThat(messages(request(user(text("a")), message)))
        .endsWith(
            message(
                    "assistant",
                    block("<resource uri=\\\"file:///w/a.txt\\\">\\n…\\n</resource>"),
                    block("<resource uri=\\\"file:///w/a.png\\\">\\n…\\n</resource>"),
                    block("[image/png of a tool]"))
                + "]");
  }

  @Test
  void haveAResultThatSaysNothingWithoutContent() {
    assertThat(results(result("c1", text(" ")))).isEqualTo(answer(""));
  }

  @Test
  void haveAFailureThatSaysNothingWithATextThatSaysSo() {
    assertThat(results(failed("c1")))
        .isEqualTo(
            answer(
                ",\"is_error\":true,\"content\":["
                    + block("(The tool failed without a message.)")
                    + "]"));
  }

  @Test
  void haveNothingButTextsInAFailureAndItsImagesBehindAllResults() {
    ResourceContent png = Samples.png();
    String sha = png.digest().shortForm();
    String image =
        "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"image/png\",\"data\":\"";
    String body =
        results(
            failed(
                "c1",
                text("it failed"),
                Samples.text("a.txt", "text/plain", "A"),
                Samples.media("image/png", png)),
            result("c2"));
    assertThat(body)
        .startsWith(
            "[{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"c1\","
                + "\"is_error\":true,\"content\":["
                + block("it failed")
                + ","
                + block("<resource uri=\\\"file:///w/a.txt\\\">\\n…\\n</resource>")
                + ","
                + block(
                    "[image mimeType=\\\"image/png\\\" bytes="
                        + png.size()
                        + " sha256="
                        + sha
                        + " stands in the next message]")
                + "]},{\"type\":\"tool_result\",\"tool_use_id\":\"c2\"},"
                + block("[image mimeType=\\\"image/png\\\" sha256=" + sha + "]")
                + ","
                + image);
  }

  @Test
  void haveWhatResultsHaveNoRoomForBehindThem() {
    ModelProfile profile =
        Samples.profile(Map.of("toolResult", Map.of("images", List.of(), "documents", List.of())));
    var part = Samples.resource("a.pdf", "application/pdf", Samples.pdf(), null);
    ModelRequest request =
        ModelRequest.of(profile, Samples.MODEL, List.of(tool(result("c1", part))));
    assertThat(messages(request))
        .isEqualTo(
            "[{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"c1\","
                + "\"content\":["
                + block(
                    "[resource path=\\\"a.pdf\\\" mimeType=\\\"application/pdf\\\" bytes="
                        + part.content().size()
                        + " sha256="
                        + part.digest().shortForm()
                        + " stands in the next message]")
                + "]},"
                + pdf(part)
                + "]}]");
  }

  private static String pdf(RenderedPart.Resource part) {
    return "{\"type\":\"document\",\"title\":\"a.pdf\",\"context\":\"path: a.pdf; mimeType:"
        + " application/pdf; sha256: "
        + part.digest().shortForm()
        + "; turn: 0\",\"source\":{\"type\":\"base64\",\"media_type\":\"application/pdf\","
        + "\"data\":\"JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvUGFnZT4+ZW5kb2JqCnRyYWlsZXI8PC9Sb290IDEgMCBSPj4Kc3RhcnR4cmVmCjkKJSVFT0YK\"}}";
  }

  @Test
  void haveResourcesAsTextsWhereTheProfileHasNoDocuments() {
    for (ModelProfile profile :
        List.of(
            Samples.profile(
                Map.of("features", List.of(), "message", Map.of("documents", List.of()))),
            Samples.profile(Map.of("message", Map.of("documents", List.of()))),
            new AnthropicProvider()
                .profiles(URI.create("http://127.0.0.1:3456"))
                .of(Samples.MODEL))) {
      assertNoDocuments(profile);
    }
  }

  private void assertNoDocuments(ModelProfile profile) {
    RenderedMessage message =
        user(
            Samples.text("a.txt", "text/plain", "A"),
            Samples.resource("a.png", "image/png", Samples.png(), null));
    assertThat(messages(ModelRequest.of(profile, Samples.MODEL, List.of(message))))
        .startsWith(
            "[{\"role\":\"user\",\"content\":["
                + block("<resource uri=\\\"file:///w/a.txt\\\">\\n…\\n</resource>")
                + ","
                + block(
                    "[resource path=\\\"a.png\\\" mimeType=\\\"image/png\\\" sha256="
                        + Samples.png().digest().shortForm()
                        + "]")
                + ",{\"type\":\"image\",")
        .doesNotContain("document");
  }

  @Test
  void haveAnEmptyFileWithItsHead() {
    assertThat(messages(request(user(Samples.text("a.txt", "text/plain", "\n")))))
        .isEqualTo(
            array(
                message(
                    "user", block("<resource uri=\\\"file:///w/a.txt\\\">\\n…\\n</resource>"))));
  }

  @Test
  void haveTitlesNoLongerThanTheyMayBe() {
    String body =
        messages(
            request(
                user(Samples.text("x".repeat(500), "text/plain", "A")),
                user(Samples.text("x".repeat(501), "text/plain", "A")),
                user(Samples.text("x".repeat(498) + "😀yz", "text/plain", "A"))));
    assertThat(body)
        .contains("\"title\":\"" + "x".repeat(500) + "\"")
        .contains("\"title\":\"" + "x".repeat(499) + "…\"")
        .contains("\"title\":\"" + "x".repeat(498) + "…\"");
  }

  @Test
  void tellWhatEachPartStandsAs() {
    ModelRequest request =
        request(
            user(
                Samples.text("a.txt", "text/plain", "A"),
                Samples.resource("a.png", "image/png", Samples.png(), null)),
            tool(result("c1", Samples.media("audio/wav", Samples.bytes("RIFF")))));
    assertThat(Samples.rendered(request).placed())
        .extracting((Placed each) -> each.rung().as())
        .containsExactly(As.TEXT, As.IMAGE, As.PLACEHOLDER);
  }
}
