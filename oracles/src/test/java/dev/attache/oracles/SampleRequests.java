package dev.attache.oracles;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.OfferedTool;
import dev.attache.model.RenderedMessage;
import dev.attache.resource.testkit.model.RandomConversation;
import dev.attache.test.ModelSamples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The requests that SDKs are asked about, in the words of a provider. */
final class SampleRequests {

  /** Reads numbers as they are written, however long they are. */
  static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private static final int CONVERSATIONS = 150;

  private SampleRequests() {}

  /**
   * Returns bodies by what they are of: a conversation with one of everything, and those of many
   * seeds, with tools, schemas of the answer and marks of the cache.
   *
   * @param model the name of the model that is written
   * @param opaque makes a part of an answer that the wire takes back, with a word in it; gives null
   *     if the wire has none
   */
  static Map<String, String> of(
      ModelProvider provider,
      ModelProfile profile,
      String model,
      Function<String, @Nullable String> opaque)
      throws IOException {
    var bodies = new LinkedHashMap<String, String>();
    bodies.put(
        "one of everything",
        body(provider, named(model, whole(profile, ModelSamples.everything()))));
    for (long seed = 0; seed < CONVERSATIONS; seed++) {
      List<RenderedMessage> messages = RandomConversation.of(seed, profile.wire(), opaque);
      bodies.put(
          "seed " + seed,
          body(provider, named(model, request(profile, messages, new Random(seed)))));
    }
    return bodies;
  }

  private static ModelRequest whole(ModelProfile profile, List<RenderedMessage> messages) {
    return ModelSamples.whole(profile, messages).tools(tools());
  }

  private static ModelRequest named(String model, ModelRequest request) {
    return new ModelRequest(
        request.profile(),
        model,
        request.system(),
        request.tools(),
        request.messages(),
        request.outputSchema(),
        request.maxOutputTokens(),
        request.isStreamed(),
        request.extra());
  }

  private static ModelRequest request(
      ModelProfile profile, List<RenderedMessage> messages, Random random) {
    ModelRequest request =
        whole(profile, messages)
            .tools(random.nextInt(4) == 0 ? List.of() : tools())
            .maxOutputTokens(random.nextBoolean() ? null : 1 + random.nextInt(4000))
            .streamed(random.nextBoolean());
    return switch (random.nextInt(4)) {
      case 0 -> request.outputSchema(null);
      case 1 -> request.outputSchema(null).system(null);
      case 2 -> request.outputSchema(ModelSamples.refreshTool().inputSchema()); // one to hold to
      default -> request;
    };
  }

  /** Returns tools that a model can be held to, and such that have what wires do not take. */
  private static List<OfferedTool> tools() {
    var tools = new ArrayList<OfferedTool>();
    tools.add(ModelSamples.refreshTool());
    tools.add(tool("nothing", "{\"type\":\"object\"}"));
    tools.add(
        tool(
            "look",
            """
            {"type":"object","properties":{"path":{"type":"string","description":"A \\"path\\""},\
            "n":{"type":["integer","null"],"minimum":0,"default":1.50},\
            "each":{"type":"array","items":{"$ref":"#/$defs/one"}}},"required":["path"],\
            "$defs":{"one":{"anyOf":[{"const":1},{"enum":["a",null]}]}}}"""));
    tools.add(tool("a-long_name-".repeat(5) + "0123", "{\"oneOf\":[{\"required\":[\"a\"]}]}"));
    return tools;
  }

  private static OfferedTool tool(String name, String inputSchema) {
    return ModelSamples.tool(name, "Looks at \"it\" \\ é.\nIn lines.", object(inputSchema));
  }

  @SuppressWarnings("unchecked") // JSON objects have names of text
  private static Map<String, Object> object(String json) {
    try {
      return JSON.readValue(json, LinkedHashMap.class);
    } catch (IOException e) {
      throw new AssertionError(json, e); // it is ours
    }
  }

  private static String body(ModelProvider provider, ModelRequest request) throws IOException {
    var out = new ByteArrayOutputStream();
    provider.render(request).writeTo(out);
    return out.toString(UTF_8);
  }

  static JsonNode tree(String json) throws IOException {
    return JSON.readTree(json);
  }
}
