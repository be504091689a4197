package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import okhttp3.Dns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ends a fetch, whatever it is doing: an interruption, or its time. */
class InterruptionTest {

  private static final Duration AT_ONCE = Duration.ofSeconds(1);
  private static final long UNDER_WAY_MILLIS = 150;
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n";

  @RegisterExtension private final WebFetch web = new WebFetch();

  private void assertEndsWhenInterrupted(String url) throws Exception {
    WebFetch.Attempt attempt = web.start(url);
    Thread.sleep(UNDER_WAY_MILLIS);
    attempt.interrupt();
    assertThat(attempt.failure(AT_ONCE)).isEqualTo("TIMEOUT " + url + ": was interrupted");
  }

  private void assertEndsInTime(String url) throws Exception {
    assertThat(web.withTimeout(300).start(url).failure(AT_ONCE.plusMillis(300)))
        .isEqualTo("TIMEOUT " + url + ": took longer than 1 s (passing)");
  }

  private void assertClosed(RawServer server) throws Exception {
    WebFetch.assertSoon("open connections", server::open, 0);
  }

  @Test
  void endsWhileConnecting() throws Exception {
    try (var blackhole = new Blackhole()) {
      web.allow(blackhole.hostAndPort());
      assertEndsWhenInterrupted(blackhole.url());
    }
  }

  @Test
  void endsWhileConnectingInTime() throws Exception {
    try (var blackhole = new Blackhole()) {
      web.allow(blackhole.hostAndPort());
      assertEndsInTime(blackhole.url());
    }
  }

  @Test
  void triesToConnectForFiveSeconds() throws Exception {
    try (var blackhole = new Blackhole()) {
      web.allow(blackhole.hostAndPort());
      assertThat(web.failure(blackhole.url()))
          .isEqualTo(
              "FAILED %s: cannot connect to http://%s in time (passing)"
                  .formatted(blackhole.url(), blackhole.hostAndPort()));
    }
  }

  @Test
  void endsInTheHandshake() throws Exception {
    try (var raw = RawServer.running(connection -> connection.awaitClose())) {
      web.allow(raw.hostAndPort());
      assertEndsWhenInterrupted("https://" + raw.hostAndPort() + "/");
      assertClosed(raw);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nX: ", OK, OK + "a part"})
  void endsWhileTheServerIsSilent(String answer) throws Exception {
    try (var raw =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.send(answer);
            })) {
      web.allow(raw.hostAndPort());
      assertEndsWhenInterrupted(raw.url("/"));
      assertClosed(raw);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.1 200 OK\r\nX: ", OK})
  void endsWhileTheServerDrips(String answer) throws Exception {
    try (var raw =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.send(answer);
              connection.drip("x".repeat(10_000), 10);
            })) {
      web.allow(raw.hostAndPort());
      assertEndsWhenInterrupted(raw.url("/"));
      assertClosed(raw);
    }
  }

  @Test
  void endsWhileTheNameServiceIsSilent() throws Exception {
    var answered = new CountDownLatch(1);
    web.withDns(silentUntil(answered));
    assertEndsWhenInterrupted("http://a.example/");
    answered.countDown();
  }

  @Test
  void endsInTimeWhileTheNameServiceIsSilent() throws Exception {
    var answered = new CountDownLatch(1);
    web.withDns(silentUntil(answered));
    assertEndsInTime("http://a.example/");
    answered.countDown();
  }

  /** As that of the system, it cannot be interrupted. */
  private static Dns silentUntil(CountDownLatch answered) {
    return host -> {
      while (true) {
        try {
          answered.await();
          return new TestDns().lookup(host);
        } catch (InterruptedException e) {
          // goes on waiting
        }
      }
    };
  }

  @Test
  void endsInAPause() throws Exception {
    try (var server = new WebServer()) {
      web.allow(server.hostAndPort());
      assertEndsWhenInterrupted(server.status("/", 503, "Retry-After: 4"));
    }
  }

  @Test
  void endsWhileItWaitsForItsTurn() throws Exception {
    try (var raw = RawServer.running(connection -> connection.awaitClose())) {
      web.allow(raw.hostAndPort()).with("per-host", 1);
      WebFetch.Attempt first = web.start(raw.url("/1"));
      Thread.sleep(UNDER_WAY_MILLIS);
      assertEndsWhenInterrupted(raw.url("/2"));
      first.interrupt();
      assertThat(first.failure(AT_ONCE))
          .isEqualTo("TIMEOUT " + raw.url("/1") + ": was interrupted");
      assertThat(raw.accepted()).isEqualTo(1);
      assertClosed(raw);
    }
  }

  @Test
  void endsBeforeItBegins() throws Exception {
    try (var server = new WebServer()) {
      web.allow(server.hostAndPort());
      WebFetch.Attempt attempt = web.start(server.serve("/", "x"));
      attempt.interrupt();
      String failure = attempt.failure(AT_ONCE);
      assertThat(failure)
          .matches(
              f -> f.startsWith("TIMEOUT") || f.startsWith("no failure"), "timeout or too late");
    }
  }

  @Test
  void leavesOthersAlone() throws Exception {
    try (var server = new WebServer();
        var raw = RawServer.running(connection -> connection.awaitClose())) {
      web.allow(server.hostAndPort(), raw.hostAndPort());
      WebFetch.Attempt silent = web.start(raw.url("/"));
      assertThat(web.text(server.serve("/", "fine"))).isEqualTo("fine");
      silent.interrupt();
      assertThat(silent.failure(AT_ONCE))
          .isEqualTo("TIMEOUT " + raw.url("/") + ": was interrupted");
      assertThat(web.text(server.url("/"))).isEqualTo("fine");
    }
  }
}
