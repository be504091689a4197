package dev.attache.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeProvider.Received;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A model behind a fake provider: it is asked with what arrives there on OpenAI's wire. */
final class WireModel implements AutoCloseable {

  private static final JsonMapper JSON = new JsonMapper();

  private final ChatModel behind;
  private final FakeProvider provider = FakeProvider.start(this::answer);
  private volatile @Nullable AssertionError failure;

  WireModel(ChatModel behind) {
    this.behind = behind;
  }

  /** The model as LangChain4j asks it. */
  ChatModel model() {
    return OpenAiChatModel.builder()
        .baseUrl(provider.url())
        .apiKey("none")
        .modelName("m")
        .maxRetries(0)
        .build();
  }

  /** Throws what the model behind has found wrong. */
  void rethrow() {
    AssertionError found = failure;
    if (found != null) {
      throw found;
    }
  }

  @Override
  public void close() {
    provider.close();
  }

  private Answer answer(Received received) {
    try {
      ChatRequest request =
          ChatRequest.builder().messages(messages(JSON.readTree(received.body()))).build();
      return Answer.json(200, json(behind.doChat(request).aiMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (AssertionError e) {
      failure = e;
      return Answer.json(400, "{\"error\":{\"message\":\"the request is wrong\"}}");
    }
  }

  private static List<ChatMessage> messages(JsonNode body) {
    var messages = new ArrayList<ChatMessage>();
    for (JsonNode each : body.get("messages")) {
      String text = text(each.path("content"));
      messages.add(
          switch (each.get("role").textValue()) {
            case "system" -> SystemMessage.from(text);
            case "user" -> UserMessage.from(text);
            case "tool" ->
                ToolExecutionResultMessage.from(each.get("tool_call_id").textValue(), "", text);
            default -> answer(each, text);
          });
    }
    return messages;
  }

  private static String text(JsonNode content) {
    var text = new StringBuilder();
    content.forEach(each -> text.append(each.get("text").textValue()).append('\n'));
    return content.isTextual() ? content.textValue() : text.toString();
  }

  private static AiMessage answer(JsonNode message, String text) {
    var calls = new ArrayList<ToolExecutionRequest>();
    for (JsonNode each : message.path("tool_calls")) {
      calls.add(
          TestMemory.call(
              each.get("id").textValue(),
              each.at("/function/name").textValue(),
              each.at("/function/arguments").textValue()));
    }
    return AiMessage.builder().text(text).toolExecutionRequests(calls).build();
  }

  private static String json(AiMessage answer) {
    ObjectNode message = JSON.createObjectNode();
    message.put("role", "assistant").put("content", answer.text());
    if (answer.hasToolExecutionRequests()) {
      ArrayNode calls = message.putArray("tool_calls");
      for (ToolExecutionRequest each : answer.toolExecutionRequests()) {
        ObjectNode call = calls.addObject().put("id", each.id()).put("type", "function");
        call.putObject("function").put("name", each.name()).put("arguments", each.arguments());
      }
    }
    ObjectNode body = JSON.createObjectNode();
    body.put("id", "1").put("object", "chat.completion").put("created", 1).put("model", "m");
    ObjectNode choice = body.putArray("choices").addObject();
    choice.put("index", 0).put("finish_reason", "stop").set("message", message);
    return body.toString();
  }
}
