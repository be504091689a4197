package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.http.fetch.FetchLimits;
import dev.attache.handlers.http.fetch.RequestLimits;
import java.net.Socket;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.Dns;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ends a fetch, whatever it is doing: an interruption, or its time. */
@Tag("network")
class InterruptionTest {

  /** The time of a fetch that is not to end because its time is up. */
  private static final long LONG_MILLIS = TimeUnit.MINUTES.toMillis(10);

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n";

  @RegisterExtension private final WebFetch web = new WebFetch().withTimeout(LONG_MILLIS);

  private void assertEndsWhenInterrupted(String url, Callable<Boolean> isUnderWay)
      throws Exception {
    WebFetch.Attempt attempt = web.start(url);
    WebFetch.assertSoon("under way", isUnderWay::call, true);
    attempt.interrupt();
    assertThat(attempt.failure()).isEqualTo("TIMEOUT " + url + ": was interrupted");
  }

  private void assertEndsInTime(String url) throws Exception {
    assertThat(web.withTimeout(300).failure(url))
        .isEqualTo("TIMEOUT " + url + ": took longer than 1 s (passing)");
  }

  private boolean isReading() {
    return web.isIn(Socket.class, "read");
  }

  private void assertClosed(RawServer server) throws Exception {
    WebFetch.assertSoon("open connections", server::open, 0);
  }

  @Test
  void endsWhileConnecting() throws Exception {
    try (var blackhole = new Blackhole()) {
      web.allow(blackhole.hostAndPort());
      assertEndsWhenInterrupted(blackhole.url(), () -> web.isIn(Socket.class, "connect"));
    }
  }

  @Test
  void endsWhileConnectingInTime() throws Exception {
    try (var blackhole = new Blackhole()) {
      web.allow(blackhole.hostAndPort());
      assertEndsInTime(blackhole.url());
    }
  }

  @Tag("slow")
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
      assertEndsWhenInterrupted(
          "https://" + raw.hostAndPort() + "/", () -> raw.accepted() == 1 && isReading());
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
      assertEndsWhenInterrupted(raw.url("/"), () -> raw.silent() == 1 && isReading());
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
      assertEndsWhenInterrupted(raw.url("/"), () -> raw.requests().size() == 1 && isReading());
      assertClosed(raw);
    }
  }

  @Test
  void endsWhileTheNameServiceIsSilent() throws Exception {
    var asked = new CountDownLatch(1);
    var answered = new CountDownLatch(1);
    web.withDns(silentUntil(answered, asked));
    assertEndsWhenInterrupted("http://a.example/", () -> asked.getCount() == 0);
    answered.countDown();
  }

  @Test
  void endsInTimeWhileTheNameServiceIsSilent() throws Exception {
    var answered = new CountDownLatch(1);
    web.withDns(silentUntil(answered, new CountDownLatch(1)));
    assertEndsInTime("http://a.example/");
    answered.countDown();
  }

  /** As that of the system, it cannot be interrupted. */
  private static Dns silentUntil(CountDownLatch answered, CountDownLatch asked) {
    return host -> {
      asked.countDown();
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
      assertEndsWhenInterrupted(
          server.status("/", 503, "Retry-After: 4"), () -> web.isIn(FetchLimits.class, "pause"));
    }
  }

  @Test
  void endsWhileItWaitsForItsTurn() throws Exception {
    try (var raw = RawServer.running(connection -> connection.awaitClose())) {
      web.allow(raw.hostAndPort()).with("per-host", 1);
      WebFetch.Attempt first = web.start(raw.url("/1"));
      WebFetch.assertSoon("connections", raw::accepted, 1);
      assertEndsWhenInterrupted(raw.url("/2"), () -> web.isIn(RequestLimits.class, "acquire"));
      first.interrupt();
      assertThat(first.failure()).isEqualTo("TIMEOUT " + raw.url("/1") + ": was interrupted");
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
      String failure = attempt.failure();
      assertThat(failure)
          .matches(
              f -> f.startsWith("TIMEOUT") || f.startsWith("no failure"), "timeout or too late");
    }
  }

  @Test
  void leavesNothingHoweverOftenAndWhenever() throws Exception {
    try (var server = new WebServer()) {
      web.allow(server.hostAndPort());
      String url = server.serve("/", "x".repeat(5_000));
      for (int round = 0; round < 40; round++) {
        WebFetch.Attempt other = web.start(url);
        WebFetch.Attempt attempt = web.start(url);
        TimeUnit.MICROSECONDS.sleep(round * 100L);
        attempt.interrupt();
        assertThat(attempt.failure())
            .matches(f -> f.startsWith("TIMEOUT") || f.startsWith("no failure"), "ended or not");
        assertThat(other.resource().content().size()).isEqualTo(5_000);
      }
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
      assertThat(silent.failure()).isEqualTo("TIMEOUT " + raw.url("/") + ": was interrupted");
      assertThat(web.text(server.url("/"))).isEqualTo("fine");
    }
  }
}
