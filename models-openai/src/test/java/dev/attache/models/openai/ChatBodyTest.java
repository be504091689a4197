package dev.attache.models.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.OfferedTool;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import dev.attache.resource.ResourceContent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChatBodyTest {

  private static final String PNG_URL =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA"
          + "WjR9awAAAABJRU5ErkJggg==";

  private final OpenAiChat chat = new OpenAiChat();
  private final OpenAiCompatible compatible = new OpenAiCompatible();
  private final OpenRouter router = new OpenRouter();

  @Test
  void saysOneTextAsAString() {
    assertThat(messages(chat, Parts.user(Parts.text("Hello"))))
        .isEqualTo("[{\"role\":\"user\",\"content\":\"Hello\"}]");
  }

  @Test
  void givesAnImageItsNameBeforeIt() {
    assertThat(messages(chat, Parts.user(Parts.image("a.png"))))
        .isEqualTo(
            "[{\"role\":\"user\",\"content\":["
                + "{\"type\":\"text\",\"text\":\"[resource path=\\\"a.png\\\""
                + " mimeType=\\\"image/png\\\" sha256=6b7fa434f92a]\"},"
                + "{\"type\":\"image_url\",\"image_url\":{\"url\":\""
                + PNG_URL
                + "\",\"detail\":\"auto\"}}]}]");
  }

  @Test
  void givesCompatibleServersAnImageWithoutDetail() {
    assertThat(messages(compatible, Parts.user(Parts.image("a.png"))))
        .endsWith("{\"type\":\"image_url\",\"image_url\":{\"url\":\"" + PNG_URL + "\"}}]}]");
  }

  @Test
  void givesOpenRouterTheNameAfterIt() {
    assertThat(messages(router, Parts.user(Parts.image("a.png"))))
        .isEqualTo(
            "[{\"role\":\"user\",\"content\":["
                + "{\"type\":\"image_url\",\"image_url\":{\"url\":\""
                + PNG_URL
                + "\"}},{\"type\":\"text\",\"text\":\"[resource path=\\\"a.png\\\""
                + " mimeType=\\\"image/png\\\" sha256=6b7fa434f92a]\"}]}]");
  }

  @Test
  void movesBlocksOfResultsBehindTheLastOfThem() {
    String messages =
        messages(
            chat,
            Parts.results(
                Parts.result("call_1", Parts.media()), Parts.result("call_2", Parts.text("two"))));
    assertThat(messages)
        .isEqualTo(
            "[{\"role\":\"tool\",\"tool_call_id\":\"call_1\",\"content\":"
                + "\"[image mimeType=\\\"image/png\\\" bytes=70"
                + " sha256=6b7fa434f92a stands in the next message]\"},"
                + "{\"role\":\"tool\",\"tool_call_id\":\"call_2\",\"content\":\"two\"},"
                + "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":"
                + "\"[image mimeType=\\\"image/png\\\" sha256=6b7fa434f92a"
                + " of the result of tool call call_1]\"},"
                + "{\"type\":\"image_url\",\"image_url\":{\"url\":\""
                + PNG_URL
                + "\",\"detail\":\"auto\"}}]}]");
  }

  @Test
  void leavesBlocksInResultsWhereTheProfileTakesThem() {
    ModelProfile profile =
        router
            .profiles()
            .with(Map.of("toolResult", Map.of("images", List.of("image/png"))))
            .standard();
    var request =
        ModelRequest.of(
            profile, "m", List.of(Parts.results(Parts.result("c", Parts.image("a.png")))));
    assertThat(Parts.body(router, request))
        .contains("{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":[{\"type\":\"image_url\"")
        .doesNotContain("\"role\":\"user\"");
  }

  @Test
  void saysInWordsThatAToolFailed() {
    assertThat(messages(chat, Parts.results(Parts.failure("c", Parts.text("no such file")))))
        .isEqualTo(
            "[{\"role\":\"tool\",\"tool_call_id\":\"c\","
                + "\"content\":\"[the tool failed]\\nno such file\"}]");
    assertThat(messages(chat, Parts.results(Parts.failure("c"))))
        .isEqualTo(
            "[{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":\"[the tool failed]\"}]");
  }

  @Test
  void saysThatAResultIsEmpty() {
    assertThat(messages(compatible, Parts.results(Parts.result("c", Parts.text("")))))
        .isEqualTo(
            "[{\"role\":\"tool\",\"tool_call_id\":\"c\","
                + "\"content\":\"[the tool returned nothing]\"}]");
  }

  @Test
  void callsWithoutAText() {
    assertThat(messages(chat, Parts.assistant(Parts.text(""), Parts.call("c", "note", "{}"))))
        .isEqualTo(
            "[{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c\","
                + "\"type\":\"function\",\"function\":{\"name\":\"note\",\"arguments\":\"{}\"}}]}]");
  }

  @Test
  void leavesOutMessagesOfNothing() {
    assertThat(messages(chat, Parts.user(Parts.text("")), Parts.assistant(Parts.text(""))))
        .isEqualTo("[]");
  }

  @ParameterizedTest
  @CsvSource({
    "reasoning_content, m, true",
    "reasoning, m, true",
    "reasoning_content, other, false",
    "reasoning_content, , false",
    "thoughts, m, false",
  })
  void givesAThoughtBackBesideACallToTheModelThatHadIt(
      String name, @Nullable String model, boolean isGiven) {
    String thought = "{\"" + name + "\":\"I look.\"}";
    RenderedPart opaque =
        new RenderedPart.Opaque(new PartPlace(0, null, 0), "openai-chat", thought, model);
    String calls =
        "\"tool_calls\":[{\"id\":\"c\",\"type\":\"function\",\"function\":{\"name\":\"note\","
            + "\"arguments\":\"{}\"}}]}";
    assertThat(messages(compatible, Parts.assistant(opaque, Parts.call("c", "note", "{}"))))
        .isEqualTo(
            "[{\"role\":\"assistant\",\"content\":null,"
                + (isGiven ? "\"" + name + "\":\"I look.\"," : "")
                + calls
                + "]");
    assertThat(messages(compatible, Parts.assistant(opaque, Parts.text("Yes."))))
        .isEqualTo("[{\"role\":\"assistant\",\"content\":\"Yes.\"}]");
  }

  @Test
  void sendsThoughtsToTheirOwnWireOnly() {
    RenderedMessage answer =
        Parts.assistant(
            Parts.opaque("openrouter-chat", "{\"type\":\"reasoning.text\", \"text\":\"t\"}"),
            Parts.opaque("openai-responses", "{\"type\":\"reasoning\"}"),
            Parts.text("Yes."));
    assertThat(messages(router, answer))
        .isEqualTo(
            "[{\"role\":\"assistant\",\"content\":\"Yes.\",\"reasoning_details\":"
                + "[{\"type\":\"reasoning.text\", \"text\":\"t\"}]}]");
    assertThat(messages(chat, answer)).isEqualTo("[{\"role\":\"assistant\",\"content\":\"Yes.\"}]");
  }

  @Test
  void joinsMessagesOfTheUserForCompatibleServers() {
    assertThat(messages(compatible, Parts.user(Parts.text("One.")), Parts.user(Parts.text("Two."))))
        .isEqualTo("[{\"role\":\"user\",\"content\":\"One.\\n\\nTwo.\"}]");
  }

  @Test
  void joinsNoMessageThatHasABlock() {
    assertThat(
            messages(compatible, Parts.user(Parts.text("One.")), Parts.user(Parts.image("a.png"))))
        .startsWith("[{\"role\":\"user\",\"content\":\"One.\"},{\"role\":\"user\",\"content\":[");
  }

  @Test
  void marksTheToolsWhereThereAreNoInstructions() {
    ModelProfile profile = router.profiles().of("anthropic/claude-opus-5");
    var request = ModelRequest.of(profile, "m", List.of(Parts.user(Parts.text("x"))));
    assertThat(Parts.body(router, request.tools(List.of(Parts.tool("t", "", Map.of())))))
        .contains(
            "\"parameters\":{\"type\":\"object\",\"properties\":{}}},"
                + "\"cache_control\":{\"type\":\"ephemeral\"}}]");
  }

  @Test
  void marksNothingWhereTheUpstreamCachesByItself() {
    assertThat(Parts.body(router, Parts.conversation(router, "openai/gpt-6-sol")))
        .doesNotContain("cache_control");
  }

  @Test
  void sendsASoundToModelsThatHear() {
    ModelProfile profile = chat.profiles().of("gpt-4o-audio-preview");
    var wav = ResourceContent.blob(new byte[] {1, 2, 3});
    var sound = Parts.user(Parts.resource("a.wav", "audio/vnd.wave", wav));
    assertThat(Parts.body(chat, ModelRequest.of(profile, "m", List.of(sound))))
        .endsWith(
            "{\"type\":\"input_audio\",\"input_audio\":{\"data\":\"AQID\",\"format\":\"wav\"}}]}]}");
  }

  @Test
  void writesFieldsOfTheCallerBeforeTheMessages() {
    var request =
        new ModelRequest(
            chat.profiles().standard(),
            "m",
            null,
            List.of(),
            List.of(),
            null,
            null,
            true,
            Parts.object("stream_options", Map.of("include_obfuscation", false), "model", "n"));
    assertThat(Parts.body(chat, request))
        .isEqualTo(
            "{\"model\":\"n\",\"stream\":true,\"stream_options\":{\"include_usage\":true,"
                + "\"include_obfuscation\":false},\"messages\":[]}");
  }

  @Test
  void putsAToolOfTheCallerBesideThoseOfTheConversation() {
    var request =
        new ModelRequest(
            chat.profiles().standard(),
            "n",
            null,
            List.of(new OfferedTool("t", "", Map.of("type", "object"))),
            List.of(),
            null,
            null,
            false,
            Map.of("tools", List.of(Map.of("type", "web_search"))));
    assertThat(Parts.body(chat, request))
        .contains("\"name\":\"t\"")
        .endsWith("},{\"type\":\"web_search\"}],\"messages\":[]}");
  }

  @Test
  void takesNoMessagesFromTheCaller() {
    var request =
        new ModelRequest(
            chat.profiles().standard(),
            "m",
            null,
            List.of(),
            List.of(),
            null,
            null,
            false,
            Map.of("messages", List.of()));
    assertThatThrownBy(() -> chat.render(request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("extra (messages) is written from the conversation and cannot be given");
  }

  private static String messages(ModelProvider provider, RenderedMessage... messages) {
    String body = Parts.body(provider, Parts.request(provider, messages));
    String before = "{\"model\":\"m\",\"messages\":";
    assertThat(body).startsWith(before).endsWith("}");
    return body.substring(before.length(), body.length() - 1);
  }
}
