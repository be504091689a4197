package dev.attache.models.gemini;

import static dev.attache.test.ModelSamples.assistant;
import static dev.attache.test.ModelSamples.call;
import static dev.attache.test.ModelSamples.file;
import static dev.attache.test.ModelSamples.media;
import static dev.attache.test.ModelSamples.object;
import static dev.attache.test.ModelSamples.opaque;
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
import dev.attache.model.RenderedPart;
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

class GeminiProviderTest {

  private static final String SHA_OF_PNG = ModelSamples.PNG.digest().shortForm();

  private final GeminiProvider provider = new GeminiProvider();
  private final ModelProfile newest = provider.profiles().of("gemini-4-argon");
  private final ModelProfile older = provider.profiles().of("gemini-2.5-pro");

  private String body(ModelRequest request) throws IOException {
    return ModelSamples.body(provider, request);
  }

  private String contents(ModelProfile profile, RenderedMessage... messages) throws IOException {
    String body = body(ModelRequest.of(profile, profile.model(), List.of(messages)));
    String start = "{\"generationConfig\":{\"maxOutputTokens\":" + outputTokens(profile) + "},";
    assertThat(body).startsWith(start + "\"contents\":[").endsWith("]}");
    return body.substring((start + "\"contents\":[").length(), body.length() - 2);
  }

  private static int outputTokens(ModelProfile profile) {
    return profile.limits().outputTokens();
  }

  @Test
  void isFoundByItsInterface() {
    assertThat(ServiceLoader.load(ModelProvider.class))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found).isInstanceOf(GeminiProvider.class);
              assertThat(found.name()).isEqualTo("gemini");
              assertThat(found.profiles().standard().name()).isEqualTo("gemini");
              assertThat(found.profiles().standard().wire()).isEqualTo("gemini");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemini-4-argon", "gemini-2.5-pro"})
  void writesEverything(String model) throws IOException {
    ModelProfile profile = provider.profiles().of(model);

    Golden.assertBodyMatches(
        model + ".json", body(ModelSamples.whole(profile, ModelSamples.everything())));
  }

  @Test
  void writesWhatNeverChangesBeforeTheContents() throws IOException {
    ModelRequest request =
        ModelSamples.whole(newest, List.of(user(text("hi")))).outputSchema(null).streamed(true);

    assertThat(body(request))
        .isEqualTo(
            "{\"systemInstruction\":{\"parts\":[{\"text\":\"Be brief.\"}]},\"tools\":[{"
                + "\"functionDeclarations\":[{\"name\":\"refresh_resource\",\"description\":"
                + "\"Returns the current content.\",\"parametersJsonSchema\":{\"type\":\"object\","
                + "\"properties\":{\"uri\":{\"type\":\"string\"}},\"required\":[\"uri\"],"
                + "\"additionalProperties\":false}}]}],\"toolConfig\":{\"functionCallingConfig\":{"
                + "\"mode\":\"VALIDATED\"}},\"generationConfig\":{\"maxOutputTokens\":32768},"
                + "\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"hi\"}]}]}");
  }

  @Test
  void wantsAnAnswerThatFollowsASchema() throws IOException {
    ModelRequest request =
        ModelRequest.of(newest, "m", List.of()).outputSchema(object("type", "object"));

    assertThat(body(request))
        .isEqualTo(
            "{\"generationConfig\":{\"maxOutputTokens\":32768,\"responseMimeType\":"
                + "\"application/json\",\"responseJsonSchema\":{\"type\":\"object\"}},"
                + "\"contents\":[]}");
  }

  @Test
  void takesTheLimitOfTheRequestAndWhatTheUserAddsBeforeTheContents() throws IOException {
    var request =
        new ModelRequest(
            newest,
            "m",
            "",
            List.of(),
            List.of(),
            null,
            100,
            false,
            object("generationConfig", object("temperature", 0.5), "serviceTier", "flex"));

    assertThat(body(request))
        .isEqualTo(
            "{\"generationConfig\":{\"maxOutputTokens\":100,\"temperature\":0.5},"
                + "\"serviceTier\":\"flex\",\"contents\":[]}");
  }

