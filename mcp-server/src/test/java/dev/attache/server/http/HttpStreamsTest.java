package dev.attache.server.http;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.server.http.HttpFixture.Events;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("network")
class HttpStreamsTest {

  private static final String DONE = "event: message|data: {\"id\":5,\"result\":\"at last\"}";

  private HttpFixture http;

  @BeforeEach
  void listen() throws IOException {
    http = HttpFixture.open();
  }

  @AfterEach
  void close() {
    http.close();
  }

  private void say(String text) {
    http.sessions.last().unasked.send(ScriptedSessions.notification(text));
  }

  private static String event(String id, String text) {
    return "id: " + id + "|event: message|data: {\"note\":\"" + text + "\"}";
  }

  private Events ask(String session, int id) throws Exception {
    return http.events(
        http.to(session).POST(BodyPublishers.ofString(HttpFixture.request(id, "wait"))));
  }

  /** Has the next request that waits tell of its progress, once it is there. */
  private Thread progress(Object id, String text) {
    var thread =
        new Thread(
            () -> {
              while (!http.sessions.last().related.containsKey(id)) {
                Thread.onSpinWait();
              }
              java.util.Objects.requireNonNull(http.sessions.last().related.get(id))
                  .send(ScriptedSessions.notification(text));
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Test
  void whatComesUnaskedIsStreamed() throws Exception {
    try (Events events = http.listen(http.begin(), null)) {
      assertThat(events.response.statusCode()).isEqualTo(200);
      assertThat(events.response.headers().firstValue("Content-Type"))
          .contains("text/event-stream");
      assertThat(events.next()).isEqualTo("id: 1-0|retry: 1000|data:");
      say("a");
      assertThat(events.next()).isEqualTo(event("1-1", "a"));
      say("b");
      assertThat(events.next()).isEqualTo(event("1-2", "b"));
    }
  }

  @Test
  void olderClientsGetNoEventWithoutData() throws Exception {
    try (Events events = http.listen(http.begin("2025-06-18"), null)) {
      assertThat(events.next()).isEqualTo(":");
      say("a");
      assertThat(events.next()).isEqualTo(event("1-1", "a"));
    }
  }

  @Test
  void whatComesWhileNobodyListensIsKept() throws Exception {
    String session = http.begin();
    say("a");
    say("b");
    try (Events events = http.listen(session, null)) {
      events.next();
      assertThat(events.next()).isEqualTo(event("1-1", "a"));
      assertThat(events.next()).isEqualTo(event("1-2", "b"));
    }
  }

  @Test
  void theOldestOfManyAreDropped() throws Exception {
    String session = http.begin();
    for (int i = 1; i <= MessageStream.MAX_MESSAGES + 2; i++) {
      say("n" + i);
    }
    try (Events events = http.listen(session, null)) {
      events.next();
      assertThat(events.next()).isEqualTo(event("1-3", "n3"));
    }
  }

  @Test
  void aClientGoesOnWhereItsStreamBrokeOff() throws Exception {
    String session = http.begin();
    try (Events events = http.listen(session, null)) {
      say("a");
      say("b");
      say("c");
      events.next();
      assertThat(events.next()).isEqualTo(event("1-1", "a"));
    }
    try (Events events = http.listen(session, "1-1")) {
      assertThat(events.next()).isEqualTo("id: 1-1|retry: 1000|data:");
      assertThat(events.next()).isEqualTo(event("1-2", "b"));
      assertThat(events.next()).isEqualTo(event("1-3", "c"));
      say("d");
      assertThat(events.next()).isEqualTo(event("1-4", "d"));
    }
  }

  @Test
  void eachMessageComesOnceToThoseWhoNameNoEvent() throws Exception {
    String session = http.begin();
    try (Events events = http.listen(session, null)) {
      say("a");
      events.next();
      assertThat(events.next()).isEqualTo(event("1-1", "a"));
      say("b");
      assertThat(events.next()).isEqualTo(event("1-2", "b"));
    }
    try (Events events = http.listen(session, null)) {
      say("c");
      String first = events.next();
      assertThat(first).isIn("id: 1-2|retry: 1000|data:", "id: 1-1|retry: 1000|data:");
      assertThat(events.next()).isIn(event("1-3", "c"), event("1-2", "b"));
    }
  }

  @Test
  void aSecondListenerTakesTheStreamOver() throws Exception {
    String session = http.begin();
    try (Events first = http.listen(session, null)) {
      first.next();
      try (Events second = http.listen(session, null)) {
        assertThat(first.rest()).isEmpty();
        second.next();
        say("a");
        assertThat(second.next()).isEqualTo(event("1-1", "a"));
      }
    }
  }

  @Test
  void anEventThatNeverWasIsNotKnown() throws Exception {
    String session = http.begin();
    for (String id : List.of("9-1", "x", "1", "1-x", "-1", "1-99999999999999999999")) {
      HttpResponse<String> answer = http.send(http.to(session).header("Last-Event-ID", id).GET());
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body())
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"event "
                  + id
                  + " of Last-Event-ID is unknown or expired: listen without this header\"}}");
    }
  }

  @Test
  void anEventBeyondTheLastIsTheLast() throws Exception {
    String session = http.begin();
    try (Events events = http.listen(session, "1-77")) {
      assertThat(events.next()).isEqualTo("id: 1-0|retry: 1000|data:");
      say("a");
      assertThat(events.next()).isEqualTo(event("1-1", "a"));
    }
  }

  @Test
  void listenersMustTakeEvents() throws Exception {
    HttpResponse<String> answer =
        http.send(
            http.to(http.begin()).setHeader("Accept", "application/json, text/plain;q=1").GET());
    assertThat(answer.statusCode()).isEqualTo(406);
    assertThat(answer.body())
        .contains(
            "\"Accept must allow text/event-stream: send the header Accept: text/event-stream\"");
  }

  @Test
  void anAnswerWithProgressIsAStream() throws Exception {
    String session = http.begin();
    HttpResponse<String> answer = http.post(session, HttpFixture.request(5, "progress"));
    assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
    assertThat(answer.body())
        .isEqualTo(
            """
            id: 3-0
            retry: 1000
            data:

            id: 3-1
            event: message
            data: {"note":"progress of 5"}

            id: 3-2
            event: message
            data: {"id":5,"result":"done"}

            """);
  }

  @Test
  void progressComesBeforeTheAnswerIsThere() throws Exception {
    String session = http.begin();
    Thread progress = progress(5, "half");
    try (Events events = ask(session, 5)) {
      progress.join();
      events.next();
      assertThat(events.next()).isEqualTo(event("3-1", "half"));
      http.sessions.last().answer(5);
      assertThat(events.rest()).containsExactly("id: 3-2|" + DONE);
    }
  }

  @Test
  void anAnswerCanBeFetchedAfterItsStreamBrokeOff() throws Exception {
    String session = http.begin();
    Thread progress = progress(5, "half");
    try (Events events = ask(session, 5)) {
      progress.join();
      events.next();
      assertThat(events.next()).isEqualTo(event("3-1", "half"));
    }
    http.sessions.last().answer(5);
    try (Events events = http.listen(session, "3-1")) {
      assertThat(events.rest()).containsExactly("id: 3-1|retry: 1000|data:", "id: 3-2|" + DONE);
    }
    try (Events events = http.listen(session, "3-0")) {
      assertThat(events.rest())
          .containsExactly("id: 3-0|retry: 1000|data:", event("3-1", "half"), "id: 3-2|" + DONE);
    }
  }

  @Test
  void whatTakesLongBecomesAStreamThatIsKeptAlive() throws Exception {
    http.close();
    http = HttpFixture.with(HttpFixture.limits(9, Duration.ofMinutes(1), Duration.ofMillis(100)));
    String session = http.begin();
    try (Events events = ask(session, 5)) {
      assertThat(events.next()).isEqualTo("id: 3-0|retry: 1000|data:");
      assertThat(events.next()).isEqualTo(":");
      assertThat(events.next()).isEqualTo(":");
      http.sessions.last().answer(5);
      List<String> rest = events.rest();
      assertThat(rest.get(rest.size() - 1)).isEqualTo("id: 3-1|" + DONE);
    }
  }

  @Test
  void aListenerThatIsGoneIsNoticed() throws Exception {
    http.close();
    http = HttpFixture.with(HttpFixture.limits(9, Duration.ofMillis(200), Duration.ofMillis(50)));
    String session = http.begin();
    http.listen(session, null).close();
    await().until(() -> http.sessions.last().isClosed);
  }

  @Test
  void muchThatWasAnsweredLongAgoIsNotKept() throws Exception {
    String session = http.begin();
    for (int i = 0; i < 3; i++) {
      Thread progress = progress("big" + i, "half");
      try (Events events =
          http.events(
              http.to(session)
                  .POST(
                      BodyPublishers.ofString("{\"id\":\"big" + i + "\",\"method\":\"wait\"}")))) {
        progress.join();
        http.sessions
            .last()
            .complete(
                "big" + i, ScriptedSessions.result(1, "x".repeat(HttpSession.MAX_KEPT_BYTES / 2)));
        assertThat(events.rest()).hasSize(3);
      }
    }
    HttpResponse<String> gone = http.send(http.to(session).header("Last-Event-ID", "3-0").GET());
    assertThat(gone.statusCode()).isEqualTo(400);
    try (Events last = http.listen(session, "5-1")) {
      assertThat(last.rest()).hasSize(2);
    }
  }
}
