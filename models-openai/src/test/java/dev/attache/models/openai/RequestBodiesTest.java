package dev.attache.models.openai;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import dev.attache.model.RequestBody;
import dev.attache.model.Rung;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import dev.attache.test.Golden;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** What holds for the bodies of all four providers. */
class RequestBodiesTest {

  private static final List<ModelProvider> PROVIDERS = Parts.PROVIDERS;

  @Test
  void areFoundByTheirServices() {
    assertThat(ServiceLoader.load(ModelProvider.class))
        .extracting(ModelProvider::name)
        .containsExactly("openai-responses", "openai-chat", "openai-compatible", "openrouter");
    assertThat(PROVIDERS)
        .allSatisfy(
            provider ->
                assertThat(provider.profiles().standard().name()).isEqualTo(provider.name()));
  }

  @ParameterizedTest
  @CsvSource({
    "openai-responses, gpt-6-sol",
    "openai-chat, gpt-6-sol",
    "openai-compatible, qwen3",
    "openrouter, anthropic/claude-opus-5"
  })
  void areAsTheFilesOfThemSay(String name, String model) throws IOException {
    ModelProvider provider = provider(name);
    Golden.assertBodyMatches(
        name + ".json", Parts.body(provider, Parts.conversation(provider, model)));
  }

  @ParameterizedTest
  @FieldSource("PROVIDERS")
  void areTheSameEachTime(ModelProvider provider) throws IOException {
    RequestBody body = provider.render(Parts.conversation(provider, "x"));
    String first = Parts.body(provider, Parts.conversation(provider, "x"));
    var again = new ByteArrayOutputStream();
    body.writeTo(OutputStream.nullOutputStream());
    body.writeTo(again);
    assertThat(again).hasToString(first);
  }

  @ParameterizedTest
  @FieldSource("PROVIDERS")
  void beginWithTheBodyBefore(ModelProvider provider) {
    ModelProfile profile = provider.profiles().of("anthropic/claude-opus-5");
    for (int seed = 0; seed < 150; seed++) {
      List<RenderedMessage> messages = RandomMessages.of(new Random(seed));
      String before = null;
      for (int count = 1; count <= messages.size(); count++) {
        String body = Parts.body(provider, asked(profile, messages.subList(0, count)));
        if (before != null) {
          assertThat(beginning(body)).as("seed %s, %s messages", seed, count).startsWith(before);
        }
        before = beginning(body);
      }
    }
  }

  private static ModelRequest asked(ModelProfile profile, List<RenderedMessage> messages) {
    return ModelRequest.of(profile, "m", messages).system("Be brief.");
  }

  /** A body without its marks and without what closes it. */
  private static String beginning(String body) {
    return body.replace(",\"cache_control\":{\"type\":\"ephemeral\"}", "")
        .replaceFirst("[]}\"]+$", "");
  }

  @ParameterizedTest
  @FieldSource("PROVIDERS")
  void sayWhatBecameOfEachPart(ModelProvider provider) throws IOException {
    var message =
        Parts.user(
            Parts.image("a.png"), Parts.source("a.txt", "x"), Parts.resource("b", null, heic()));
    assertThat(provider.render(Parts.request(provider, message)).placed())
        .extracting(placed -> placed.rung().as())
        .containsExactly(Rung.As.IMAGE, Rung.As.TEXT, Rung.As.PLACEHOLDER);
  }

  @ParameterizedTest
  @FieldSource("PROVIDERS")
  void readAContentOnlyWhenTheyAreWritten(ModelProvider provider) throws IOException {
    var opened = new ArrayList<String>();
    Stored text =
        Stored.text(
            3,
            ContentDigest.sha256("abc".getBytes(UTF_8)),
            () -> {
              opened.add("opened");
              throw new IOException("the store is gone");
            });
    RequestBody body =
        provider.render(
            Parts.request(
                provider,
                Parts.user(
                    new RenderedPart.Media(
                        new PartPlace(0, null, 0), "text/plain", text, RenderedText.of("")))));
    assertThat(opened).isEmpty();
    assertThatThrownBy(() -> body.writeTo(OutputStream.nullOutputStream()))
        .isInstanceOf(IOException.class)
        .hasMessage("the store is gone");
  }

  @ParameterizedTest
  @CsvSource({
    "openai-responses, gemini, wire (openai-chat) must be openai-responses",
    "openai-chat, gemini, wire (openai-responses) must be openai-chat or openrouter-chat"
  })
  void refuseAProfileOfAnotherWire(String name, String model, String message) {
    ModelProvider other = provider(name.equals("openai-chat") ? "openai-responses" : "openai-chat");
    var request = ModelRequest.of(other.profiles().standard(), model, List.of());
    assertThatThrownBy(() -> provider(name).render(request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private static ResourceContent heic() {
    return ResourceContent.blob(new byte[] {0, 1, 2});
  }

  private static ModelProvider provider(String name) {
    return PROVIDERS.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }
}
