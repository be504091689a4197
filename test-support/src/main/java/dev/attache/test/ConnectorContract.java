package dev.attache.test;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelEvent.Finished;
import dev.attache.model.call.ModelEvent.TextDelta;
import dev.attache.model.call.ModelEvent.Usage;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.model.call.ModelSettings;
import dev.attache.test.FakeProvider.Answer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What is true of the connector of each wire, whatever the server does. A test of a connector
 * extends it with an answer of its wire, and says what that comes to.
 */
public abstract class ConnectorContract {

  private static final boolean IS_WHOLE = Boolean.getBoolean("attache.slow");

  /** A key with what a URL and JSON would write otherwise. */
  private static final String KEY = "sk-test-0123456789/abc+def==";

  private static final String BODY = "{\"model\":\"m\",\"messages\":[]}";

  private final FakeProvider provider = FakeProvider.start();

  /** The connector. */
  protected abstract ModelConnector connector();

  /** The wire that its profile names. */
  protected abstract String wire();

  /** The version that its profile names. */
  protected String version() {
    return "";
  }

  /** A stream with texts that are not ASCII, thinking, and two calls, one without arguments. */
  protected abstract String stream();

  /** What the stream comes to, with neighbouring pieces of text as one. */
  protected abstract List<ModelEvent> events();

  /** The same answer as it comes at once. */
  protected abstract String whole();

  /** What that comes to, if it is not the same. */
  protected List<ModelEvent> wholeEvents() {
    return events();
  }

  /** The beginning of a stream, up to the end of the text {@code Half}. */
  protected abstract String half();

  /** An event that says that the provider is overloaded. */
  protected abstract String overloaded();

  /** An error of a gateway in a form that the wire does not have. */
  protected String foreignError() {
    return "data: {\"detail\":\"no room\"}\n\n";
  }

  /** An event that nobody knows. */
  protected abstract String unknown();

  /** The beginning of an event that does not end. */
  protected abstract String endless();

  /** The body of an answer with a status that says that, and this message. */
  protected String error(int status, String message) {
    return "{\"error\":{\"message\":\"" + message + "\"}}";
  }

  /** The header with the key. */
  protected abstract String keyHeader();

  /** What stands before the key. */
  protected String beforeKey() {
    return "";
  }

  /** The answer of a server that streams. */
  protected Answer streamed(String stream) {
    return Answer.events(stream);
  }

  @AfterEach
  void stop() {
    provider.close();
  }

  @Test
  void isFoundByItsName() {
    assertThat(ServiceLoader.load(ModelConnector.class))
        .filteredOn(each -> each.name().equals(connector().name()))
        .hasSize(1)
        .first()
        .isInstanceOf(connector().getClass());
  }

  @Test
  void readsAStream() throws ModelException {
    CallLog log = log(streamed(stream()));
    assertThat(log.failure()).isNull();
    assertThat(log.events()).isEqualTo(events());
  }

  @Test
  void sendsTheBodyAsItIsWithTheKeyInItsHeader() throws ModelException {
    log(streamed(stream()));
    FakeProvider.Received received = provider.requests().get(0);
    assertThat(received.line()).startsWith("POST /");
    assertThat(received.body()).isEqualTo(BODY);
    assertThat(received.headers())
        .containsEntry("content-type", "application/json")
        .containsEntry(keyHeader(), beforeKey() + KEY);
    assertThat(received.line() + received.headers().get("user-agent")).doesNotContain(KEY);
  }

  @Test
  void readsAStreamInPiecesOfAnySize() throws ModelException {
    for (int size : new int[] {1, 2, 3, 5, 17}) {
      CallLog log = log(streamed(stream()).inPieces(size, 0));
      assertThat(log.failure()).isNull();
      assertThat(log.events()).isEqualTo(events());
    }
  }

  @Test
  void readsAStreamWithOtherEndsOfLines() throws ModelException {
    CallLog log = log(streamed(stream().replace("\n", "\r\n")).inPieces(1, 0));
    assertThat(log.failure()).isNull();
    assertThat(log.events()).isEqualTo(events());
  }

