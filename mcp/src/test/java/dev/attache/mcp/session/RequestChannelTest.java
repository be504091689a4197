package dev.attache.mcp.session;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.McpException;
import dev.attache.mcp.session.ServerLink.Era;
import dev.attache.mcp.wire.Message;
import java.math.BigInteger;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that are never answered, and what is left of them. */
class RequestChannelTest {

  private final SilentLink wire = new SilentLink();
  private final RequestChannel calls = new RequestChannel("silent", wire, SilentLink.nobody());
  private final SentRequest call = new SentRequest("x", Map.of());

  @BeforeEach
  void open() throws McpException {
    calls.open(Era.LEGACY);
  }

  @Test
  void leavesNothingOfACallThatIsCancelled() {
    calls.send(call);
    assertThat(call.answer()).isNotDone();
    calls.cancel(call, "enough");
    assertThat(wire.sent.get(1))
        .isInstanceOfSatisfying(
            Message.Notification.class,
            told -> {
              assertThat(told.method()).isEqualTo("notifications/cancelled");
              assertThat(told.params())
                  .isEqualTo(Map.of("requestId", String.valueOf(call.id()), "reason", "enough"));
            });
    assertThat(calls.waiting()).isZero();
    wire.say(Message.Answer.result(String.valueOf(call.id()), Map.of("late", 1)));
    assertThat(call.answer()).isCancelled();
  }

  @Test
  void cancelsACallOnceAndNoneThatIsAnswered() {
    calls.send(call);
    calls.cancel(call, null);
    calls.cancel(call, null);
    assertThat(wire.sent).hasSize(2);
    var answered = new SentRequest("y", Map.of());
    calls.send(answered);
    wire.say(Message.Answer.result(id(answered), Map.of()));
    calls.cancel(answered, null);
    assertThat(wire.sent).hasSize(3);
    assertThat(answered.answer()).isCompletedWithValue(Map.of());
  }

  @Test
  void failsACallThatTheEndOfTheServerHasMissed() {
    wire.onTaken(wire::end);
    calls.send(call);
    assertThat(call.answer())
        .failsWithin(PATIENCE)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(ClosedChannelException.class);
  }

  @Test
  void failsACallAtTheEndOfTheServer() {
    calls.send(call);
    wire.close(false);
    assertThat(call.answer()).isCompletedExceptionally();
  }

  @Test
  void hasNoMoreToDoWithACallThatWasWaitedFor() {
    calls.send(call);
    assertThat(
            catchThrowableOfType(
                McpException.class, () -> calls.await(call, call.answer(), Duration.ofMillis(20))))
        .hasMessage("the MCP server silent did not answer x within 20 ms");
    wire.close(false);
    assertThat(call.answer()).isNotDone();
  }

  @Test
  void numbersItsRequestsBehindWordsOfItsOwn() {
    var other = new SentRequest("y", Map.of());
    calls.send(call);
    calls.send(other);
    assertThat(List.of(id(call), id(other)))
        .allSatisfy(id -> assertThat(id).matches("[0-9a-f]{8}-[01]"))
        .extracting(id -> id.substring(0, 9))
        .containsOnly(id(call).substring(0, 9));
    assertThat(wire.sent.get(0)).isEqualTo(new Message.Request(id(call), "x", Map.of()));
  }

  private static String id(SentRequest sent) {
    return String.valueOf(sent.id());
  }

  @Test
  void takesNoAnswerOfAnotherForItsOwn() {
    calls.send(call);
    String number = id(call).substring(9);
    var strange = new ArrayList<@Nullable Object>();
    strange.addAll(List.of("", "nobody", number, Integer.valueOf(number), Long.valueOf(number)));
    strange.addAll(
        List.of(id(call) + "0", id(call).toUpperCase(Locale.ROOT) + " ", BigInteger.ZERO));
    strange.add(null);
    for (Object id : strange) {
      wire.say(new Message.Answer(id, Map.of(), null));
      wire.say(new Message.Answer(id, null, new Message.ErrorObject(1, "no", null)));
    }
    assertThat(call.answer()).isNotDone();
    assertThat(calls.waiting()).isOne();
  }

  @Test
  void takesTheFirstOfTwoAnswers() {
    calls.send(call);
    wire.say(Message.Answer.result(id(call), Map.of("n", 1)));
    wire.say(Message.Answer.result(id(call), Map.of("n", 2)));
    wire.say(Message.Answer.error(id(call), new Message.ErrorObject(-1, "late", null)));
    assertThat(call.answer()).isCompletedWithValue(Map.of("n", 1));
    assertThat(calls.waiting()).isZero();
  }

