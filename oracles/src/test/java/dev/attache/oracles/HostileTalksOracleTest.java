package dev.attache.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.genai.JsonSerializable;
import com.google.genai.types.Content;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.attache.test.FakeWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Conversations with models that answer what they should not: whatever one of them has said, the
 * next request is one that every provider takes. Judges are the official SDKs, the published
 * schemas where they are at hand, and the rules that neither has.
 */
@Tag("network")
class HostileTalksOracleTest {

  private static final int TALKS =
      Integer.getInteger("attache.talks", Boolean.getBoolean("attache.slow") ? 2000 : 30);
  private static final int FIRST_SEED = Integer.getInteger("attache.seed", 0);

  private static final String FOREIGN = "\"skip_thought_signature_validator\"";
  private static final String DOCUMENT = "https://spec.local/doc";

  private static final Map<FakeWire, BodyOracle> ORACLES =
      Map.of(
          FakeWire.ANTHROPIC, new AnthropicBodyOracleTest(),
          FakeWire.RESPONSES, new ResponsesBodyOracleTest(),
          FakeWire.CHAT, new OpenAiChatBodyOracleTest(),
          FakeWire.COMPATIBLE, new OpenAiCompatibleBodyOracleTest(),
          FakeWire.OPENROUTER, new OpenRouterBodyOracleTest());

  private static final Map<FakeWire, String> SCHEMAS =
      Map.of(
          FakeWire.ANTHROPIC, "anthropic-CreateMessageParams",
          FakeWire.RESPONSES, "openai-CreateResponse",
          FakeWire.CHAT, "openai-CreateChatCompletionRequest",
          FakeWire.COMPATIBLE, "openai-CreateChatCompletionRequest",
          FakeWire.OPENROUTER, "openrouter-ChatRequest");

  /** The fields of a thought, which is given back to the servers that had it. */
  private static final List<String> THOUGHTS = List.of("reasoning_content", "reasoning");

  private static final Set<String> OF_THOUGHTS =
      Set.of(
          "ChatCompletionAssistantMessageParam.reasoning_content",
          "ChatCompletionAssistantMessageParam.reasoning");

  private final Map<FakeWire, Schema> schemas = new HashMap<>();

  @Test
  void leaveNoRequestThatAProviderRefuses() throws IOException {
    readSchemas();
    var ends = new TreeMap<String, Integer>();
    int thoughts = 0;
    int bodies = 0;
    for (int i = 0; i < TALKS; i++) {
      long seed = FIRST_SEED + (long) i;
      try (var talk = new HostileTalk(seed)) {
        for (Map.Entry<FakeWire, List<String>> each : talk.bodies().entrySet()) {
          List<String> sent = each.getValue();
          for (int n = 0; n < sent.size(); n++) {
            thoughts += sent.get(n).contains("\"reasoning_content\"") ? 1 : 0;
            boolean isLast = n == sent.size() - 1; // which has all that those before have
            check(each.getKey(), sent.get(n), isLast, seed);
          }
          bodies += sent.size();
        }
        talk.ends().forEach((end, count) -> ends.merge(end, count, Integer::sum));
      }
    }
    System.out.println("hostile talks: " + TALKS + ", requests " + bodies + ", " + ends);
    assertThat(thoughts).as("so that this tests something").isPositive();
    assertThat(ends).containsKeys("ANSWERED", "EMPTY", "LENGTH", "REQUESTS", "model NETWORK");
  }

  private void check(FakeWire wire, String body, boolean byAll, long seed) throws IOException {
    try {
      TalkRules.check(wire, body);
      if (byAll) {
        checkByOthers(wire, body);
      }
    } catch (IOException | RuntimeException | AssertionError e) {
      throw new AssertionError(
          "seed " + seed + ", " + wire + " refuses: " + e.getMessage() + "\n" + body, e);
    }
  }

  private void checkByOthers(FakeWire wire, String body) throws IOException {
    if (wire == FakeWire.GEMINI) {
      checkGemini(body);
    }
    BodyOracle oracle = ORACLES.get(wire);
    if (oracle != null) {
      check(oracle, body);
    }
    Schema schema = schemas.get(wire);
    if (schema != null) {
      assertThat(schema.validate(withoutThoughts(body), InputFormat.JSON)).isEmpty();
    }
  }

  private static void check(BodyOracle oracle, String body) throws IOException {
    String named =
        body.replaceFirst("\"model\":\"([^\"]*)\"", "\"model\":\"" + oracle.written("$1") + "\"");
    Object typed = oracle.validated(named);
    assertThat(SampleRequests.tree(oracle.mapper().writeValueAsString(typed)))
        .isEqualTo(SampleRequests.tree(named));
    Set<String> unknown = UnmodelledFields.of(typed, oracle.types(), oracle.free());
    unknown.removeAll(oracle.unmodelled());
    unknown.removeAll(OF_THOUGHTS);
    assertThat(unknown).isEmpty();
  }

  private static void checkGemini(String body) throws IOException {
    for (JsonNode content :
        SampleRequests.tree(body.replace(FOREIGN, "\"c2tpcA==\"")).path("contents")) {
      assertThat(
              SampleRequests.tree(JsonSerializable.fromJsonNode(content, Content.class).toJson()))
          .isEqualTo(content);
    }
  }

  private static String withoutThoughts(String body) throws IOException {
    JsonNode json = SampleRequests.tree(body);
    for (JsonNode message : json.path("messages")) {
      if (message instanceof ObjectNode fields) {
        fields.remove(THOUGHTS);
      }
    }
    return json.toString();
  }

  private void readSchemas() throws IOException {
    @Nullable String vectors = System.getProperty("attache.vectors");
    if (vectors == null) {
      return; // the SDKs judge alone
    }
    for (Map.Entry<FakeWire, String> each : SCHEMAS.entrySet()) {
      String name = each.getValue();
      String document =
          Files.readString(Path.of(vectors, "provider-schemas", "hard-" + name + ".json"));
      schemas.put(
          each.getKey(),
          SchemaRegistry.withDefaultDialect(
                  SpecificationVersion.DRAFT_2020_12,
                  builder -> builder.schemas(Map.of(DOCUMENT, document)))
              .getSchema(
                  SchemaLocation.of(
                      DOCUMENT + "#/components/schemas/" + name.substring(name.indexOf('-') + 1))));
    }
  }
}
