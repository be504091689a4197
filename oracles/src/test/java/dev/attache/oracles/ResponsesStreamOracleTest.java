package dev.attache.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.ObjectMappers;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ResponseAccumulator;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseOutputItem;
import com.openai.models.responses.ResponseStreamEvent;
import com.openai.models.responses.ResponseUsage;
import dev.attache.model.ModelProvider;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelEvent.Usage;
import dev.attache.models.openai.OpenAiResponses;
import dev.attache.models.openai.ResponsesConnector;
import dev.attache.oracles.ReadAnswer.Call;
import dev.attache.test.ResponsesStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Set;

/** The answers of the fake of OpenAI's Responses, which its SDK reads. */
class ResponsesStreamOracleTest extends StreamOracle {

  private static final ResponseCreateParams REQUEST =
      ResponseCreateParams.builder().model("m").input("Hello").build();

  @Override
  ModelProvider provider() {
    return new OpenAiResponses();
  }

  @Override
  ModelConnector connector() {
    return new ResponsesConnector();
  }

  @Override
  String stream() {
    return ResponsesStream.everything();
  }

  @Override
  String says(String text) {
    return ResponsesStream.says(text);
  }

  @Override
  String overloaded() {
    return ResponsesStream.overloaded();
  }

  @Override
  String atOnce() {
    return ResponsesStream.atOnce();
  }

  @Override
  ReadAnswer streamed(String url) throws IOException {
    ResponseAccumulator accumulator = ResponseAccumulator.createWithSnapshots();
    try (StreamResponse<ResponseStreamEvent> stream =
        client(url).responses().createStreaming(REQUEST)) {
      stream.stream().forEach(event -> look(accumulator.accumulate(event.validate())));
    }
    ReadAnswer answer = answer(accumulator.response());
    assertThat(answer(accumulator.reconstructedResponse())).isEqualTo(answer);
    return answer;
  }

  @Override
  ReadAnswer atOnce(String url) throws IOException {
    return answer(client(url).responses().create(REQUEST));
  }

  @Override
  Set<String> meant() {
    return Set.of();
  }

  private static OpenAIClient client(String url) {
    return OpenAIOkHttpClient.builder()
        .apiKey("k")
        .baseUrl(url)
        .maxRetries(0)
        .responseValidation(true)
        .build();
  }

  private void look(Object typed) {
    unmodelled.addAll(UnmodelledFields.of(typed, "com.openai.models.", Set.of()));
  }

  private ReadAnswer answer(Response response) throws IOException {
    look(response.validate());
    var thinking = new StringBuilder();
    var text = new StringBuilder();
    var calls = new ArrayList<Call>();
    var items = new ArrayList<JsonNode>();
    for (ResponseOutputItem item : response.output()) {
      item.reasoning()
          .ifPresent(each -> each.summary().forEach(part -> thinking.append(part.text())));
      item.message()
          .ifPresent(
              each -> each.content().forEach(part -> text.append(part.asOutputText().text())));
      if (item.isFunctionCall()) {
        ResponseFunctionToolCall call = item.asFunctionCall();
        calls.add(Call.of(call.callId(), call.name(), call.arguments()));
      } else if (!item.isMessage()) {
        items.add(ObjectMappers.jsonMapper().valueToTree(item));
      }
    }
    ResponseUsage usage = response.usage().orElseThrow();
    long read = usage.inputTokensDetails().cachedTokens();
    long kept = usage.inputTokensDetails().cacheWriteTokens();
    return new ReadAnswer(
        thinking.toString(),
        text.toString(),
        calls,
        items,
        new Usage(usage.inputTokens() - read - kept, read, kept, usage.outputTokens()),
        response.status().orElseThrow().asString());
  }
}
