package dev.attache.models.ollama;

import static dev.attache.test.ModelSamples.assistant;
import static dev.attache.test.ModelSamples.call;
import static dev.attache.test.ModelSamples.failure;
import static dev.attache.test.ModelSamples.file;
import static dev.attache.test.ModelSamples.media;
import static dev.attache.test.ModelSamples.notice;
import static dev.attache.test.ModelSamples.object;
import static dev.attache.test.ModelSamples.opaque;
import static dev.attache.test.ModelSamples.reference;
import static dev.attache.test.ModelSamples.resource;
import static dev.attache.test.ModelSamples.result;
import static dev.attache.test.ModelSamples.results;
import static dev.attache.test.ModelSamples.text;
import static dev.attache.test.ModelSamples.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RenderedMessage;
import dev.attache.test.Golden;
import dev.attache.test.ModelSamples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OllamaProviderTest {

  private static final String SHA_OF_PNG = ModelSamples.PNG.digest().shortForm();
  private static final String LINE_OF_PNG =
      "[resource path=\\\"a.png\\\" mimeType=\\\"image/png\\\" sha256=" + SHA_OF_PNG + "]";

  private final OllamaProvider provider = new OllamaProvider();
  private final ModelProfile profile = provider.profiles().standard();

  private String body(ModelRequest request) throws IOException {
    return ModelSamples.body(provider, request);
  }

  private String messages(RenderedMessage... messages) throws IOException {
    String body = body(ModelRequest.of(profile, "m", List.of(messages)));
    String start = "{\"model\":\"m\",\"stream\":false,\"messages\":[";
    assertThat(body).startsWith(start).endsWith("]}");
    return body.substring(start.length(), body.length() - 2);
  }

  private static String base64OfPng() throws IOException {
    return Base64.getEncoder().encodeToString(ModelSamples.PNG.open().readAllBytes());
  }

  @Test
  void isFoundByItsInterface() {
    assertThat(ServiceLoader.load(ModelProvider.class))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found).isInstanceOf(OllamaProvider.class);
              assertThat(found.name()).isEqualTo("ollama");
              assertThat(found.profiles().standard().name()).isEqualTo("ollama");
              assertThat(found.profiles().standard().wire()).isEqualTo("ollama");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"qwen3-vl", "gpt-oss"})
  void writesEverything(String model) throws IOException {
    ModelRequest request =
        ModelRequest.of(provider.profiles().of(model), model, ModelSamples.everything())
            .system("Be brief.")
            .tools(List.of(ModelSamples.refreshTool()));

    Golden.assertBodyMatches(model + ".json", body(request));
  }

  @Test
  void writesWhatNeverChangesBeforeTheMessages() throws IOException {
    ModelRequest request = ModelSamples.whole(profile, List.of(user(text("hi")))).streamed(true);

    assertThat(body(request))
        .isEqualTo(
            "{\"model\":\"qwen3-vl\",\"stream\":true,\"format\":{\"type\":\"object\",\"required\":"
                + "[\"a\"]},\"tools\":[{\"type\":\"function\",\"function\":{\"name\":"
                + "\"refresh_resource\",\"description\":\"Returns the current content.\","
                + "\"parameters\":{\"type\":\"object\",\"properties\":{\"uri\":{\"type\":"
                + "\"string\"}},\"required\":[\"uri\"],\"additionalProperties\":false}}}],"
                + "\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},"
                + "{\"role\":\"user\",\"content\":\"hi\"}]}");
  }

  @Test
  void putsTheLimitOfTheAnswerAmongTheOptionsOfTheUser() throws IOException {
    var request =
        new ModelRequest(
            profile,
            "m",
            "",
            List.of(),
            List.of(),
            null,
            100,
            false,
            object("options", object("num_ctx", 32768), "think", false));

    assertThat(body(request))
        .isEqualTo(
            "{\"model\":\"m\",\"stream\":false,\"options\":{\"num_predict\":100,\"num_ctx\":32768},"
                + "\"think\":false,\"messages\":[]}");
  }

  @Test
  void takesTheLimitOfTheProfileIfItHasOne() throws IOException {
    ModelProfile limited =
        provider.profiles().with(Map.of("limits", Map.of("outputTokens", 500))).standard();

    assertThat(body(ModelRequest.of(limited, "m", List.of())))
        .isEqualTo(
            "{\"model\":\"m\",\"stream\":false,\"options\":{\"num_predict\":500},\"messages\":[]}");
  }

  @Test
  void refusesMessagesOfTheUsersOwn() {
    var request =
        new ModelRequest(
            profile, "m", null, List.of(), List.of(), null, null, false, Map.of("messages", ""));

    assertThatThrownBy(() -> provider.render(request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("extra (messages) is written from the conversation and cannot be given");
  }

  @Test
  void joinsWhatTheUserSaysLineByLine() throws IOException {
    assertThat(
            messages(
                user(
                    file("a.txt", "one"),
                    reference("[b.txt unchanged]"),
                    notice("[c.txt has changed]"),
                    text("Say\n"),
                    text(""),
                    text("\"hi\""))))
        .isEqualTo(
            "{\"role\":\"user\",\"content\":\"<resource uri=\\\"file:///project/a.txt\\\">\\none\\n"
                + "</resource>\\n[b.txt unchanged]\\n[c.txt has changed]\\nSay\\n\\\"hi\\\"\"}");
  }

  @Test
  void givesImagesBesideTheTextThatNamesThem() throws IOException {
    assertThat(messages(user(resource("a.png", "image/png", ModelSamples.PNG), text("?"))))
        .isEqualTo(
            "{\"role\":\"user\",\"content\":\""
                + (LINE_OF_PNG + "\\n?\",\"images\":[\"")
                + (base64OfPng() + "\"]}"));
  }

  @Test
  void saysThatThereAreNoDocuments() throws IOException {
    assertThat(messages(user(resource("a.pdf", "application/pdf", ModelSamples.PDF))))
        .isEqualTo(
            "{\"role\":\"user\",\"content\":\"[resource path=\\\"a.pdf\\\""
                + " mimeType=\\\"application/pdf\\\" bytes=78 sha256="
                + ModelSamples.PDF.digest().shortForm()
                + " not deliverable to this model: pdf: not taken by ollama]\"}");
  }

  @Test
  void writesEachMessageByItselfAndLeavesOutWhatIsEmpty() throws IOException {
    assertThat(
            messages(
                assistant(text("a")),
                user(text("b")),
                user(text("")),
                user(text("c")),
                assistant(text(""))))
        .isEqualTo(
            "{\"role\":\"assistant\",\"content\":\"a\"},{\"role\":\"user\",\"content\":\"b\"},"
                + "{\"role\":\"user\",\"content\":\"c\"}");
  }

  @Test
  void writesCallsWithArgumentsThatAreObjects() throws IOException {
    assertThat(messages(assistant(call("c1", "{\"n\": 1}"), call("c2", ""))))
        .isEqualTo(
            "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":["
                + "{\"id\":\"c1\",\"function\":{\"name\":\"refresh_resource\",\"arguments\":"
                + "{\"n\":1}}},"
                + "{\"id\":\"c2\",\"function\":{\"name\":\"refresh_resource\",\"arguments\":{}}}]}");
  }

  @Test
  void givesThoughtsBackToOllamaOnly() throws IOException {
    assertThat(
            messages(
                assistant(
                    opaque("ollama", "{\"thinking\":\"hm\"}"),
                    opaque("anthropic-messages", "{\"type\":\"thinking\",\"thinking\":\"no\"}"),
                    text("a"))))
        .isEqualTo("{\"role\":\"assistant\",\"content\":\"a\",\"thinking\":\"hm\"}");
  }

  @Test
  void saysInTheTextOfAResultThatItFailed() throws IOException {
    assertThat(messages(results(result("c1"), failure("c2", text("no")), failure("c3"))))
        .isEqualTo(
            "{\"role\":\"tool\",\"tool_name\":\"refresh_resource\",\"tool_call_id\":\"c1\","
                + "\"content\":\"\"},"
                + "{\"role\":\"tool\",\"tool_name\":\"refresh_resource\",\"tool_call_id\":\"c2\","
                + "\"content\":\"[the tool failed]\\nno\"},"
                + "{\"role\":\"tool\",\"tool_name\":\"refresh_resource\",\"tool_call_id\":\"c3\","
                + "\"content\":\"[the tool failed]\"}");
  }

  @Test
  void movesImagesBehindAllResults() throws IOException {
    String moved = LINE_OF_PNG.replace("sha256", "bytes=" + ModelSamples.PNG.size() + " sha256");
    assertThat(
            messages(
                results(
                    result("c1", resource("a.png", "image/png", ModelSamples.PNG), text("b")),
                    result("c2", media("image/png", ModelSamples.PNG))),
                user(text("d"))))
        .isEqualTo(
            "{\"role\":\"tool\",\"tool_name\":\"refresh_resource\",\"tool_call_id\":\"c1\","
                + "\"content\":\""
                + moved.replace("]", " stands in the next message]")
                + "\\nb\"},"
                + "{\"role\":\"tool\",\"tool_name\":\"refresh_resource\",\"tool_call_id\":\"c2\","
                + "\"content\":\""
                + moved
                    .replace("resource path=\\\"a.png\\\"", "image")
                    .replace("]", " stands in the next message]")
                + "\"},{\"role\":\"user\",\"content\":\""
                + (LINE_OF_PNG + "\\n[image mimeType=\\\"image/png\\\" sha256=" + SHA_OF_PNG)
                + "]\",\"images\":[\""
                + (base64OfPng() + "\",\"" + base64OfPng())
                + "\"]},{\"role\":\"user\",\"content\":\"d\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "qwen3-vl:8b, true",
    "gemma3, true",
    "gemma3:1b-it-qat, false",
    "qwen3:8b, false",
    "qwen3, false",
    "qwen2.5vl, true",
    "llama3.2:3b, false",
    "llama3.2-vision, true",
    "gpt-oss:120b, false",
    "mine, true",
  })
  void knowsWhichModelsSeeNothing(String model, boolean isSeeing) {
    assertThat(provider.profiles().of(model).message().has("image/png")).isEqualTo(isSeeing);
  }

  @Test
  void beginsWithTheSameBytesWhateverComesAfter() throws IOException {
    for (long seed = 0; seed < 200; seed++) {
      List<RenderedMessage> messages = ModelSamples.random(seed);
      var bodies = new ArrayList<String>();
      for (int end = 0; end <= messages.size(); end++) {
        bodies.add(body(ModelSamples.whole(profile, messages.subList(0, end))));
      }
      for (int i = 1; i < bodies.size(); i++) {
        assertThat(bodies.get(i))
            .as("seed %s, message %s", seed, i)
            .startsWith(bodies.get(i - 1).replaceFirst("[]}\"]+$", ""));
      }
    }
  }

  @Test
  void writesTheSameBytesEachTime() throws IOException {
    for (long seed = 0; seed < 50; seed++) {
      assertThat(body(ModelSamples.whole(profile, ModelSamples.random(seed))))
          .isEqualTo(body(ModelSamples.whole(profile, ModelSamples.random(seed))));
    }
  }
}