  @Test
  void takesNoAnswerToWhatNobodyWaitsFor() {
    calls.sendAndForget("x", Map.of());
    assertThat(calls.waiting()).isZero();
    Message.Request sent = (Message.Request) wire.sent.get(0);
    wire.say(Message.Answer.result(sent.id(), Map.of()));
  }

  @Test
  void saysWhatIsWrongWithAnAnswer() {
    calls.send(call);
    wire.say(Message.Answer.result(id(call), List.of(1)));
    assertThat(failure(call))
        .hasMessage("the MCP server silent answered x with a result that is not a JSON object");
    var refused = new SentRequest("y", Map.of());
    calls.send(refused);
    wire.say(Message.Answer.error(id(refused), new Message.ErrorObject(-32602, "no", 7)));
    McpException failure = failure(refused);
    assertThat(failure).hasMessage("the MCP server silent answered y with error -32602: no");
    assertThat(failure.code()).contains(-32602);
    assertThat(failure.data()).contains(7);
  }

  private McpException failure(SentRequest sent) {
    return catchThrowableOfType(
        McpException.class, () -> calls.await(sent, sent.answer(), Duration.ofSeconds(1)));
  }

  @Test
  void answersEachQuestionUnderItsId() {
    wire.say(new Message.Request(7, "ping", Map.of()));
    wire.say(new Message.Request("7", "ping", Map.of("_meta", List.of())));
    wire.say(new Message.Request(7L, "roots/list", Map.of()));
    wire.say(new Message.Request("", "sampling/createMessage", Map.of()));
    wire.say(new Message.Request(0, "elicitation/create", Map.of()));
    assertThat(wire.sent)
        .containsExactly(
            Message.Answer.result(7, Map.of()),
            Message.Answer.result("7", Map.of()),
            Message.Answer.error(7L, new Message.ErrorObject(-32601, "Roots not supported", null)),
            Message.Answer.error(
                "",
                new Message.ErrorObject(-32601, "Method not found: sampling/createMessage", null)),
            Message.Answer.result(0, Map.of("action", "decline")));
  }

  @Test
  void passesOverNoticesOfNothing() {
    Map<String, Object> odd = new LinkedHashMap<>();
    odd.put("uri", 7);
    odd.put("progressToken", List.of());
    odd.put("requestId", Map.of());
    odd.put("_meta", null);
    for (String method :
        List.of(
            "notifications/progress",
            "notifications/resources/updated",
            "notifications/subscriptions/acknowledged",
            "notifications/cancelled",
            "notifications/message",
            "ping",
            "")) {
      wire.say(new Message.Notification(method, Map.of()));
      wire.say(new Message.Notification(method, odd));
    }
    assertThat(wire.sent).isEmpty();
  }

  @Test
  void outlivesAStormOfQuestions() {
    calls.send(call);
    for (int i = 0; i < 20_000; i++) {
      wire.say(new Message.Request(i, "ping", Map.of()));
    }
    wire.say(Message.Answer.result(id(call), Map.of()));
    assertThat(call.answer()).isCompleted();
    assertThat(wire.sent).hasSize(20_001).endsWith(Message.Answer.result(19_999, Map.of()));
  }

  @Test
  void takesAnAnswerThatIsThereBeforeTheRequestIsSent() throws McpException {
    wire.onTaken(() -> wire.say(Message.Answer.result(last().id(), last().params())));
    assertThat(calls.request("x", Map.of("n", 1), PATIENCE)).isEqualTo(Map.of("n", 1));
  }

  private Message.Request last() {
    return (Message.Request) wire.sent.get(wire.sent.size() - 1);
  }

  @Test
  void givesEachOfAThousandItsOwnAnswer() throws Exception {
    List<SentRequest> all =
        IntStream.range(0, 1000).mapToObj(n -> new SentRequest("x", Map.of("n", n))).toList();
    all.parallelStream().forEach(calls::send);
    var sent = new ArrayList<>(wire.sent);
    Collections.shuffle(sent, new Random(1));
    sent.parallelStream()
        .map(Message.Request.class::cast)
        .forEach(each -> wire.say(Message.Answer.result(each.id(), each.params())));
    assertThat(all).extracting(SentRequest::id).doesNotHaveDuplicates();
    for (SentRequest each : all) {
      assertThat(calls.await(each, each.answer(), Duration.ZERO)).isEqualTo(each.params());
    }
    assertThat(calls.waiting()).isZero();
  }

  @Test
  void failsAThousandAtTheEndOfTheServer() {
    List<SentRequest> all =
        IntStream.range(0, 1000).mapToObj(n -> new SentRequest("x", Map.of())).toList();
    all.parallelStream().forEach(calls::send);
    wire.close(false);
    assertThat(all).allSatisfy(each -> assertThat(each.answer()).isCompletedExceptionally());
    calls.send(call);
    assertThat(failure(call)).hasMessage("x failed");
  }
}
