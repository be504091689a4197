package dev.attache.oracles;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.ObjectMappers;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.ContentBlock;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.Usage;
import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.model.ModelProvider;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelEvent;
import dev.attache.models.anthropic.AnthropicConnector;
import dev.attache.models.anthropic.AnthropicProvider;
import dev.attache.oracles.ReadAnswer.Call;
import dev.attache.test.AnthropicStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Set;

/** The answers of the fake of Anthropic, which its SDK reads. */
class AnthropicStreamOracleTest extends StreamOracle {

  private static final MessageCreateParams REQUEST =
      MessageCreateParams.builder().model("m").maxTokens(1).addUserMessage("Hello").build();

  @Override
  ModelProvider provider() {
    return new AnthropicProvider();
  }

  @Override
  ModelConnector connector() {
    return new AnthropicConnector();
  }

  @Override
  String stream() {
    return AnthropicStream.everything();
  }

  @Override
  String says(String text) {
    return AnthropicStream.says(text);
  }

  @Override
  String overloaded() {
    return AnthropicStream.overloaded();
  }

  @Override
  String atOnce() {
    return AnthropicStream.atOnce();
  }

  @Override
  ReadAnswer streamed(String url) throws IOException {
    MessageAccumulator accumulator = MessageAccumulator.create();
    try (StreamResponse<RawMessageStreamEvent> stream =
        client(url).messages().createStreaming(REQUEST)) {
      stream.stream().forEach(event -> look(accumulator.accumulate(event.validate())));
    }
    return answer(accumulator.message());
  }

  @Override
  ReadAnswer atOnce(String url) throws IOException {
    return answer(client(url).messages().create(REQUEST));
  }

  @Override
  Set<String> meant() {
    return Set.of();
  }

  private static AnthropicClient client(String url) {
    return AnthropicOkHttpClient.builder()
        .apiKey("k")
        .baseUrl(url)
        .maxRetries(0)
        .responseValidation(true)
        .build();
  }

  private void look(Object typed) {
    unmodelled.addAll(UnmodelledFields.of(typed, "com.anthropic.models.", Set.of()));
  }

  private ReadAnswer answer(Message message) throws IOException {
    look(message.validate());
    var thinking = new StringBuilder();
    var text = new StringBuilder();
    var calls = new ArrayList<Call>();
    var items = new ArrayList<JsonNode>();
    for (ContentBlock block : message.content()) {
      block.text().ifPresent(each -> text.append(each.text()));
      block.thinking().ifPresent(each -> thinking.append(each.thinking()));
      JsonNode json = ObjectMappers.jsonMapper().valueToTree(block);
      if (block.isToolUse()) {
        calls.add(new Call(block.asToolUse().id(), block.asToolUse().name(), json.path("input")));
      } else if (!block.isText()) {
        items.add(json);
      }
    }
    Usage usage = message.usage();
    return new ReadAnswer(
        thinking.toString(),
        text.toString(),
        calls,
        items,
        new ModelEvent.Usage(
            usage.inputTokens(),
            usage.cacheReadInputTokens().orElseThrow(),
            usage.cacheCreationInputTokens().orElseThrow(),
            usage.outputTokens()),
        message.stopReason().orElseThrow().asString());
  }
}
