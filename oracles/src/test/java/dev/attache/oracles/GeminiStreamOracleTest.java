package dev.attache.oracles;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.genai.Client;
import com.google.genai.ResponseStream;
import com.google.genai.types.Candidate;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.GenerateContentResponseUsageMetadata;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.Part;
import dev.attache.model.ModelProvider;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelEvent.Usage;
import dev.attache.models.gemini.GeminiConnector;
import dev.attache.models.gemini.GeminiProvider;
import dev.attache.oracles.ReadAnswer.Call;
import dev.attache.test.GeminiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The answers of the fake of Gemini, which its SDK reads. */
class GeminiStreamOracleTest extends StreamOracle {

  private static final GenerateContentConfig CONFIG = GenerateContentConfig.builder().build();

  @Override
  ModelProvider provider() {
    return new GeminiProvider();
  }

  @Override
  ModelConnector connector() {
    return new GeminiConnector();
  }

  @Override
  String stream() {
    return GeminiStream.everything();
  }

  @Override
  String says(String text) {
    return GeminiStream.says(text);
  }

  @Override
  String overloaded() {
    return GeminiStream.overloaded();
  }

  @Override
  String atOnce() {
    return GeminiStream.atOnce();
  }

  @Override
  ReadAnswer streamed(String url) throws IOException {
    var chunks = new ArrayList<GenerateContentResponse>();
    try (Client client = client(url);
        ResponseStream<GenerateContentResponse> stream =
            client.models.generateContentStream(model(), "Hello", CONFIG)) {
      stream.forEach(chunks::add);
    }
    return answer(chunks);
  }

  @Override
  ReadAnswer atOnce(String url) throws IOException {
    try (Client client = client(url)) {
      return answer(List.of(client.models.generateContent(model(), "Hello", CONFIG)));
    }
  }

  /** It passes over what it does not know. */
  @Override
  Set<String> meant() {
    return Set.of();
  }

  private String model() {
    return provider().profiles().standard().model();
  }

  private static Client client(String url) {
    return Client.builder()
        .apiKey("k")
        .httpOptions(HttpOptions.builder().baseUrl(url).build())
        .build();
  }

  private static ReadAnswer answer(List<GenerateContentResponse> chunks) throws IOException {
    var thinking = new StringBuilder();
    var text = new StringBuilder();
    var calls = new ArrayList<Call>();
    var items = new ArrayList<JsonNode>();
    for (GenerateContentResponse chunk : chunks) {
      for (Part part : parts(chunk)) {
        boolean isThought = part.thought().orElse(false);
        part.text().ifPresent(isThought ? thinking::append : text::append);
        part.functionCall().ifPresent(call -> calls.add(call(call)));
        addItem(part, items);
      }
    }
    GenerateContentResponse last = chunks.get(chunks.size() - 1);
    return new ReadAnswer(
        thinking.toString(), text.toString(), calls, items, usage(last), stop(last));
  }

  private static List<Part> parts(GenerateContentResponse chunk) {
    return candidate(chunk).content().flatMap(Content::parts).orElse(List.of());
  }

  private static Candidate candidate(GenerateContentResponse chunk) {
    return chunk.candidates().orElseThrow().get(0);
  }

  private static Call call(FunctionCall call) {
    return new Call(
        call.id().orElseThrow(),
        call.name().orElseThrow(),
        SampleRequests.JSON.valueToTree(call.args().orElse(Map.of())));
  }

  /** A signature goes back without what it is of, which we give back as what it is. */
  private static void addItem(Part part, List<JsonNode> items) throws IOException {
    if (part.functionCall().isPresent() || part.text().isPresent()) {
      if (part.thoughtSignature().isPresent()) {
        var builder = Part.builder().thoughtSignature(part.thoughtSignature().orElseThrow());
        part.text().ifPresent(text -> builder.text(""));
        items.add(SampleRequests.tree(builder.build().toJson()));
      }
    } else {
      items.add(SampleRequests.tree(part.toJson()));
    }
  }

  private static Usage usage(GenerateContentResponse last) {
    GenerateContentResponseUsageMetadata usage = last.usageMetadata().orElseThrow();
    int cached = usage.cachedContentTokenCount().orElseThrow();
    return new Usage(
        usage.promptTokenCount().orElseThrow() - cached,
        cached,
        0,
        usage.candidatesTokenCount().orElseThrow() + usage.thoughtsTokenCount().orElseThrow());
  }

  private static String stop(GenerateContentResponse last) {
    return candidate(last).finishReason().orElseThrow().toString();
  }
}
