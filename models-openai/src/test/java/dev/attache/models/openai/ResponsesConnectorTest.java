package dev.attache.models.openai;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.attache.test.CallLog;
import dev.attache.test.ConnectorContract;
import dev.attache.test.FakeProvider.Answer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("network")
class ResponsesConnectorTest extends ConnectorContract {

  private static final String REASONING =
      "{\"id\":\"rs_1\",\"type\":\"reasoning\", \"summary\":[{\"type\":\"summary_text\",\"text\":"
          + "\"Höchstens 🦊.\"}],\"encrypted_content\":\"gAAA\\/b==\"}";
  private static final String MESSAGE =
      "{\"id\":\"msg_1\",\"type\":\"message\",\"status\":\"completed\",\"role\":\"assistant\","
          + "\"content\":[{\"type\":\"output_text\",\"text\":\"Grüße, 🦊 \\\"世界\\\"\\n\","
          + "\"annotations\":[],\"logprobs\":[]}]}";
  private static final String FIRST_CALL =
      "{\"id\":\"fc_1\",\"type\":\"function_call\",\"status\":\"completed\",\"call_id\":\"call_1\","
          + "\"name\":\"look\",\"arguments\":\"{\\\"uri\\\": \\\"ü🦊\\\"}\"}";
  private static final String SECOND_CALL =
      "{\"id\":\"fc_2\",\"type\":\"function_call\",\"status\":\"completed\",\"call_id\":\"call_2\","
          + "\"name\":\"list\",\"arguments\":\"\"}";
  private static final String USAGE =
      "{\"input_tokens\":125,\"input_tokens_details\":{\"cached_tokens\":100},"
          + "\"output_tokens\":89,\"output_tokens_details\":{\"reasoning_tokens\":30},"
          + "\"total_tokens\":214}";

  @Override
  protected ModelConnector connector() {
    return new ResponsesConnector();
  }