  @Test
  void readsAnAnswerThatComesAtOnce() throws ModelException {
    CallLog log = log(Answer.json(200, whole()));
    assertThat(log.failure()).isNull();
    assertThat(log.events()).isEqualTo(wholeEvents());
  }

  @Test
  void keepsWhatCameBeforeACutAnywhere() throws ModelException {
    Answer answer = streamed(stream());
    byte[] bytes = stream().getBytes(UTF_8);
    var withoutUsage = events().stream().filter(each -> !(each instanceof Usage)).toList();
    int cuts = 0;
    int broken = 0;
    for (int end = 0; end < bytes.length; end++) {
      if (!isCut(bytes, end)) {
        continue;
      }
      cuts++;
      CallLog log = log(answer.cutAfter(end), settings().tries(1).build());
      ModelException failure = log.failure();
      if (failure == null) { // all but what nobody needs was there
        assertThat(log.events()).endsWith(events().get(events().size() - 1));
        assertThat(log.events().stream().filter(each -> !(each instanceof Usage)).toList())
            .isEqualTo(withoutUsage);
        continue;
      }
      broken++;
      assertThat(failure.kind()).as("cut after %d: %s", end, failure).isEqualTo(Kind.NETWORK);
      assertThat(failure)
          .hasMessage(
              connector().name() + ": the connection closed before the answer was complete");
      assertThat(log.isBeginningOf(events())).as("cut after %d: %s", end, log.events()).isTrue();
      assertThat(log.events()).noneMatch(each -> each instanceof Finished);
    }
    assertThat(broken).isGreaterThan(cuts / 2);
  }

  /** True at the ends of lines, within characters, and at each 17th byte. */
  private static boolean isCut(byte[] bytes, int end) {
    return IS_WHOLE
        || end % 17 == 0
        || bytes[end] < 0
        || bytes[end] == '\n'
        || (end > 0 && bytes[end - 1] == '\n');
  }

