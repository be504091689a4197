package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fetches leave behind them: nothing. {@link WebFetch} has a look after each test, too. */
@Tag("network")
class LeakTest {

  private static final String LARGE = "0123456789".repeat(50_000);
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";

  @RegisterExtension private final WebFetch web = new WebFetch();
  @AutoClose private final WebServer server = new WebServer();

  /** A server that answers each request on a connection with a text. */
  private static RawServer answering(String body) {
    return RawServer.running(
        connection -> {
          while (true) {
            connection.readRequest();
            connection.send(OK + "Content-Length: " + body.length() + "\r\n\r\n" + body);
          }
        });
  }

  /** A server that sends all of a large text but its end. */
  private static RawServer almostSending() {
    return RawServer.running(
        connection -> {
          connection.readRequest();
          connection.send(OK + "Content-Length: " + (LARGE.length() + 1) + "\r\n\r\n" + LARGE);
        });
  }

  private void assertNoTemporaryFile() throws Exception {
    WebFetch.assertSoon("temporary files", web::newTemporaryFiles, List.of());
  }

  private void awaitTemporaryFile() throws Exception {
    WebFetch.assertSoon("number of files", () -> web.newTemporaryFiles().size(), 1);
  }

  @Test
  void oneRunAfterAnotherLeavesNoConnection() throws Exception {
    try (var raw = answering("x")) {
      web.allow(raw.hostAndPort());
      for (int run = 1; run <= 2; run++) {
        fetchAtOnce(raw, 20);
        assertThat(raw.open()).isPositive().isEqualTo(web.connections());
        web.endRun();
        WebFetch.assertSoon("open connections", raw::open, 0);
      }
    }
  }

  private void fetchAtOnce(RawServer raw, int count) throws Exception {
    var attempts = new ArrayList<WebFetch.Attempt>();
    for (int i = 0; i < count; i++) {
      attempts.add(web.start(raw.url("/" + i)));
    }
    for (WebFetch.Attempt attempt : attempts) {
      attempt.resource();
    }
  }

  @Test
  void oneConnectionServesOneFetchAfterAnother() throws Exception {
    try (var raw = answering("x")) {
      web.allow(raw.hostAndPort());
      for (int i = 0; i < 10; i++) {
        web.get(raw.url("/" + i));
      }
      assertThat(raw.accepted()).isEqualTo(1);
    }
  }

