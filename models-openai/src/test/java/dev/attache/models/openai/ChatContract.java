package dev.attache.models.openai;

import static dev.attache.test.ChatStream.delta;
import static dev.attache.test.ChatStream.event;
import static org.assertj.core.api.Assertions.assertThat;

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
import dev.attache.test.ChatStream;
import dev.attache.test.ConnectorContract;
import dev.attache.test.FakeProvider.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is true of each connector that speaks Chat Completions. */
abstract class ChatContract extends ConnectorContract {

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
    return ChatStream.everything();
  }

  @Override
  protected List<ModelEvent> events() {
    return List.of(
        new ThinkingDelta("Höchstens 🦊."),
        new TextDelta("Grüße, 🦊 \"世界\"\n"),
        new CallStarted("call_1", "look"),
        new CallStarted("call_2", "list"),
        new Item("{\"reasoning_content\":\"Höchstens 🦊.\"}"),
        new CallReady("call_1", "look", "{\"uri\": \"ü🦊\"}"),
        new CallReady("call_2", "list", "{}"),
        new Usage(25, 100, 7, 89),
        new Finished(Stop.CALLS, "tool_calls"));
  }

  @Override
  protected String whole() {
    return ChatStream.atOnce();
  }

  @Override
  protected String half() {
    return delta("{\"content\":\"Half\"}");
  }

  @Override
  protected String overloaded() {
    return ChatStream.overloaded();
  }

  @Override
  protected String unknown() {
    return event("{\"choices\":[],\"prompt_filter_results\":[{\"prompt_index\":0}]}")
        + event("{\"object\":\"news\"}");
  }

  @Override
  protected String endless() {
    return "data: {\"choices\":[{\"delta\":{\"content\":\"";
  }

  @Test
  void givesUpWhereNoReasonIsGiven() throws ModelException {
    assertThat(log(streamed(half() + event("[DONE]"))).failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.NETWORK))
        .hasMessage(connector().name() + ": the answer ended without a reason to stop");
  }

  @Test
  void saysThatAFilterRefuses() throws ModelException {
    String stream =
        half()
            + event("{\"choices\":[{\"delta\":{},\"finish_reason\":\"content_filter\"}]}")
            + event("[DONE]");
    assertThat(log(streamed(stream)).events())
        .containsExactly(new TextDelta("Half"), new Finished(Stop.REFUSED, "content_filter"));
  }

  @Test
  void takesCallsOfServersThatNumberNone() throws ModelException {
    String stream =
        delta(
                "{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"look\",\"arguments\":"
                    + "{\"n\": 1.50}}},{\"id\":\"b\",\"function\":{\"name\":\"look\"}}]}")
            + event("{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
    assertThat(log(streamed(stream)).events())
        .containsExactly(
            new CallStarted("a", "look"),
            new CallStarted("b", "look"),
            new CallReady("a", "look", "{\"n\": 1.50}"),
            new CallReady("b", "look", "{}"),
            new Finished(Stop.CALLS, "stop"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "0 a look {1}, 0 b look {2}                       | look {1}, look {2}",
        "0 a look {1}, 0 a look {2}                       | look {1}, look {2}",
        "0 a look {1, 0 a look }, 0 a look {1}            | look {1}",
        "0 a look {1}, 0 a look                           | look {1}",
        "0 a look {1, 0 b - }, 0 c -                      | look {1}",
        "- a look {1, - b - }                             | look {1}",
        "0 - look {1}, 0 - -                              | look {1}",
        "0 a look, 0 - - {1, 0 - - }, 0 b look, 0 - - {2} | look {1}, look {2}",
        "0 a look, 0 b list, 0 a - {1}, 0 b - {2}         | look {1}, list {2}",
        "0 a look {1, 0 b list {2}                        | look {1, list {2}",
        "0 a look {1, 0 b - }                             | look {1}",
        "0 a look {1, 0 a look }                          | look {1}",
        "0 - look {1}, 0 - list {2}                       | look {1}, list {2}",
        "0 - look {1, 0 - look }                          | look {1}",
        "0 a look {1}, 1 a list {2}                       | look {1}, list {2}",
        "- a look {1}, - b list {2}                       | look {1}, list {2}",
        "- a look {1, - - - }                             | look {1}",
        "1 a look {1}, 0 b list {2}                       | look {1}, list {2}",
        "0 a lo, 0 - ok, 0 - - {1}                        | look {1}",
        "0 a look, 0 a look, 0 - - {1}                    | look {1}",
      })
  void tellsCallsApartHoweverTheyAreNumbered(String pieces, String calls) throws ModelException {
    var stream = new StringBuilder();
    for (String piece : pieces.split(", ", -1)) {
      String[] each = piece.split(" ", -1);
      stream.append(
          delta(
              "{\"tool_calls\":[{"
                  + field("\"index\":", each[0])
                  + field("\"id\":\"", each[1] + (each[1].equals("-") ? "" : "\""))
                  + "\"function\":{"
                  + field("\"name\":\"", each[2] + (each[2].equals("-") ? "" : "\""))
                  + "\"arguments\":\""
                  + (each.length < 4 ? "" : each[3])
                  + "\"}}]}"));
    }
    stream.append(event("{\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}"));
    assertThat(
            log(streamed(stream.toString())).events().stream()
                .filter(CallReady.class::isInstance)
                .map(CallReady.class::cast)
                .map(call -> call.name() + " " + call.arguments()))
        .containsExactly(calls.split(", ", -1));
  }

  @Test
  void tellsCallsOfOneChunkApartThatHaveNoIdsAndNoArguments() throws ModelException {
    String stream =
        delta(
                "{\"tool_calls\":[{\"function\":{\"name\":\"look\",\"arguments\":\"\"}},"
                    + "{\"function\":{\"name\":\"list\"}}]}")
            + event("{\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}");
    assertThat(log(streamed(stream)).events().stream().filter(CallReady.class::isInstance))
        .extracting(call -> ((CallReady) call).name())
        .containsExactly("look", "list");
  }

  private static String field(String name, String value) {
    return value.equals("-") ? "" : name + value + ",";
  }

  @Test
  void takesALeadingThoughtForThinking() throws ModelException {
    String stream =
        delta("{\"content\":\"<think>Plan.</th\"}")
            + delta("{\"content\":\"ink>\\n\\nHello\"}")
            + event("{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
    assertThat(log(streamed(stream)).events())
        .containsExactly(
            new ThinkingDelta("Plan."), new TextDelta("Hello"), new Finished(Stop.END, "stop"));
  }

  @Test
  void givesBackNoThoughtThatNoCallFollows() throws ModelException {
    String stream =
        delta("{\"reasoning_content\":\"Plan.\"}")
            + delta("{\"content\":\"Hello\"}")
            + event("{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
    assertThat(log(streamed(stream)).events())
        .containsExactly(
            new ThinkingDelta("Plan."), new TextDelta("Hello"), new Finished(Stop.END, "stop"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data: {\"object\":\"error\",\"message\":\"no room\",\"code\":400}\n\n",
        "data: {\"detail\":[{\"msg\":\"no room\"}],\"code\":400}\n\n",
        "error: {\"code\":400,\"message\":\"no room\",\"type\":\"invalid_request_error\"}\n\n",
      })
  void hasTheWordsOfAnErrorInTheStream(String error) throws ModelException {
    CallLog log = log(streamed(half() + error));
    assertThat(log.events()).containsExactly(new TextDelta("Half"));
    assertThat(log.failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.BAD_REQUEST))
        .hasMessage(connector().name() + ": no room");
  }

  @Test
  void hasTheWordsOfAnErrorThatIsSaidToBeAnAnswer() throws ModelException {
    Answer answer =
        Answer.json(200, "{\"object\":\"error\",\"message\":\"no model m\",\"code\":404}");
    assertThat(log(answer).failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.BAD_REQUEST))
        .hasMessage(connector().name() + ": no model m");
  }

  @Test
  void knowsThatThereIsNothingLeftToPayWith() throws ModelException {
    Answer answer =
        Answer.json(
            429,
            """
            {"error":{"message":"You exceeded your current quota","type":"insufficient_quota",\
            "param":null,"code":"insufficient_quota"}}""");
    assertThat(log(answer).failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.AUTH))
        .hasMessage(connector().name() + " answered 429: You exceeded your current quota");
    assertThat(provider().requests()).hasSize(1);
  }

  @Test
  void knowsThatTheContextIsFullAndSaysWhere() throws ModelException {
    Answer answer =
        Answer.json(
            400,
            """
            {"error":{"message":"This model's maximum context length is 128000 tokens.",\
            "type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}""");
    assertThat(log(answer).failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.CONTEXT_FULL))
        .hasMessage(
            connector().name()
                + " answered 400: This model's maximum context length is 128000 tokens. (messages)");
  }
}
