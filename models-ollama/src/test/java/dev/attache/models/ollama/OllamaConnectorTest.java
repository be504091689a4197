package dev.attache.models.ollama;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelEvent.CallReady;
import dev.attache.model.call.ModelEvent.CallStarted;
import dev.attache.model.call.ModelEvent.Finished;
import dev.attache.model.call.ModelEvent.Item;
import dev.attache.model.call.ModelEvent.Stop;
import dev.attache.model.call.ModelEvent.TextDelta;
import dev.attache.model.call.ModelEvent.ThinkingDelta;
import dev.attache.model.call.ModelEvent.Usage;
import dev.attache.model.call.ModelException;
import dev.attache.test.ConnectorContract;
import dev.attache.test.FakeProvider.Answer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("network")
class OllamaConnectorTest extends ConnectorContract {

  private static final String CALLS =
      "[{\"id\":\"call_1\",\"function\":{\"index\":0,\"name\":\"look\",\"arguments\":"
          + "{\"uri\": \"ü🦊\"}}},{\"id\":\"call_2\",\"function\":{\"name\":\"list\"}}]";
  private static final String DONE =
      "\"done\":true,\"done_reason\":\"stop\",\"total_duration\":1,\"prompt_eval_count\":25,"
          + "\"eval_count\":89}";

  @Override
  protected ModelConnector connector() {
    return new OllamaConnector();
  }

  @Override
  protected String wire() {
    return "ollama";
  }

  @Override
  protected String keyHeader() {
    return "authorization";
  }

  @Override
  protected String beforeKey() {
    return "Bearer ";
  }

  @Override
  protected Answer streamed(String stream) {
    return Answer.lines(stream);
  }

  @Override
  protected String stream() {
    return message("\"content\":\"\",\"thinking\":\"Höchstens \"")
        + message("\"content\":\"\",\"thinking\":\"🦊.\"")
        + message("\"content\":\"Grüße, \"")
        + message("\"content\":\"🦊 \\\"世界\\\"\\n\"")
        + message("\"content\":\"\",\"tool_calls\":" + CALLS)
        + "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},"
        + DONE
        + "\n";
  }

  @Override
  protected List<ModelEvent> events() {
    return List.of(
        new ThinkingDelta("Höchstens 🦊."),
        new TextDelta("Grüße, 🦊 \"世界\"\n"),
        new CallStarted("call_1", "look"),
        new CallReady("call_1", "look", "{\"uri\": \"ü🦊\"}"),
        new CallStarted("call_2", "list"),
        new CallReady("call_2", "list", "{}"),
        new Item("{\"thinking\":\"Höchstens 🦊.\"}"),
        new Usage(25, 0, 0, 89),
        new Finished(Stop.CALLS, "stop"));
  }

  @Override
  protected String whole() {
    return "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"thinking\":\"Höchstens 🦊.\","
        + "\"content\":\"Grüße, 🦊 \\\"世界\\\"\\n\",\"tool_calls\":"
        + CALLS
        + "},"
        + DONE;
  }

  @Override
  protected String half() {
    return message("\"content\":\"Half\"");
  }

  @Override
  protected String overloaded() {
    return "{\"error\":\"Overloaded\"}\n";
  }

  @Override
  protected String foreignError() {
    return "{\"detail\":\"no room\"}\n";
  }

  @Override
  protected String unknown() {
    return "{\"news\":1}\n\n[]\n";
  }

  @Override
  protected String endless() {
    return "{\"message\":{\"content\":\"";
  }

  @Override
  protected String error(int status, String message) {
    return "{\"error\":\"" + message + "\"}";
  }

  @Test
  void asksForAChatWithoutAKey() throws ModelException {
    assertThat(log(streamed(stream()), settings().key(() -> null).build()).failure()).isNull();
    assertThat(provider().requests().get(0).line()).isEqualTo("POST /api/chat HTTP/1.1");
    assertThat(provider().requests().get(0).headers()).doesNotContainKey("authorization");
  }

  @Test
  void takesALeadingThoughtForThinking() throws ModelException {
    String stream =
        message("\"content\":\"<think>Plan.</th\"")
            + message("\"content\":\"ink>\\n\\nHello\"")
            + "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\"}\n";
    assertThat(log(streamed(stream)).events())
        .containsExactly(
            new ThinkingDelta("Plan."), new TextDelta("Hello"), new Finished(Stop.END, "stop"));
  }

  @Test
  void listsWhatIsThere() throws ModelException {
    provider().answer(Answer.json(200, "{\"models\":[{\"name\":\"llama3:8b\",\"size\":1}]}"));
    assertThat(connector().listModels(profile(), settings().build()))
        .containsExactly(new ListedModel("llama3:8b", null, null));
    assertThat(provider().requests().get(0).line()).isEqualTo("GET /api/tags HTTP/1.1");
  }

  private static String message(String fields) {
    return "{\"model\":\"m\",\"created_at\":\"2026-11-20T00:00:00Z\",\"message\":{\"role\":"
        + "\"assistant\","
        + fields
        + "},\"done\":false}\n";
  }
}
