package dev.attache.models.gemini;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.attache.model.ModelProfile;
import dev.attache.test.ModelSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is written is what the interface description of Gemini allows. */
class GeminiSchemaTest {

  /** The published schema lacks it; the official SDK sends it. */
  private static final String KNOWN_GAP = "property 'displayName' is not defined";

  private final GeminiProvider provider = new GeminiProvider();
  private Schema schema;

  @BeforeEach
  void readSchema() throws IOException {
    String vectors = System.getProperty("attache.vectors");
    assumeTrue(vectors != null, "no vectors: set -Dattache.vectors to their folder");
    String json =
        Files.readString(
            Path.of(vectors, "provider-schemas", "hard-gemini-GenerateContentRequest.json"), UTF_8);
    String document = "https://spec.local/doc";
    schema =
        SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, each -> each.schemas(Map.of(document, json)))
            .getSchema(SchemaLocation.of(document + "#/components/schemas/GenerateContentRequest"));
  }

  private List<String> errors(String body) {
    return schema.validate(body, InputFormat.JSON).stream()
        .map(Error::toString)
        .filter(error -> !(error.contains(KNOWN_GAP) && error.contains("functionResponse/parts")))
        .toList();
  }

  @Test
  void allowsEverything() throws IOException {
    for (String model : List.of("gemini-4-argon", "gemini-2.5-pro")) {
      ModelProfile profile = provider.profiles().of(model);

      assertThat(
              errors(
                  ModelSamples.body(
                      provider, ModelSamples.whole(profile, ModelSamples.everything()))))
          .isEmpty();
    }
  }

  @Test
  void allowsEachConversation() throws IOException {
    ModelProfile profile = provider.profiles().of("gemini-4-argon");
    for (long seed = 0; seed < 100; seed++) {
      assertThat(
              errors(
                  ModelSamples.body(
                      provider, ModelSamples.whole(profile, ModelSamples.random(seed)))))
          .as("seed %s", seed)
          .isEmpty();
    }
  }

  @Test
  void catchesWhatIsWrong() throws IOException {
    String body =
        ModelSamples.body(
            provider,
            ModelSamples.whole(
                provider.profiles().of("gemini-4-argon"), ModelSamples.everything()));

    assertThat(errors(body.replace("\"inlineData\"", "\"inlinData\""))).isNotEmpty();
    assertThat(errors(body.replace("VALIDATED", "STRICT"))).isNotEmpty();
    assertThat(errors(body.replace("\"args\":{}", "\"args\":\"{}\""))).isNotEmpty();
    assertThat(errors(body.replace("{\"output\":\"\"}", "\"\""))).isNotEmpty();
  }
}
