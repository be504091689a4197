package dev.attache.models.anthropic;

import static dev.attache.test.AnthropicStream.delta;
import static dev.attache.test.AnthropicStream.event;
import static dev.attache.test.AnthropicStream.start;
import static dev.attache.test.AnthropicStream.stop;
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
import dev.attache.model.call.ModelException.Kind;
import dev.attache.test.AnthropicStream;
import dev.attache.test.CallLog;
import dev.attache.test.ConnectorContract;
import dev.attache.test.FakeProvider.Answer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("network")
class AnthropicConnectorTest extends ConnectorContract {

  @Override
  protected ModelConnector connector() {
    return new AnthropicConnector();
  }

  @Override
  protected String wire() {
    return "anthropic-messages";
  }

  @Override
  protected String keyHeader() {
    return "x-api-key";
  }

  @Override
  protected String stream() {
    return AnthropicStream.everything();
  }

  @Override
  protected List<ModelEvent> events() {
    return List.of(
        new ThinkingDelta("Höchstens 🦊."),
        new Item(AnthropicStream.THOUGHT),
        new Item(AnthropicStream.REDACTED),
        new TextDelta("Grüße, 🦊 \"世界\"\n"),
        new CallStarted("toolu_1", "look"),
        new CallReady("toolu_1", "look", "{\"uri\": \"ü🦊\"}"),
        new CallStarted("toolu_2", "list"),
        new CallReady("toolu_2", "list", "{}"),
        new Usage(25, 100, 7, 89),
        new Finished(Stop.CALLS, "tool_use"));
  }

  @Override
  protected String whole() {
    return AnthropicStream.atOnce();
  }

  @Override
  protected String half() {
    return start(0, "{\"type\":\"text\",\"text\":\"\"}")
        + delta(0, "{\"type\":\"text_delta\",\"text\":\"Half\"}");
  }

  @Override
  protected String overloaded() {
    return AnthropicStream.overloaded();
  }

  @Override
  protected String unknown() {
    return "event: new\nid: 7\nretry: 10\ndata: {\"type\":\"news\",\"of\":[1,{}]}\n\n: a comment\n"
        + event("{\"type\":\"content_block_delta\",\"index\":9,\"delta\":{\"type\":\"d\"}}")
        + event("[]")
        + "data\n\n";
  }

  @Override
  protected String endless() {
    return "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"delta\":\"";
  }

  @Override
  protected String error(int status, String message) {
    return "{\"type\":\"error\",\"error\":{\"type\":\"invalid\",\"message\":\"" + message + "\"}}";
  }

  @Test
  void asksTheMessagesOfTheVersion() throws ModelException {
    log(streamed(stream()));
    assertThat(provider().requests().get(0).line()).isEqualTo("POST /v1/messages HTTP/1.1");
    assertThat(provider().requests().get(0).headers())
        .containsEntry("anthropic-version", "2023-06-01")
        .doesNotContainKey("authorization");
  }

  @Test
  void keepsAResultOfTheServersOwnToolsAsItCame() throws ModelException {
    String result =
        "{\"type\":\"web_search_tool_result\", \"tool_use_id\":\"s\",\"content\":[1.50]}";
    String stream =
        start(0, "{\"type\":\"server_tool_use\",\"id\":\"s\",\"name\":\"web_search\",\"input\":{}}")
            + delta(
                0, "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"query\\\":\\\"q\\\"}\"}")
            + stop(0)
            + start(1, result)
            + stop(1)
            + event("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"pause_turn\"}}")
            + event("{\"type\":\"message_stop\"}");
    assertThat(log(streamed(stream)).events())
        .containsExactly(
            new Item(
                "{\"type\":\"server_tool_use\",\"id\":\"s\",\"name\":\"web_search\","
                    + "\"input\":{\"query\":\"q\"}}"),
            new Item(result),
            new Finished(Stop.PAUSED, "pause_turn"));
  }

  @Test
  void takesACallOfWhichNoInputComes() throws ModelException {
    String stream =
        start(0, "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"list\",\"input\":{}}")
            + stop(0)
            + event("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"}}")
            + event("{\"type\":\"message_stop\"}");
    assertThat(log(streamed(stream)).events())
        .containsExactly(
            new CallStarted("t", "list"),
            new CallReady("t", "list", "{}"),
            new Finished(Stop.CALLS, "tool_use"));
  }

  @Test
  void knowsThatAPromptIsTooLong() throws ModelException {
    CallLog log =
        log(
            Answer.json(
                400,
                """
                {"type":"error","error":{"type":"invalid_request_error","message":\
                "prompt is too long: 203458 tokens > 200000 maximum"},"request_id":"req_1"}"""));
    assertThat(log.failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.CONTEXT_FULL));
  }

  @Test
  void countsARequestWithoutWhatSaysHowToAnswer() throws ModelException {
    provider().answer(Answer.json(200, "{\"input_tokens\":2095}"));
    String body =
        "{\"model\":\"m\",\"max_tokens\":1024,\"stream\":true,\"system\":[{\"max_tokens\":\"\\\"}\"}],"
            + "\"messages\":[{\"role\":\"user\",\"content\":\"a,b\"}]}";
    assertThat(connector().countTokens(request(), body(body), settings().build())).hasValue(2095);
    assertThat(provider().requests().get(0).line())
        .isEqualTo("POST /v1/messages/count_tokens HTTP/1.1");
    assertThat(provider().requests().get(0).body())
        .isEqualTo(
            "{\"model\":\"m\",\"system\":[{\"max_tokens\":\"\\\"}\"}],"
                + "\"messages\":[{\"role\":\"user\",\"content\":\"a,b\"}]}");
  }

  @Test
  void listsModelsPageByPage() throws ModelException {
    provider()
        .answer(
            Answer.json(
                200,
                """
                {"data":[{"type":"model","id":"claude-a","display_name":"A",\
                "created_at":"2026-01-01T00:00:00Z","max_input_tokens":200000}],\
                "has_more":true,"first_id":"claude-a","last_id":"claude-a"}"""),
            Answer.json(
                200, "{\"data\":[{\"id\":\"claude-b\"}],\"has_more\":false,\"last_id\":null}"));
    assertThat(connector().listModels(profile(), settings().build()))
        .containsExactly(
            new ListedModel("claude-a", "A", 200_000L), new ListedModel("claude-b", null, null));
    assertThat(provider().requests())
        .extracting(each -> each.line())
        .containsExactly(
            "GET /v1/models?limit=1000 HTTP/1.1",
            "GET /v1/models?limit=1000&after_id=claude-a HTTP/1.1");
  }
}