  @Override
  protected String wire() {
    return "openai-responses";
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
  protected String stream() {
    return event("{\"type\":\"response.created\",\"response\":{\"id\":\"r\",\"output\":[]}}")
        + item("added", 0, "{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[]}")
        + event("{\"type\":\"response.reasoning_summary_part.added\",\"summary_index\":0}")
        + event("{\"type\":\"response.reasoning_summary_text.delta\",\"delta\":\"Höchstens \"}")
        + event("{\"type\":\"response.reasoning_summary_text.delta\",\"delta\":\"🦊.\"}")
        + item("done", 0, REASONING)
        + item("added", 1, "{\"id\":\"msg_1\",\"type\":\"message\",\"content\":[]}")
        + text(1, "Grüße, \\uD83E")
        + text(1, "\\uDD8A \\\"世界\\\"\\n")
        + item("done", 1, MESSAGE)
        + item("added", 2, FIRST_CALL.replaceFirst("arguments\":.*", "arguments\":\"\"}"))
        + item("added", 3, SECOND_CALL)
        + event("{\"type\":\"response.function_call_arguments.delta\",\"delta\":\"{\"}")
        + item("done", 2, FIRST_CALL)
        + item("done", 3, SECOND_CALL)
        + event(
            "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":["
                + REASONING
                + "],\"usage\":"
                + USAGE
                + "}}");
  }

  @Override
  protected List<ModelEvent> events() {
    return List.of(
        new ThinkingDelta("Höchstens 🦊."),
        new Item(REASONING),
        new TextDelta("Grüße, 🦊 \"世界\"\n"),
        new CallStarted("call_1", "look"),
        new CallStarted("call_2", "list"),
        new CallReady("call_1", "look", "{\"uri\": \"ü🦊\"}"),
        new CallReady("call_2", "list", "{}"),
        new Usage(25, 100, 0, 89),
        new Finished(Stop.CALLS, "completed"));
  }

  @Override
  protected String whole() {
    return "{\"id\":\"resp_1\",\"status\":\"completed\",\"error\":null,\"incomplete_details\":null,"
        + "\"output\":["
        + String.join(", ", REASONING, MESSAGE, FIRST_CALL, SECOND_CALL)
        + "],\"usage\":"
        + USAGE
        + "}";
  }

  @Override
  protected List<ModelEvent> wholeEvents() {
    return List.of(
        new Item(REASONING),
        new TextDelta("Grüße, 🦊 \"世界\"\n"),
        new CallStarted("call_1", "look"),
        new CallReady("call_1", "look", "{\"uri\": \"ü🦊\"}"),
        new CallStarted("call_2", "list"),
        new CallReady("call_2", "list", "{}"),
        new Usage(25, 100, 0, 89),
        new Finished(Stop.CALLS, "completed"));
  }

  @Override
  protected String half() {
    return text(0, "Half");
  }

  @Override
  protected String overloaded() {
    return event(
        "{\"type\":\"error\",\"code\":\"server_error\",\"message\":\"Overloaded\",\"param\":null}");
  }

  @Override
  protected String unknown() {
    return event("{\"type\":\"response.news\",\"delta\":\"x\"}")
        + event("{\"type\":\"keepalive\"}");
  }

  @Override
  protected String endless() {
    return "data: {\"type\":\"response.output_text.delta\",\"delta\":\"";
  }

  @Test
  void failsWhereTheResponseFails() throws ModelException {
    String failed =
        event(
            """
            {"type":"response.failed","response":{"status":"failed","error":{"code":\
            "rate_limit_exceeded","message":"Rate limit reached"}}}""");
    CallLog log = log(streamed(half() + failed));
    assertThat(log.events()).containsExactly(new TextDelta("Half"));
    assertThat(log.failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.RATE_LIMIT))
        .hasMessage("openai-responses: Rate limit reached");
  }

  @Test
  void saysWhyAnAnswerIsIncomplete() throws ModelException {
    String incomplete =
        event(
            """
            {"type":"response.incomplete","response":{"status":"incomplete",\
            "incomplete_details":{"reason":"max_output_tokens"},"output":[],"usage":null}}""");
    assertThat(log(streamed(half() + incomplete)).events())
        .containsExactly(
            new TextDelta("Half"),
            new Usage(0, 0, 0, 0),
            new Finished(Stop.LENGTH, "max_output_tokens"));
  }

  @Test
  void takesTheTextOfAServerThatDoesNotStreamIt() throws ModelException {
    String completed =
        event(
            "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":["
                + MESSAGE
                + "]}}");
    assertThat(log(streamed(completed)).events())
        .containsExactly(
            new TextDelta("Grüße, 🦊 \"世界\"\n"),
            new Usage(0, 0, 0, 0),
            new Finished(Stop.END, "completed"));
  }

  @Test
  void countsARequestWithoutWhatSaysHowToAnswer() throws ModelException {
    provider()
        .answer(Answer.json(200, "{\"object\":\"response.input_tokens\",\"input_tokens\":11}"));
    String body = "{\"model\":\"m\",\"store\":false,\"stream\":true,\"input\":[]}";
    assertThat(connector().countTokens(request(), body(body), settings().build())).hasValue(11);
    assertThat(provider().requests().get(0).line())
        .isEqualTo("POST /responses/input_tokens HTTP/1.1");
    assertThat(provider().requests().get(0).body()).isEqualTo("{\"model\":\"m\",\"input\":[]}");
  }

  private static String event(String data) {
    String type = data.replaceFirst("(?s).*?\"type\":\"([a-z_.]+)\".*", "$1");
    return "event: " + type + "\ndata: " + data + "\n\n";
  }

  private static String item(String what, int index, String item) {
    return event(
        "{\"type\":\"response.output_item."
            + what
            + "\",\"output_index\":"
            + index
            + ",\"item\":"
            + item
            + "}");
  }

  private static String text(int index, String delta) {
    return event(
        "{\"type\":\"response.output_text.delta\",\"output_index\":"
            + index
            + ",\"delta\":\""
            + delta
            + "\"}");
  }
}
