package dev.attache.oracles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.genai.Client;
import com.google.genai.JsonSerializable;
import com.google.genai.errors.GenAiIOException;
import com.google.genai.types.Content;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.HttpOptions;
import dev.attache.models.gemini.GeminiProvider;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The bodies for Gemini, which its SDK reads into its types and sends as they were; what it does
 * not know it does not send.
 */
@Tag("network")
class GeminiBodyOracleTest {

  /**
   * The signature of a call that Gemini has not made. It is no Base64 although the field is of
   * bytes, and so the types of the SDK cannot say it; the API takes it as this text only
   * (langchain-google, issue 1570).
   */
  private static final String FOREIGN = "\"skip_thought_signature_validator\"";

  private static final List<String> FIELDS = List.of("systemInstruction", "tools", "toolConfig");

  private final FakeProvider fake = FakeProvider.start();
  private final Map<String, String> bodies = new LinkedHashMap<>();

  @BeforeEach
  void render() throws IOException {
    var provider = new GeminiProvider();
    for (String model : List.of("gemini-4-argon", "gemini-2.5-pro")) {
      SampleRequests.of(
              provider, provider.profiles().of(model), model, GeminiBodyOracleTest::signedThought)
          .forEach((name, body) -> bodies.put(model + ", " + name, body));
    }
    bodies.replaceAll((name, body) -> body.replace(FOREIGN, "\"c2tpcA==\""));
  }

  private static String signedThought(String word) {
    return "{\"text\":\"" + word + "\",\"thought\":true,\"thoughtSignature\":\"c2ln\"}";
  }

  @AfterEach
  void stop() {
    fake.close();
  }

  @Test
  void areTakenAndSentAsTheyWere() throws IOException {
    try (Client client = client()) {
      for (Map.Entry<String, String> body : bodies.entrySet()) {
        assertThat(sent(client, body.getKey(), body.getValue()))
            .as(body.getKey())
            .isEqualTo(SampleRequests.tree(body.getValue()));
      }
    }
  }

  /** A check that cannot fail would say nothing. */
  @Test
  void areNotSentWithAWordMisspelt() throws IOException {
    try (Client client = client()) {
      for (String word :
          List.of(
              "inlineData",
              "mimeType",
              "displayName",
              "functionCall",
              "functionResponse",
              "functionDeclarations",
              "parametersJsonSchema",
              "functionCallingConfig",
              "thoughtSignature",
              "responseJsonSchema",
              "maxOutputTokens")) {
        String quoted = "\"" + word + "\"";
        String body =
            bodies.values().stream()
                .filter(each -> each.contains(quoted))
                .findFirst()
                .orElseThrow();
        String misspelt = body.replace(quoted, "\"x" + word + "\"");
        assertThat(sent(client, word, misspelt))
            .as(word)
            .isNotEqualTo(SampleRequests.tree(misspelt));
      }
    }
  }

  private Client client() {
    return Client.builder()
        .apiKey("k")
        .httpOptions(HttpOptions.builder().baseUrl(fake.url()).build())
        .build();
  }

  /** Has the SDK ask with what it reads in a body, and returns what comes. */
  private JsonNode sent(Client client, String name, String body) throws IOException {
    JsonNode json = SampleRequests.tree(body);
    var contents = new ArrayList<Content>();
    var config = SampleRequests.JSON.createObjectNode();
    for (String field : FIELDS) {
      if (json.has(field)) {
        config.set(field, json.path(field));
      }
    }
    json.path("generationConfig").properties().forEach(e -> config.set(e.getKey(), e.getValue()));
    fake.answer(Answer.json(200, "{\"candidates\":[]}"));
    try {
      json.path("contents")
          .forEach(each -> contents.add(JsonSerializable.fromJsonNode(each, Content.class)));
      GenerateContentResponse answer =
          client.models.generateContent(
              "m", contents, JsonSerializable.fromJsonNode(config, GenerateContentConfig.class));
      assertThat(answer.candidates()).hasValue(List.of());
    } catch (GenAiIOException e) {
      return fail(name + " is refused: " + body, e);
    }
    var requests = fake.requests();
    return SampleRequests.tree(requests.get(requests.size() - 1).body());
  }
}
