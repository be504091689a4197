package dev.attache.models.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bodies beside the schemas of the folder that {@code attache.vectors} names. */
class PublishedSchemasTest {

  private static final String DOCUMENT = "https://spec.local/doc";

  private final OpenAiResponses responses = new OpenAiResponses();
  private final OpenAiChat chat = new OpenAiChat();
  private final OpenAiCompatible compatible = new OpenAiCompatible();
  private final OpenRouter router = new OpenRouter();

  @Test
  void takeBodiesOfResponses() throws IOException {
    Schema schema = schema("hard-openai-CreateResponse.json", "CreateResponse");
    assertTaken(schema, responses, "gpt-6-sol");
    assertTaken(schema, responses, "gpt-4o");
  }

  @Test
  void takeBodiesOfChat() throws IOException {
    Schema schema =
        schema("hard-openai-CreateChatCompletionRequest.json", "CreateChatCompletionRequest");
    assertTaken(schema, chat, "gpt-6-sol");
    assertTaken(schema, chat, "gpt-4o-audio-preview");
    assertTaken(schema, compatible, "qwen3");
  }

  @Test
  void takeBodiesOfOpenRouter() throws IOException {
    Schema schema = schema("hard-openrouter-ChatRequest.json", "ChatRequest");
    assertTaken(schema, router, "anthropic/claude-opus-5");
    assertTaken(schema, router, "openai/gpt-6-sol");
    assertTaken(schema, router, "google/gemini-3");
  }

  /** Were the schemas open, nothing would be said of them. */
  @Test
  void refuseWhatIsMisspelt() throws IOException {
    String body = Parts.body(responses, Parts.conversation(responses, "gpt-6-sol"));
    Schema schema = schema("hard-openai-CreateResponse.json", "CreateResponse");
    assertThat(problems(schema, body.replace("\"filename\"", "\"fileName\""))).isNotEmpty();
    String marked =
        Parts.body(router, Parts.conversation(router, "anthropic/claude-opus-5"))
            .replace(
                "{\"type\":\"file\"",
                "{\"cache_control\":{\"type\":\"ephemeral\"},\"type\":\"file\"");
    assertThat(problems(schema("hard-openrouter-ChatRequest.json", "ChatRequest"), marked))
        .isNotEmpty();
  }

  private static void assertTaken(Schema schema, ModelProvider provider, String model) {
    assertThat(problems(schema, Parts.body(provider, Parts.conversation(provider, model))))
        .as(model)
        .isEmpty();
    for (int seed = 0; seed < 20; seed++) {
      var request =
          ModelRequest.of(
              provider.profiles().of(model), model, RandomMessages.of(new Random(seed)));
      assertThat(problems(schema, Parts.body(provider, request.system("Be brief."))))
          .as("%s, seed %s", model, seed)
          .isEmpty();
    }
  }

  private static List<String> problems(Schema schema, String body) {
    return schema.validate(body, InputFormat.JSON).stream().map(String::valueOf).toList();
  }

  private static Schema schema(String file, String root) throws IOException {
    String vectors = System.getProperty("attache.vectors");
    assumeTrue(vectors != null, "no vectors: set -Dattache.vectors to their folder");
    String document = Files.readString(Path.of(vectors, "provider-schemas", file));
    return SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemas(Map.of(DOCUMENT, document)))
        .getSchema(SchemaLocation.of(DOCUMENT + "#/components/schemas/" + root));
  }
}
