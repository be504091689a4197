package dev.attache.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.PartPlace;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedPart.Media;
import dev.attache.model.RenderedText;
import dev.attache.model.RequestBody;
import dev.attache.model.Rung;
import dev.attache.model.Rung.As;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefusedPartsTest {

  private static final ResourceContent ONE = ResourceContent.blob("one".getBytes(UTF_8));
  private static final ResourceContent TWO = ResourceContent.blob("two".getBytes(UTF_8));
  private static final ResourceContent TEXT = ResourceContent.text("A text.");

  private static final String ANTHROPIC =
      """
      {"messages":[{"role":"user","content":[\
      {"type":"text","text":"A text."},\
      {"type":"document","title":"2","source":{"type":"content","content":[\
      {"type":"image","source":{"type":"base64","media_type":"image/png","data":"$1"}}]}},\
      {"type":"tool_result","content":[\
      {"type":"image","source":{"type":"base64","media_type":"image/png","data":"$2"}}]}]}]}"""
          .replace("$1", "b25l")
          .replace("$2", "dHdv");

  private static final String CHAT =
      """
      {"messages":[{"role":"system","content":"A text."},{"role":"user","content":[\
      {"type":"image_url","image_url":{"url":"data:image/png;base64,$1"}},\
      {"type":"text","text":"A text."}]},{"role":"user","images":["$2"]}]}"""
          .replace("$1", "b25l")
          .replace("$2", "dHdv");

  private static final String GEMINI =
      """
      {"contents":[{"role":"user","parts":[{"text":"A text."},\
      {"inlineData":{"mimeType":"image/png","data":"$1"}},\
      {"functionResponse":{"name":"f","response":{"output":"A text."},"parts":[\
      {"inlineData":{"mimeType":"image/png","data":"$2"}}]}}]}]}"""
          .replace("$1", "b25l")
          .replace("$2", "dHdv");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "messages.0.content.1",
        "messages.0.content.1: The image is damaged.",
        "messages.0.content.1.document.title: too long",
        "messages.0.content.1.document.source.content.0.image.source.base64.data: not an image",
        "At messages.0.content.1.source, see messages.0.content.0."
      })
  void areThoseThatAnthropicNames(String message) throws IOException {
    assertThat(named(ANTHROPIC, "anthropic-messages", message)).containsExactly(ONE);
  }

  @Test
  void areInTheResultsOfTools() throws IOException {
    assertThat(
            named(
                ANTHROPIC,
                "anthropic-messages",
                "messages.0.content.2.tool_result.content.0.image.source.base64: exceeds 5 MB"))
        .containsExactly(TWO);
    assertThat(
            named(
                GEMINI,
                "gemini",
                "contents[0].parts[2].function_response.parts[0].inline_data: no image"))
        .containsExactly(TWO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Invalid 'messages[1].content[0].image_url.url'.",
        "You uploaded an unsupported file. (messages[1].content[0])"
      })
  void areThoseThatOpenAiNames(String message) throws IOException {
    assertThat(named(CHAT, "openai-chat", message)).containsExactly(ONE);
  }

  @Test
  void areThoseThatGeminiNames() throws IOException {
    assertThat(
            named(
                GEMINI,
                "gemini",
                "* GenerateContentRequest.contents[0].parts[1].inline_data.mime_type: unsupported"))
        .containsExactly(ONE);
  }

  @Test
  void areTextsAsWell() throws IOException {
    assertThat(named(ANTHROPIC, "anthropic-messages", "messages.0.content.0.text: invalid"))
        .containsExactly(TEXT);
    assertThat(named(CHAT, "ollama", "messages[2].images[0]: invalid")).containsExactly(TWO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "messages.0: all messages must have non-empty content",
        "messages.0.content: too many images",
        "messages.0.content.2: unexpected `tool_use_id` found in `tool_result` blocks",
        "messages.0.content.7: no such block",
        "messages.9.content.0: no such message",
        "max_tokens: must be greater than 0",
        "Could not process image" // which of the two
      })
  void areNoneWhereNothingIsNamedThatCanBeLeftOut(String message) throws IOException {
    assertThat(named(ANTHROPIC, "anthropic-messages", message)).isEmpty();
  }

  @Test
  void areNotLookedForByThePathsOfAServerBehindAnother() throws IOException {
    assertThat(named(CHAT, "openrouter-chat", "messages.1.content.0: damaged")).isEmpty();
  }

  @Test
  void areTheOnlyImageWhereAnImageIsRefused() throws IOException {
    RequestBody body = new Body(CHAT, List.of(block(ONE, As.IMAGE), block(TWO, As.DOCUMENT)));
    var refused = new RefusedParts(body, "openai-chat");
    assertThat(refused.named("Could not process image"))
        .extracting(Deliverable::content)
        .containsExactly(ONE);
    assertThat(refused.named("The PDF specified was not valid."))
        .extracting(Deliverable::content)
        .containsExactly(TWO);
    assertThat(refused.named("Unable to read images or documents")).isEmpty();
    assertThat(refused.named("See the documentation of image_url.")).isEmpty();
  }

  private static List<ResourceContent> named(String body, String wire, String message)
      throws IOException {
    List<RequestBody.Placed> placed = List.of(block(ONE, As.IMAGE), block(TWO, As.IMAGE), text());
    return new RefusedParts(new Body(body, placed), wire)
        .named(message).stream().map(Deliverable::content).toList();
  }

  private static RequestBody.Placed block(ResourceContent content, As as) {
    return new RequestBody.Placed(part("image/png", content), Rung.block(as, "image/png", content));
  }

  private static RequestBody.Placed text() {
    return new RequestBody.Placed(part("text/plain", TEXT), Rung.TEXT);
  }

  private static Media part(String type, ResourceContent content) {
    return new Media(new PartPlace(0, "c", 0), type, content, RenderedText.of("[a block]"));
  }

  /** A body that somebody has rendered. */
  private record Body(String json, List<Placed> placed) implements RequestBody {

    @Override
    public void writeTo(OutputStream out) throws IOException {
      out.write(json.getBytes(UTF_8));
    }
  }
}
