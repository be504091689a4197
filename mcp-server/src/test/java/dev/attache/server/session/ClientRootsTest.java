package dev.attache.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.server.TestClient.Queue;
import dev.attache.server.rpc.ClientMessage;
import dev.attache.support.json.PlainJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientRootsTest {

  private static final String QUESTION =
      "{\"jsonrpc\":\"2.0\",\"id\":\"roots\",\"method\":\"roots/list\"}";
  private static final Map<String, Object> ANNOUNCED = Map.of("roots", Map.of("listChanged", true));

  private final Queue sent = new Queue();
  private final List<String> notes = new ArrayList<>();
  private final ClientRoots roots = ClientRoots.of(sent, true, notes::add);

  private static ClientMessage answer(Object id, Object result) {
    return ClientMessage.of(Map.of("jsonrpc", "2.0", "id", id, "result", result));
  }

  private static Map<String, Object> root(String uri) {
    return Map.of("uri", uri, "name", "x");
  }

  @Test
  void asksOnceAndTakesTheAnswer() {
    roots.initialize(ANNOUNCED);
    assertThat(sent.messages()).isEmpty();
    roots.ask();
    roots.ask();
    assertThat(sent.messages()).containsExactly(QUESTION);
    roots.answer(answer("other", Map.of("roots", List.of(root("file:///no")))));
    roots.answer(answer("roots", Map.of("roots", List.of(root("file:///a"), root("file:///b")))));
    assertThat(roots.await()).containsExactly("file:///a", "file:///b");
  }

  @Test
  void doesNotAskAClientThatAnnouncedNone() {
    roots.initialize(Map.of("sampling", Map.of()));
    roots.ask();
    assertThat(roots.await()).isEmpty();
    assertThat(sent.messages()).isEmpty();
  }

  @Test
  void doesNotAskIfNobodyWantsToKnow() {
    var unwanted = ClientRoots.of(sent, false, notes::add);
    unwanted.initialize(ANNOUNCED);
    unwanted.ask();
    assertThat(unwanted.await()).isEmpty();
    assertThat(sent.messages()).isEmpty();
  }

  @Test
  void goesWithoutThemWhenTheClientDoesNotAnswer() {
    var impatient = new ClientRoots(sent, notes::add, Duration.ofMillis(1));
    impatient.initialize(ANNOUNCED);
    impatient.ask();
    assertThat(impatient.await()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"none", "{}", "{'roots':7}", "{'roots':[]}", "{'roots':[7,{'uri':null},{}]}"})
  void hasNoneOfAnAnswerWithoutAny(String result) throws Exception {
    roots.initialize(ANNOUNCED);
    roots.ask();
    Object value =
        result.equals("none")
            ? "an error has no result"
            : PlainJson.read(result.replace('\'', '"'));
    assertThat(value).isNotNull();
    roots.answer(answer("roots", value));
    assertThat(roots.await()).isEmpty();
  }

  @Test
  void takesAnErrorForNone() {
    roots.initialize(ANNOUNCED);
    roots.ask();
    roots.answer(
        ClientMessage.of(
            Map.of(
                "jsonrpc", "2.0", "id", "roots", "error", Map.of("code", -32601, "message", "?"))));
    assertThat(roots.await()).isEmpty();
  }

  @Test
  void staysWhereItIsWhenTheyChangeAndSaysSoOnce() {
    roots.initialize(ANNOUNCED);
    roots.changed();
    roots.ask();
    roots.answer(answer("roots", Map.of("roots", List.of(root("file:///a")))));
    roots.changed();
    roots.changed();
    assertThat(notes)
        .containsExactly("the client's roots have changed; this session stays in its workspace");
    assertThat(sent.messages()).hasSize(1);
    assertThat(roots.await()).containsExactly("file:///a");
  }

  @Test
  void endsWaitingWhenItsThreadIsInterrupted() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(roots::await).isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
