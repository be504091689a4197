package dev.attache.models.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.model.RequestBody;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.model.call.ModelSettings;
import dev.attache.test.CallLog;
import dev.attache.test.DeafPort;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("network")
class ModelEndpointTest {

  private static final String STANDARD = "https://api.example";

  private final FakeProvider provider = FakeProvider.start();

  @AfterEach
  void stop() {
    provider.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ftp://host.example/ | base URL (ftp://host.example/) must be an http or https URL",
        "https://u:p@/ | base URL (https://REDACTED@/) must be an http or https URL",
        "https://10.1.2.3/v1 | 10.1.2.3:443 is not on the public internet: 10.1.2.3 is a private"
            + " address (10.0.0.0/8)",
        "https://localhost:8443 | localhost:8443 is not on the public internet: localhost is a"
            + " name of this computer",
        "http://api.example/ | the base URL must begin with https://, as a key goes there",
      })
  void refusesAnAddressBeforeAnythingIsSent(String url, String message) {
    ModelSettings settings =
        ModelSettings.builder().baseUrl(URI.create(url)).key(() -> "k").build();
    assertThatThrownBy(() -> ModelEndpoint.of("x", STANDARD, settings).key("K", "", true))
        .isInstanceOf(ModelException.class)
        .satisfies(e -> assertThat(((ModelException) e).kind()).isEqualTo(Kind.ADDRESS))
        .hasMessage("x: " + message);
  }

  @Test
  void refusesKeysThatAreNone() {
    assertThatThrownBy(() -> withKey(" \n")).hasMessage("x: no API key is configured");
    assertThatThrownBy(() -> withKey("a\nb"))
        .hasMessage("x: the API key has characters that no key has");
  }

  private static ModelEndpoint withKey(String key) throws ModelException {
    ModelSettings settings = ModelSettings.builder().key(() -> key).build();
    return ModelEndpoint.of("x", STANDARD, settings).key("K", "", true);
  }

  @Test
  void refusesHeadersThatAreNoneWithoutTheirValue() {
    ModelSettings settings = ModelSettings.builder().header("X-Secret", "a\r\nb").build();
    assertThatThrownBy(() -> ModelEndpoint.of("x", STANDARD, settings).get())
        .hasMessage("x: header X-Secret has a character that none can have");
  }

  @Test
  void sendsTheHeadersOfTheUserInPlaceOfItsOwn() throws ModelException {
    provider.answer(Answer.json(200, "{\"a\":1}"));
    ModelSettings settings = local().header("user-agent", "mine").header("X-Team", "a b").build();
    assertThat(ModelEndpoint.of("x", STANDARD, settings).path("v1/a").query("b", "c d").get())
        .containsEntry("a", 1);
    FakeProvider.Received received = provider.requests().get(0);
    assertThat(received.line()).isEqualTo("GET /v1/a?b=c%20d HTTP/1.1");
    assertThat(received.headers())
        .containsEntry("user-agent", "mine")
        .containsEntry("x-team", "a b")
        .containsEntry("accept-encoding", "identity");
  }

  /** A gateway is told in a header whose words it has to speak, and says so in its errors. */
  @Test
  void showsWordsOfHeadersThatAreNotSecret() {
    provider.answer(
        Answer.json(400, "{\"error\":{\"message\":\"acme-words: letmeinplease, 4f1c22ab\"}}"));
    ModelSettings settings =
        local()
            .header("X-Portkey-Provider", "acme-words")
            .header("X-Team-Password", "letmeinplease")
            .header("X-Trace", "4f1c22ab")
            .build();
    assertThatThrownBy(() -> ModelEndpoint.of("x", STANDARD, settings).get())
        .hasMessage("x answered 400: acme-words: REDACTED, REDACTED");
  }

  @Test
  void goesThroughTheProxyOfTheEnvironment() throws ModelException {
    provider.answer(
        Answer.json(407, "{}").header("Proxy-Authenticate", "Basic realm=\"p\""),
        Answer.json(200, "{\"a\":1}"));
    String proxy = provider.url().replace("http://", "http://user:secret@");
    ModelSettings settings =
        ModelSettings.builder()
            .baseUrl(URI.create("http://models.example:8080/v1/"))
            .privateHostAllowed(true)
            .environment(Map.of("http_proxy", proxy))
            .build();
    assertThat(ModelEndpoint.of("x", STANDARD, settings).path("models").get())
        .containsEntry("a", 1);
    assertThat(provider.requests())
        .extracting(FakeProvider.Received::line)
        .containsOnly("GET http://models.example:8080/v1/models HTTP/1.1");
    assertThat(provider.requests().get(1).headers())
        .containsEntry("proxy-authorization", "Basic dXNlcjpzZWNyZXQ=");
  }

  @Test
  void makesATunnelThroughTheProxyForTls() {
    provider.answer(Answer.json(403, "{}"));
    ModelSettings settings =
        ModelSettings.builder()
            .environment(Map.of("HTTPS_PROXY", provider.url()))
            .key(() -> "sk-0123456789")
            .build();
    assertThatThrownBy(() -> ModelEndpoint.of("x", STANDARD, settings).key("K", "", true).get())
        .hasMessage("x: Unexpected response code for CONNECT: 403");
    FakeProvider.Received received = provider.requests().get(0);
    assertThat(received.line()).isEqualTo("CONNECT api.example:443 HTTP/1.1");
    assertThat(received.headers().toString()).doesNotContain("sk-0123456789");
  }

  @Test
  void saysThatNobodyListens() throws IOException {
    try (var port = new DeafPort()) {
      String place = "127.0.0.1:" + port.number();
      ModelSettings settings =
          ModelSettings.builder()
              .baseUrl(URI.create("http://" + place))
              .privateHostAllowed(true)
              .tries(1)
              .build();
      assertThatThrownBy(() -> ModelEndpoint.of("x", STANDARD, settings).get())
          .satisfies(e -> assertThat(((ModelException) e).kind()).isEqualTo(Kind.NETWORK))
          .hasMessage("x: cannot connect to " + place + ": connection refused");
    }
  }

  @Test
  void triesAgainWhereAConnectionClosesWithoutAnAnswer() throws IOException {
    provider.answer(Answer.closed(), Answer.json(200, "{\"a\":1}"));
    assertThat(ModelEndpoint.of("x", STANDARD, local().build()).post(body(1)))
        .containsEntry("a", 1);
  }

  /** Nobody is answered before all have asked, so that a limit would leave the rest waiting. */
  @Test
  void sendsAsManyRequestsAtOnceAsThereAreCallers() throws Exception {
    int callers = 200;
    var asked = new CyclicBarrier(callers);
    try (var slow = FakeProvider.start(received -> afterAll(asked))) {
      assertThat(answers(callers, settings(slow).build())).hasSize(callers);
      assertThat(slow.connections()).isEqualTo(callers);
    }
  }

  @Test
  void keepsAConnectionForEachCallerForTheNextCall() throws Exception {
    int callers = 40;
    var asked = new CyclicBarrier(callers);
    try (var slow = FakeProvider.start(received -> afterAll(asked))) {
      ModelSettings settings = settings(slow).build();
      for (int i = 0; i < 3; i++) {
        assertThat(answers(callers, settings)).hasSize(callers);
      }
      assertThat(slow.connections()).isEqualTo(callers);
    }
  }

  @Test
  void sendsNoMoreRequestsAtOnceThanItsSettingsAllow() throws Exception {
    var now = new AtomicInteger();
    var most = new AtomicInteger();
    try (var slow =
        FakeProvider.start(
            received -> {
              most.accumulateAndGet(now.incrementAndGet(), Math::max);
              LockSupport.parkNanos(1_000_000); // long enough for others to come
              now.decrementAndGet();
              return Answer.json(200, "{\"a\":1}");
            })) {
      ModelSettings settings = settings(slow).maxConcurrent(3).build();
      assertThat(answers(60, settings)).hasSize(60);
    }
    assertThat(most).hasValueLessThanOrEqualTo(3);
  }

  @Test
  void endsACallThatWaitsForAnotherToEndWhenItIsCancelled() throws Exception {
    provider.answer(Answer.json(200, "{\"a\":1}").thenSilence(), Answer.json(200, "{\"a\":1}"));
    ModelSettings settings = local().maxConcurrent(1).idleTimeout(Duration.ofMinutes(5)).build();
    ModelCall first = call(settings);
    var reading = new Thread(() -> CallLog.of(first));
    reading.start();
    while (provider.requests().isEmpty()) {
      Thread.onSpinWait();
    }
    ModelCall second = call(settings);
    var waiting = CompletableFuture.supplyAsync(() -> CallLog.of(second).failure());
    second.cancel();
    assertThat(waiting.get()).hasMessage("x: the request was cancelled");
    first.cancel();
    reading.join();
    assertThat(ModelEndpoint.of("x", STANDARD, settings).get()).containsEntry("a", 1);
    assertThat(provider.requests()).hasSize(2);
  }

  private static ModelCall call(ModelSettings settings) throws ModelException {
    return ModelEndpoint.of("x", STANDARD, settings)
        .call(
            body(0),
            false,
            () ->
                new AnswerReader() {
                  @Override
                  public void read(byte[] data, AnswerEvents out) {}

                  @Override
                  public void readWhole(byte[] json, AnswerEvents out) {}
                });
  }

  /** Answers once so many have asked. */
  private static Answer afterAll(CyclicBarrier asked) {
    try {
      asked.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
    return Answer.json(200, "{\"a\":1}");
  }

  /** Asks on so many threads at once. */
  private static List<Map<String, Object>> answers(int callers, ModelSettings settings)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      Callable<Map<String, Object>> ask =
          () -> ModelEndpoint.of("x", STANDARD, settings).post(body(0));
      var answers = new ArrayList<Map<String, Object>>();
      for (Future<Map<String, Object>> each :
          threads.invokeAll(Collections.nCopies(callers, ask))) {
        answers.add(each.get());
      }
      return answers;
    } finally {
      threads.shutdownNow();
    }
  }

  /** A copy of it would not fit into the memory of a test. */
  @Test
  @Tag("slow")
  void sendsABodyThatNobodyHolds() throws IOException {
    provider.answer(Answer.json(200, "{\"a\":1}"));
    assertThat(ModelEndpoint.of("x", STANDARD, local().build()).post(body(600)))
        .containsEntry("a", 1);
    assertThat(provider.requests().get(0).bodyBytes()).isEqualTo(600L << 20);
    assertThat(Runtime.getRuntime().maxMemory()).isLessThan(600L << 20);
  }

  private static RequestBody body(int megabytes) {
    byte[] megabyte = "x".repeat(1 << 20).getBytes(UTF_8);
    return new RequestBody() {
      @Override
      public void writeTo(OutputStream out) throws IOException {
        for (int i = 0; i < megabytes; i++) {
          out.write(megabyte);
        }
      }

      @Override
      public List<Placed> placed() {
        return List.of();
      }
    };
  }

  private ModelSettings.Builder local() {
    return settings(provider);
  }

  private static ModelSettings.Builder settings(FakeProvider provider) {
    return ModelSettings.builder()
        .baseUrl(URI.create(provider.url()))
        .privateHostAllowed(true)
        .firstPause(Duration.ofMillis(1));
  }
}
