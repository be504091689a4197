package dev.attache.models.anthropic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bodies against the schema of Anthropic's OpenAPI description, in the folder of vectors. */
@TestInstance(Lifecycle.PER_CLASS)
class AnthropicSchemaTest {

  private static final String ID = "https://spec.local/anthropic";

  @SuppressWarnings("NullAway.Init") // read before all tests
  private Schema schema;

  @BeforeAll
  void readTheSchema() throws IOException {
    String vectors = System.getProperty("attache.vectors");
    assumeTrue(vectors != null, "no vectors: set -Dattache.vectors to their folder");
    Path file = Path.of(vectors, "provider-schemas", "hard-anthropic-CreateMessageParams.json");
    String json = Files.readString(file, UTF_8);
    schema =
        SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, registry -> registry.schemas(Map.of(ID, json)))
            .getSchema(SchemaLocation.of(ID + "#/components/schemas/CreateMessageParams"));
  }

  private List<String> problems(String body) {
    return schema.validate(body, InputFormat.JSON).stream().map(Object::toString).toList();
  }

  @Test
  void takesTheConversationOfTheGoldenFile() {
    assertThat(problems(Samples.body(Conversations.whole()))).isEmpty();
  }

  @Test
  void takesRandomRequests() {
    for (int seed = 0; seed < 300; seed++) {
      String body = Samples.body(RandomRequests.of(seed));
      assertThat(problems(body)).as("seed %d: %s", seed, body).isEmpty();
    }
  }

  /** A check that cannot fail would say nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"text/plain\"",
        "\"tool_use_id\"",
        "\"title\"",
        "\"image/png\"",
        "\"ephemeral\"",
        "\"json_schema\"",
        "\"max_tokens\"",
      })
  void refusesABodyWithAWordMisspelt(String word) {
    String body = Samples.body(Conversations.whole());
    assertThat(body).contains(word);
    assertThat(problems(body.replace(word, "\"x" + word.substring(1)))).isNotEmpty();
  }
}