  @Test
  void refusesContentsOfTheUsersOwn() {
    var request =
        new ModelRequest(
            newest, "m", null, List.of(), List.of(), null, null, false, Map.of("contents", ""));

    assertThatThrownBy(() -> provider.render(request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("extra (contents) is written from the conversation and cannot be given");
  }

  @Test
  void describesAToolThatHasNoDescriptionByItsName() throws IOException {
    ModelRequest request =
        ModelRequest.of(newest, "m", List.of())
            .tools(List.of(ModelSamples.tool("look", "", object("type", "object"))));

    assertThat(body(request))
        .contains("{\"name\":\"look\",\"description\":\"look\",\"parametersJsonSchema\":");
  }

  @Test
  void namesABlockInALineBeforeIt() throws IOException {
    assertThat(
            contents(newest, user(resource("logo.png", "image/png", ModelSamples.PNG), text("?"))))
        .isEqualTo(
            "{\"role\":\"user\",\"parts\":[{\"text\":\"[resource"
                + " path=\\\"logo.png\\\" mimeType=\\\"image/png\\\" sha256="
                + SHA_OF_PNG
                + "]\"},{\"inlineData\":{\"mimeType\":\"image/png\",\"data\":\""
                + base64OfPng()
                + "\"}},{\"text\":\"?\"}]}");
  }

  @Test
  void givesTextsAsTextsAndNeverAsBytes() throws IOException {
    assertThat(contents(newest, user(file("a.txt", "one \"two\""))))
        .isEqualTo(
            "{\"role\":\"user\",\"parts\":[{\"text\":\"<resource"
                + " uri=\\\"file:///project/a.txt\\\">\\none \\\"two\\\"\\n</resource>\"}]}");
  }

  @Test
  void saysWhatIsNotDeliverable() throws IOException {
    assertThat(contents(newest, user(resource("a.bin", "application/zip", ModelSamples.BYTES))))
        .isEqualTo(
            "{\"role\":\"user\",\"parts\":[{\"text\":\"[resource"
                + " path=\\\"a.bin\\\" mimeType=\\\"application/zip\\\" bytes=4"
                + " sha256="
                + ModelSamples.BYTES.digest().shortForm()
                + " not deliverable to this model: zip: not taken by gemini]\"}]}");
  }

  @Test
  void putsNeighboursOfOneRoleInOneContent() throws IOException {
    assertThat(
            contents(
                newest,
                user(text("a")),
                user(text("b")),
                assistant(text("c")),
                assistant(text("d")),
                results(result("c1")),
                user(text("e"))))
        .isEqualTo(
            "{\"role\":\"user\",\"parts\":[{\"text\":\"a\"},{\"text\":\"b\"}]},"
                + "{\"role\":\"model\",\"parts\":[{\"text\":\"c\"},{\"text\":\"d\"}]},"
                + "{\"role\":\"user\",\"parts\":[{\"functionResponse\":{\"id\":\"c1\",\"name\":"
                + "\"refresh_resource\",\"response\":{\"output\":\"\"}}},{\"text\":\"e\"}]}");
  }

  @Test
  void leavesOutWhatIsEmpty() throws IOException {
    assertThat(contents(newest, user(text("")), assistant(text("")), user(text("a"))))
        .isEqualTo("{\"role\":\"user\",\"parts\":[{\"text\":\"a\"}]}");
  }

  @Test
  void beginsWithTheUserWhoeverSpeaksFirst() throws IOException {
    assertThat(contents(newest, user(text("")), assistant(text("a"))))
        .isEqualTo(
            "{\"role\":\"user\",\"parts\":[{\"text\":\"(The conversation begins here.)\"}]},"
                + "{\"role\":\"model\",\"parts\":[{\"text\":\"a\"}]}");
  }

  @Test
  void writesCallsWithArgumentsThatAreObjects() throws IOException {
    assertThat(contents(older, user(text("a")), assistant(call("c1", "{\"n\": 1}"))))
        .endsWith(
            "{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"id\":\"c1\",\"name\":"
                + "\"refresh_resource\",\"args\":{\"n\":1}}}]}");
  }

  @Test
  void saysOfTheFirstOfCallsOfOthersThatItHasNoSignature() throws IOException {
    assertThat(
            contents(newest, user(text("a")), assistant(text("b"), call("c1", ""), call("c2", ""))))
        .endsWith(
            "{\"text\":\"b\"},{\"functionCall\":{\"id\":\"c1\",\"name\":\"refresh_resource\","
                + "\"args\":{}},\"thoughtSignature\":\"skip_thought_signature_validator\"},"
                + "{\"functionCall\":{\"id\":\"c2\",\"name\":\"refresh_resource\",\"args\":{}}}]}");
  }

  @Test
  void givesSignaturesBackWithThePartsTheyCameWith() throws IOException {
    assertThat(
            contents(
                newest,
                user(text("a")),
                assistant(
                    opaque("gemini", "{\"text\":\"hm\", \"thought\":true}"),
                    opaque("gemini", "{\"thoughtSignature\":\"AA==\"}"),
                    text(""),
                    call("c1", ""),
                    call("c2", ""),
                    opaque("gemini", "{\"thoughtSignature\":\"BB==\"}"),
                    text("b"),
                    opaque("anthropic-messages", "{\"type\":\"thinking\"}"),
                    opaque("gemini", "{\"thoughtSignature\":\"CC==\"}"))))
        .endsWith(
            "{\"role\":\"model\",\"parts\":[{\"text\":\"hm\", \"thought\":true},"
                + "{\"functionCall\":{\"id\":\"c1\",\"name\":\"refresh_resource\",\"args\":{}},"
                + "\"thoughtSignature\":\"AA==\"},"
                + "{\"functionCall\":{\"id\":\"c2\",\"name\":\"refresh_resource\",\"args\":{}}},"
                + "{\"text\":\"b\",\"thoughtSignature\":\"BB==\"},"
                + "{\"text\":\"\",\"thoughtSignature\":\"CC==\"}]}");
  }

  @Test
  void refersToBlocksBesideAResultByTheirNames() throws IOException {
    String json =
        contents(
            newest,
            user(text("a")),
            results(
                result(
                    "c1",
                    text("Look:"),
                    resource("a.png", "image/png", ModelSamples.PNG),
                    resource("a.png", "image/png", ModelSamples.PNG),
                    media("image/png", ModelSamples.PNG))));

    String data = "\"data\":\"" + base64OfPng() + "\"";
    String line = "[resource path=\\\"a.png\\\" mimeType=\\\"image/png\\\" sha256=";
    assertThat(json)
        .endsWith(
            ",{\"functionResponse\":{\"id\":\"c1\",\"name\":\"refresh_resource\",\"response\":{"
                + "\"output\":\"Look:\\n"
                + (line + SHA_OF_PNG + " displayName=\\\"a.png\\\"]\\n")
                + (line + SHA_OF_PNG + " displayName=\\\"a.png (2)\\\"]\\n")
                + "[image mimeType=\\\"image/png\\\" sha256="
                + (SHA_OF_PNG + " displayName=\\\"image\\\"]\",")
                + "\"image\":{\"$ref\":\"a.png\"},\"image2\":{\"$ref\":\"a.png (2)\"},"
                + "\"image3\":{\"$ref\":\"image\"}},\"parts\":["
                + ("{\"inlineData\":{\"mimeType\":\"image/png\"," + data)
                + ",\"displayName\":\"a.png\"}},"
                + ("{\"inlineData\":{\"mimeType\":\"image/png\"," + data)
                + ",\"displayName\":\"a.png (2)\"}},"
                + ("{\"inlineData\":{\"mimeType\":\"image/png\"," + data)
                + ",\"displayName\":\"image\"}}]}}]}");
  }

  @Test
  void callsABlockByItsTitle() throws IOException {
    var image = (RenderedPart.Resource) resource("a.png", "image/png", ModelSamples.PNG);
    var titled =
        new RenderedPart.Resource(
            image.place(),
            image.uri(),
            image.label(),
            "The logo",
            image.mimeType(),
            image.content(),
            null,
            image.digest(),
            image.shown());
    assertThat(contents(newest, user(text("a")), results(result("c1", titled))))
        .contains("path=\\\"a.png\\\"", "displayName=\\\"The logo\\\"")
        .contains("\"displayName\":\"The logo\"");
  }

  @Test
  void movesBlocksBehindAllResultsWhereAModelTakesNoneInThem() throws IOException {
    String json =
        contents(
            older,
            user(text("a")),
            results(
                result("c1", resource("a.png", "image/png", ModelSamples.PNG)),
                ModelSamples.failure("c2", text("no"))),
            user(text("b")));

    String line = "[resource path=\\\"a.png\\\" mimeType=\\\"image/png\\\" ";
    assertThat(json)
        .endsWith(
            ",{\"functionResponse\":{\"id\":\"c1\",\"name\":\"refresh_resource\",\"response\":{"
                + "\"output\":\""
                + (line + "bytes=" + ModelSamples.PNG.size() + " sha256=" + SHA_OF_PNG)
                + " stands in the next message]\"}}},"
                + "{\"functionResponse\":{\"id\":\"c2\",\"name\":\"refresh_resource\","
                + "\"response\":{\"error\":\"no\"}}},"
                + ("{\"text\":\"" + line + "sha256=" + SHA_OF_PNG + "]\"},")
                + ("{\"inlineData\":{\"mimeType\":\"image/png\",\"data\":\"" + base64OfPng())
                + "\"}},{\"text\":\"b\"}]}");
  }

  @ParameterizedTest
  @CsvSource({
    "gemini-4-argon, true, 6144, 32768",
    "gemini-3.8-flash, true, 4096, 65536",
    "gemini-flash-latest, true, 4096, 65536",
    "gemini-2.5-flash, false, 2048, 65536",
    "gemini-2.0-flash, false, 2048, 8192",
    "gemini-1.5-pro, false, 4096, 8192",
    "gemma-3-27b-it, false, 4096, 8192",
  })
  void knowsItsModels(String model, boolean isBlockInResult, int cached, int output) {
    ModelProfile profile = provider.profiles().of(model);

    assertThat(profile.toolResult().has("image/png")).isEqualTo(isBlockInResult);
    assertThat(profile.toolResult().has("application/pdf")).isEqualTo(isBlockInResult);
    assertThat(profile.has("signatures")).isEqualTo(isBlockInResult);
    assertThat(profile.cache().minimumTokens()).isEqualTo(cached);
    assertThat(profile.limits().outputTokens()).isEqualTo(output);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemini-4-argon", "gemini-2.5-pro"})
  void beginsWithTheSameBytesWhateverComesAfter(String model) throws IOException {
    ModelProfile profile = provider.profiles().of(model);
    for (long seed = 0; seed < 150; seed++) {
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
      assertThat(body(ModelSamples.whole(newest, ModelSamples.random(seed))))
          .isEqualTo(body(ModelSamples.whole(newest, ModelSamples.random(seed))));
    }
  }

  private static String base64OfPng() throws IOException {
    return Base64.getEncoder().encodeToString(ModelSamples.PNG.open().readAllBytes());
  }
}