  @Test
  void keepsWhatCameBeforeAnError() throws ModelException {
    CallLog log = log(streamed(half() + overloaded()));
    assertThat(log.events()).endsWith(new TextDelta("Half"));
    assertThat(log.failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.OVERLOADED))
        .hasMessage(connector().name() + ": Overloaded");
    assertThat(provider.requests()).hasSize(1);
  }

  @Test
  void hasTheWordsOfAnErrorOfAGateway() throws ModelException {
    CallLog log = log(streamed(half() + foreignError()), settings().tries(1).build());
    assertThat(log.events()).endsWith(new TextDelta("Half"));
    assertThat(log.failure()).isNotNull().hasMessage(connector().name() + ": no room");
  }

  @Test
  void triesAgainAfterAnErrorBeforeAnyEvent() throws ModelException {
    provider.answer(streamed(overloaded()));
    CallLog log = log(streamed(stream()));
    assertThat(log.failure()).isNull();
    assertThat(log.events()).isEqualTo(events());
    assertThat(provider.requests()).hasSize(2);
  }

  @Test
  void passesOverEventsThatItDoesNotKnow() throws ModelException {
    CallLog log = log(streamed(unknown() + stream()));
    assertThat(log.failure()).isNull();
    assertThat(log.events()).isEqualTo(events());
  }

  @Test
  void failsWhereAnEventIsLargerThanItMayBe() throws ModelException {
    String event = endless() + "x".repeat(30 << 20);
    CallLog log = log(streamed(half() + event), settings().tries(1).build());
    assertThat(log.events()).endsWith(new TextDelta("Half"));
    assertThat(log.failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.NETWORK))
        .hasMessage(connector().name() + ": an event of the answer is larger than 16 MiB");
  }

  @Test
  void failsWhereAnAnswerDrips() throws ModelException {
    CallLog log =
        log(
            streamed(half() + endless() + "x".repeat(300)).inPieces(3, 10).thenSilence(),
            settings().idleTimeout(Duration.ofMillis(400)).build());
    assertThat(log.failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.NETWORK))
        .hasMessage(connector().name() + ": the answer stalled for 400 ms");
  }

  @Test
  void failsWhereNothingComesAnyMore() throws ModelException {
    CallLog log =
        log(streamed(half()).thenSilence(), settings().idleTimeout(Duration.ofMillis(300)).build());
    assertThat(log.events()).endsWith(new TextDelta("Half"));
    assertThat(log.failure()).hasMessage(connector().name() + ": the answer stalled for 300 ms");
  }

  @Test
  void failsWhereAnAnswerTakesTooLong() throws ModelException {
    CallLog log =
        log(
            streamed(half() + unknown().repeat(300)).inPieces(20, 20).thenSilence(),
            settings().answerTimeout(Duration.ofMillis(900)).tries(1).build());
    assertThat(log.failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.NETWORK))
        .hasMessage(connector().name() + ": the answer was not complete after 900 ms");
  }

  @Test
  void failsWhereAPageIsAnswered() throws ModelException {
    for (int status : new int[] {200, 404}) {
      CallLog log = log(Answer.json(status, "<html>").header("Content-Type", "text/html"));
      assertThat(log.failure())
          .isNotNull()
          .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.ADDRESS));
    }
  }

  @Test
  void failsWhereNoAnswerBegins() throws ModelException {
    CallLog log =
        log(Answer.silence(), settings().firstByteTimeout(Duration.ofMillis(300)).build());
    assertThat(log.failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.NETWORK))
        .hasMessage(connector().name() + ": no answer within 300 ms");
  }

  @Test
  void waitsForTheFirstPieceAsForTheHeadersAndNotSoForOthers() throws ModelException {
    var settings =
        settings()
            .firstByteTimeout(Duration.ofMillis(300))
            .idleTimeout(Duration.ofMinutes(1))
            .build();
    CallLog log = log(streamed(half()).cutAfter(0).thenSilence(), settings);
    assertThat(log.failure())
        .isNotNull()
        .hasMessage(connector().name() + ": no answer within 300 ms");
    Answer slow = streamed(half() + unknown().repeat(2)).inPieces(streamed(half()).bytes(), 600);
    log = log(slow, settings);
    assertThat(log.events()).endsWith(new TextDelta("Half"));
    assertThat(log.failure()).isNotNull().hasMessageNotContaining("stalled");
  }

  @Test
  void waitsAsLongAsTheServerAsks() throws ModelException {
    var pauses = new ArrayList<Duration>();
    var settings =
        settings()
            .firstPause(Duration.ofMinutes(1))
            .retryListener((tried, pause, reason) -> pauses.add(pause))
            .build();
    provider.answer(
        Answer.json(429, error(429, "Slow down")).header("Retry-After", "0"),
        Answer.json(529, error(529, "Busy"))
            .header("Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT"));
    CallLog log = log(streamed(stream()), settings);
    assertThat(log.failure()).isNull();
    assertThat(pauses).containsExactly(Duration.ZERO, Duration.ZERO);
  }

  @Test
  void givesUpAfterFourTries() throws ModelException {
    var told = new ArrayList<String>();
    var settings =
        settings()
            .retryListener((tried, pause, reason) -> told.add(tried + " " + reason.kind()))
            .build();
    provider.answer(
        Answer.json(429, error(429, "Slow down")),
        Answer.json(529, error(529, "Busy")),
        Answer.json(500, error(500, "Broken")));
    CallLog log = log(Answer.json(503, error(503, "Gone for lunch")), settings);
    assertThat(told).containsExactly("1 RATE_LIMIT", "2 OVERLOADED", "3 OVERLOADED");
    assertThat(log.failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.status()).isEqualTo(503))
        .hasMessage(connector().name() + " answered 503: Gone for lunch");
    assertThat(provider.requests()).hasSize(4);
  }

  @Test
  void doesNotWaitLongerThanItMay() throws ModelException {
    CallLog log =
        log(
            Answer.json(429, error(429, "Slow down"))
                .header("Retry-After", "3600")
                .header("request-id", "req_1"));
    assertThat(log.failure())
        .isNotNull()
        .satisfies(
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.RATE_LIMIT);
              assertThat(e.retryAfter()).isEqualTo(Duration.ofHours(1));
              assertThat(e.requestId()).isEqualTo("req_1");
            });
    assertThat(provider.requests()).hasSize(1);
  }

  @Test
  void doesNotTryAgainWhatCannotSucceed() throws ModelException {
    assertThat(failed(400)).isEqualTo(Kind.BAD_REQUEST);
    assertThat(failed(401)).isEqualTo(Kind.AUTH);
    assertThat(failed(403)).isEqualTo(Kind.AUTH);
    assertThat(failed(404)).isEqualTo(Kind.BAD_REQUEST);
    assertThat(failed(413)).isEqualTo(Kind.TOO_LARGE);
    assertThat(provider.requests()).hasSize(5);
  }

  private Kind failed(int status) throws ModelException {
    ModelException failure = log(Answer.json(status, error(status, "No"))).failure();
    assertThat(failure).isNotNull().hasMessage(connector().name() + " answered " + status + ": No");
    return failure == null ? Kind.CANCELLED : failure.kind();
  }

  @Test
  void followsNoRedirect() throws ModelException {
    try (var other = FakeProvider.start()) {
      CallLog log = log(Answer.json(307, "").header("Location", other.url() + "/v1"));
      assertThat(log.failure())
          .isNotNull()
          .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.ADDRESS))
          .hasMessage(
              connector().name()
                  + " answered 307: it redirects to "
                  + other.url()
                  + "/v1; check the base URL");
      assertThat(other.requests()).isEmpty();
    }
  }

  @Test
  void asksNobodyOnLoopbackUnlessItIsAllowed() {
    var settings = settings().privateHostAllowed(false).build();
    assertThat(opened(settings))
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.ADDRESS))
        .hasMessageEndingWith(
            " is not on the public internet: 127.0.0.1 is a loopback address (127.0.0.0/8)");
    assertThat(provider.requests()).isEmpty();
  }

  private ModelException opened(ModelSettings settings) {
    try (ModelCall call = connector().open(request(), body(), settings)) {
      throw new AssertionError("opened " + call);
    } catch (ModelException e) {
      return e;
    }
  }

  @Test
  void endsAtOnceWhenItIsCancelled() throws Exception {
    provider.answer(streamed(half()).thenSilence());
    try (ModelCall call = connector().open(request(), body(), settings().build())) {
      ModelEvent event = call.next();
      while (!new TextDelta("Half").equals(event)) {
        event = call.next();
      }
      assertThat(cancelled(call)).isEqualTo(Kind.CANCELLED);
    }
  }

  @Test
  void endsAtOnceWhenItIsCancelledBeforeAnAnswer() throws Exception {
    provider.answer(Answer.silence());
    try (ModelCall call = connector().open(request(), body(), settings().build())) {
      assertThat(cancelled(call)).isEqualTo(Kind.CANCELLED);
    }
  }

  @Test
  void endsWhereItsThreadIsInterrupted() throws Exception {
    provider.answer(Answer.silence());
    var waiting = Thread.currentThread();
    var thread =
        new Thread(
            () -> {
              while (provider.requests().isEmpty()) {
                Thread.onSpinWait();
              }
              waiting.interrupt();
            });
    thread.start();
    CallLog log = CallLog.of(connector().open(request(), body(), settings().build()));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(log.failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.CANCELLED));
    thread.join();
  }

  @Test
  void keepsItsConnectionForTheNextCall() throws ModelException {
    for (int i = 0; i < 3; i++) {
      assertThat(log(streamed(stream())).failure()).isNull();
    }
    assertThat(provider.connections()).isEqualTo(1);
  }

  @Test
  void endsAtOnceWhenItIsCancelledBetweenTwoTries() throws Exception {
    var waits = new CountDownLatch(1);
    provider.answer(Answer.json(429, error(429, "Slow down")).header("Retry-After", "50"));
    var settings = settings().retryListener((tried, pause, reason) -> waits.countDown()).build();
    try (ModelCall call = connector().open(request(), body(), settings)) {
      var thread = new Thread(() -> cancelAfter(waits, call));
      thread.start();
      assertThat(CallLog.of(call).failure())
          .isNotNull()
          .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.CANCELLED))
          .hasMessage(connector().name() + ": the request was cancelled");
      thread.join();
    }
  }

  private static void cancelAfter(CountDownLatch latch, ModelCall call) {
    try {
      if (latch.await(3, TimeUnit.MINUTES)) {
        call.cancel();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Cancels while the other thread waits; its time limit is longer than a test may take. */
  private Kind cancelled(ModelCall call) throws InterruptedException {
    var thread =
        new Thread(
            () -> {
              while (provider.requests().isEmpty()) {
                Thread.onSpinWait();
              }
              call.cancel();
            });
    thread.start();
    ModelException failure = CallLog.of(call).failure();
    thread.join();
    return failure == null ? Kind.NETWORK : failure.kind();
  }

  @Test
  void showsNoKey() throws ModelException {
    var texts = new StringWriter();
    var out = new PrintWriter(texts);
    ModelSettings settings = settings().tries(1).header("X-Other", "other-" + KEY).build();
    out.println(settings);
    String echo = "the key " + KEY + " and Bearer " + KEY + " and other-" + KEY + " are wrong";
    for (int status : new int[] {307, 400, 401, 403, 404, 413, 429, 500, 529}) {
      Answer answer =
          Answer.json(status, error(status, echo))
              .header("Location", "https://example.org/?key=" + KEY)
              .header("x-request-id", KEY);
      print(log(answer, settings), out);
    }
    print(log(streamed(half()).cutAfter(half().length() - 3), settings), out);
    print(log(Answer.of(200, "text/html", echo.getBytes(UTF_8)), settings), out);
    try (ModelCall call = connector().open(request(), body(), settings)) {
      out.println(call);
    }
    assertThat(texts.toString()).contains("are wrong").doesNotContain(KEY);
  }

  private static void print(CallLog log, PrintWriter out) {
    ModelException failure = log.failure();
    assertThat(failure).isNotNull();
    if (failure != null) {
      out.println(failure + " " + failure.requestId());
      failure.printStackTrace(out);
    }
  }

  @Test
  void failsWithoutSendingWhereTheBodyCannotBeWritten() throws ModelException {
    RequestBody broken =
        new RequestBody() {
          @Override
          public void writeTo(OutputStream out) throws IOException {
            throw new IOException("a.png is gone");
          }

          @Override
          public List<Placed> placed() {
            return List.of();
          }
        };
    ModelCall call = connector().open(request(), broken, settings().build());
    assertThat(CallLog.of(call).failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.BAD_REQUEST))
        .hasMessage(connector().name() + ": the request cannot be written: a.png is gone");
    assertThat(provider.requests()).isEmpty();
  }

  /** The provider, for tests of the wire. */
  protected final FakeProvider provider() {
    return provider;
  }

  /** Settings that lead to it, with a key. */
  protected final ModelSettings.Builder settings() {
    return ModelSettings.builder()
        .baseUrl(URI.create(provider.url()))
        .privateHostAllowed(true)
        .key(() -> KEY + "\n")
        .firstPause(Duration.ofMillis(1));
  }

  protected final ModelProfile profile() {
    String version = version().isEmpty() ? "" : "\"version\":\"" + version() + "\",";
    return ModelProfiles.parse(
            "{\"name\":\"n\",\"wire\":\""
                + wire()
                + "\","
                + version
                + "\"model\":\"m\",\"source\":\"a test\"}")
        .standard();
  }

  protected final ModelRequest request() {
    return ModelRequest.of(profile(), "m", List.of()).streamed(true);
  }

  protected static RequestBody body() {
    return body(BODY);
  }

  protected static RequestBody body(String json) {
    return new RequestBody() {
      @Override
      public void writeTo(OutputStream out) throws IOException {
        out.write(json.getBytes(UTF_8));
      }

      @Override
      public List<Placed> placed() {
        return List.of();
      }
    };
  }

  /** Calls, and pulls all that comes. */
  protected final CallLog log(Answer answer) throws ModelException {
    return log(answer, settings().build());
  }

  protected final CallLog log(Answer answer, ModelSettings settings) throws ModelException {
    provider.answer(answer);
    return CallLog.of(connector().open(request(), body(), settings));
  }
}
