package dev.attache.oracles;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.ObjectMappers;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import com.openai.models.chat.completions.ChatCompletionMessageToolCall;
import com.openai.models.completions.CompletionUsage;
import dev.attache.model.call.ModelEvent.Usage;
import dev.attache.oracles.ReadAnswer.Call;
import dev.attache.test.ChatStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What is true of the answers of the fake of each kind of Chat Completions. */
abstract class ChatStreamOracle extends StreamOracle {

  private static final ChatCompletionCreateParams REQUEST =
      ChatCompletionCreateParams.builder().model("m").addUserMessage("Hello").build();

  @Override
  String stream() {
    return ChatStream.everything();
  }

  @Override
  String says(String text) {
    return ChatStream.says(text);
  }

  @Override
  String overloaded() {
    return ChatStream.overloaded();
  }

  @Override
  String atOnce() {
    return ChatStream.atOnce();
  }

  @Override
  ReadAnswer streamed(String url) throws IOException {
    ChatCompletionAccumulator accumulator = ChatCompletionAccumulator.create();
    var thinking = new StringBuilder();
    try (StreamResponse<ChatCompletionChunk> stream =
        client(url).chat().completions().createStreaming(REQUEST)) {
      stream.stream()
          .forEach(
              chunk -> {
                look(accumulator.accumulate(chunk.validate()));
                chunk.choices().forEach(each -> thinking.append(thinking(each.delta())));
              });
    }
    return answer(thinking.toString(), accumulator.chatCompletion());
  }

  @Override
  ReadAnswer atOnce(String url) throws IOException {
    ChatCompletion answer = client(url).chat().completions().create(REQUEST);
    return answer(thinking(answer.choices().get(0).message()), answer);
  }

  /** OpenAI gives none here; others have a field of their own for it. */
  private static String thinking(Object typed) {
    JsonNode json = ObjectMappers.jsonMapper().valueToTree(typed);
    return json.path("reasoning_content").asText();
  }

  /** Thinking, for which OpenAI has no field, and most others have this one. */
  @Override
  Set<String> meant() {
    return Set.of(
        "ChatCompletionChunk.Choice.Delta.reasoning_content",
        "ChatCompletionMessage.reasoning_content");
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

  private ReadAnswer answer(String thinking, ChatCompletion answer) throws IOException {
    look(answer.validate());
    ChatCompletionMessage message = answer.choices().get(0).message();
    var calls = new ArrayList<Call>();
    for (ChatCompletionMessageToolCall call : message.toolCalls().orElse(List.of())) {
      ChatCompletionMessageFunctionToolCall function = call.asFunction();
      calls.add(
          Call.of(function.id(), function.function().name(), function.function().arguments()));
    }
    CompletionUsage usage = answer.usage().orElseThrow();
    var details = usage.promptTokensDetails().orElseThrow();
    long read = details.cachedTokens().orElseThrow();
    long kept = details.cacheWriteTokens().orElseThrow();
    return new ReadAnswer(
        thinking,
        message.content().orElseThrow(),
        calls,
        thinking.isEmpty() || calls.isEmpty()
            ? List.<JsonNode>of()
            : List.<JsonNode>of(
                SampleRequests.JSON.createObjectNode().put("reasoning_content", thinking)),
        new Usage(usage.promptTokens() - read - kept, read, kept, usage.completionTokens()),
        answer.choices().get(0).finishReason().asString());
  }
}