  @Test
  void aConnectionThatTheServerHasClosedIsNoFailure() throws Exception {
    try (var raw =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.send(OK + "Content-Length: 1\r\n\r\nx");
              connection.close();
            })) {
      web.allow(raw.hostAndPort());
      for (int i = 0; i < 5; i++) {
        assertThat(web.text(raw.url("/" + i))).isEqualTo("x");
      }
      assertThat(raw.accepted()).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLargeBodyLeavesNoFile(boolean cache) throws Exception {
    web.allow(server.hostAndPort()).with("cache", cache);
    assertThat(web.text(server.serve("/", LARGE))).isEqualTo(LARGE);
    assertThat(web.newTemporaryFiles()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBodyThatIsTooLargeLeavesNoFile(boolean cache) throws Exception {
    try (var raw = answering(LARGE)) {
      web.allow(raw.hostAndPort()).with("cache", cache).withMaxBytes(LARGE.length() - 1);
      assertThat(web.failure(raw.url("/")))
          .isEqualTo("TOO_LARGE " + raw.url("/") + ": is larger than the limit of 499999 bytes");
      assertNoTemporaryFile();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anInterruptedBodyLeavesNoFile(boolean cache) throws Exception {
    try (var raw = almostSending()) {
      web.allow(raw.hostAndPort()).with("cache", cache);
      WebFetch.Attempt attempt = web.start(raw.url("/"));
      awaitTemporaryFile();
      attempt.interrupt();
      assertThat(attempt.failure()).isEqualTo("TIMEOUT " + raw.url("/") + ": was interrupted");
      assertNoTemporaryFile();
      WebFetch.assertSoon("open connections", raw::open, 0);
    }
  }

  @Test
  void aBodyThatIsLateLeavesNoFile() throws Exception {
    try (var raw = almostSending()) {
      web.allow(raw.hostAndPort()).withTimeout(300);
      assertThat(web.failure(raw.url("/")))
          .isEqualTo("TIMEOUT " + raw.url("/") + ": took longer than 1 s (passing)");
      assertNoTemporaryFile();
      WebFetch.assertSoon("open connections", raw::open, 0);
    }
  }

  @Test
  void aBodyThatBreaksOffLeavesNoFile() throws Exception {
    try (var raw =
        RawServer.sending(OK + "Content-Length: " + (LARGE.length() + 1) + "\r\n\r\n" + LARGE)) {
      web.allow(raw.hostAndPort());
      assertThat(web.failure(raw.url("/")))
          .isEqualTo(
              "FAILED "
                  + raw.url("/")
                  + ": the connection closed before the response was complete (passing)");
      assertThat(web.newTemporaryFiles()).isEmpty();
    }
  }

  @Test
  void theEndOfARunEndsItsFetches() throws Exception {
    try (var raw = almostSending()) {
      web.allow(raw.hostAndPort());
      WebFetch.Attempt attempt = web.start(raw.url("/"));
      awaitTemporaryFile();
      web.endRun();
      assertThat(attempt.failure()).startsWith("FAILED " + raw.url("/") + ": ");
      WebFetch.assertSoon("open connections", raw::open, 0);
    }
  }

  @Test
  void aConfirmedLargeBodyLeavesNoFile() throws Exception {
    web.allow(server.hostAndPort());
    server.answer("/", request -> conditional(request.getHeaders().get("If-None-Match")));
    web.get(server.url("/"));
    assertThat(web.text(server.url("/"))).isEqualTo(LARGE);
    assertThat(web.newTemporaryFiles()).isEmpty();
    assertThat(web.withMaxBytes(1000).text(server.url("/"))).isEqualTo(LARGE);
    web.endRun();
    assertThat(web.failure(server.url("/")))
        .isEqualTo("TOO_LARGE " + server.url("/") + ": is larger than the limit of 1000 bytes");
    assertThat(web.newTemporaryFiles()).isEmpty();
  }

  private static MockResponse conditional(@Nullable String condition) {
    var response = new MockResponse.Builder().addHeader("ETag", "\"1\"");
    return condition == null ? response.body(LARGE).build() : response.code(304).build();
  }

  private void answerAboutAnotherVersionAndThen(MockResponse last) {
    var asked = new AtomicInteger();
    web.allow(server.hostAndPort());
    server.answer(
        "/",
        request ->
            switch (asked.getAndIncrement()) {
              case 0 -> conditional(null);
              case 1 -> WebServer.response(304, "ETag: \"another\"");
              default -> last;
            });
  }

  @Test
  void aLargeBodyThatCannotBeConfirmedLeavesNoFile() throws Exception {
    answerAboutAnotherVersionAndThen(WebServer.response(500));
    web.get(server.url("/"));
    assertThat(web.failure(server.url("/")))
        .isEqualTo(
            "FAILED "
                + server.url("/")
                + ": the server returned 500 Internal Server Error (passing)");
    assertThat(web.newTemporaryFiles()).isEmpty();
  }

  @Test
  void aLargeBodyThatCannotBeAskedForAgainLeavesNoFile() throws Exception {
    answerAboutAnotherVersionAndThen(
        WebServer.response(200, "Content-Encoding: br", "Content-Length: 3"));
    web.get(server.url("/"));
    web.endRun();
    web.withTimeout(1000);
    assertThat(web.failure(server.url("/")))
        .isEqualTo("TIMEOUT " + server.url("/") + ": took longer than 1 s (passing)");
    assertThat(web.newTemporaryFiles()).isEmpty();
  }
}
