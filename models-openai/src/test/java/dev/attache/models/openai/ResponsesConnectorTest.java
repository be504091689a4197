package dev.attache.models.openai;

import static dev.attache.test.ResponsesStream.event;
import static dev.attache.test.ResponsesStream.text;
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
import dev.attache.test.ResponsesStream;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("network")
class ResponsesConnectorTest extends ConnectorContract {

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
    return ResponsesStream.everything();
  }

  @Override
  protected List<ModelEvent> events() {
    return List.of(
        new ThinkingDelta("Höchstens 🦊."),
        new Item(ResponsesStream.REASONING),
        new TextDelta("Grüße, 🦊 \"世界\"\n"),
        new CallStarted("call_1", "look"),
        new CallStarted("call_2", "list"),
        new CallReady("call_1", "look", "{\"uri\": \"ü🦊\"}"),
        new CallReady("call_2", "list", "{}"),
        new Usage(25, 100, 7, 89),
        new Finished(Stop.CALLS, "completed"));
  }

  @Override
  protected String whole() {
    return ResponsesStream.atOnce();
  }

  @Override
  protected List<ModelEvent> wholeEvents() {
    return List.of(
        new ThinkingDelta("Höchstens 🦊."),
        new Item(ResponsesStream.REASONING),
        new TextDelta("Grüße, 🦊 \"世界\"\n"),
        new CallStarted("call_1", "look"),
        new CallReady("call_1", "look", "{\"uri\": \"ü🦊\"}"),
        new CallStarted("call_2", "list"),
        new CallReady("call_2", "list", "{}"),
        new Usage(25, 100, 7, 89),
        new Finished(Stop.CALLS, "completed"));
  }

  @Override
  protected String half() {
    return text(0, "Half");
  }

  @Override
  protected String overloaded() {
    return ResponsesStream.overloaded();
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
        .containsExactly(new TextDelta("Half"), new Finished(Stop.LENGTH, "max_output_tokens"));
  }

  @Test
  void takesTheTextOfAServerThatDoesNotStreamIt() throws ModelException {
    String completed =
        event(
            "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":["
                + ResponsesStream.MESSAGE
                + "]}}");
    assertThat(log(streamed(completed)).events())
        .containsExactly(new TextDelta("Grüße, 🦊 \"世界\"\n"), new Finished(Stop.END, "completed"));
  }

  @Test
  void saysARefusalOnceWhereNoItemIsSaidToBeDone() throws ModelException {
    String message =
        "{\"type\":\"message\",\"id\":\"m\",\"role\":\"assistant\",\"status\":\"completed\","
            + "\"content\":[{\"type\":\"refusal\",\"refusal\":\"I cannot\"}]}";
    String stream =
        event("{\"type\":\"response.refusal.delta\",\"output_index\":0,\"delta\":\"I cannot\"}")
            + event(
                "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":["
                    + message
                    + "]}}");
    assertThat(log(streamed(stream)).events())
        .containsExactly(new TextDelta("I cannot"), new Finished(Stop.REFUSED, "completed"));
    assertThat(log(streamed(stream.replace("\"output_index\":0,", ""))).events())
        .containsExactly(new TextDelta("I cannot"), new Finished(Stop.REFUSED, "completed"));
  }

  @Test
  void takesTheCallsThatOnlyTheEndHas() throws ModelException {
    String call =
        "{\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"list\",\"arguments\":\"{}\"}";
    String stream =
        event("{\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"I look.\"}")
            + event(
                "{\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":"
                    + ResponsesStream.MESSAGE
                    + "}")
            + event(
                "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":["
                    + ResponsesStream.MESSAGE
                    + ","
                    + call
                    + "]}}");
    assertThat(log(streamed(stream)).events())
        .containsExactly(
            new TextDelta("I look."),
            new CallStarted("c", "list"),
            new CallReady("c", "list", "{}"),
            new Finished(Stop.CALLS, "completed"));
  }

  @Test
  void takesTheThoughtsOfAnItemThatComesWhole() throws ModelException {
    String reasoning =
        "{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[{\"type\":\"summary_text\","
            + "\"text\":\"First.\"},{\"type\":\"summary_text\",\"text\":\"Then.\"}],"
            + "\"content\":[{\"type\":\"reasoning_text\",\"text\":\"In full.\"}]}";
    String stream =
        event(
                "{\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":"
                    + reasoning
                    + "}")
            + event("{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\"}}");
    assertThat(log(streamed(stream)).events())
        .containsExactly(
            new ThinkingDelta("First.\n\nThen.\n\nIn full."),
            new Item(reasoning),
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
}
