package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.Protocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Fetches that share a connection of HTTP/2, and what servers do with it. */
@Tag("network")
class Http2Test {

  private static final String HOST = "a.example";

  @RegisterExtension private final WebFetch web = new WebFetch();
  private final TestCertificates certificates = new TestCertificates();
  private final WebServer server = WebServer.https(certificates.forHost(HOST));
  private final CountDownLatch released = new CountDownLatch(1);

  @BeforeEach
  void knowTheHost() {
    web.withDns(new TestDns().answer(HOST, "127.0.0.1"))
        .withTrust(certificates.trust())
        .allow(HOST);
  }

  @AfterEach
  void closeTheServer() throws Exception {
    released.countDown();
    web.endRun();
    server.close();
  }

  private String url(String path) {
    return server.url(HOST, path);
  }

  private static MockResponse text(String text) {
    return new MockResponse.Builder().addHeader("Content-Type", "text/plain").body(text).build();
  }

  /** Answers when the test is over, whoever waits for it. */
  private void silentAt(String path, CountDownLatch asked) {
    server.answer(
        path,
        request -> {
          asked.countDown();
          await(released);
          return text("late");
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server is being closed
    }
  }

  /** Which connection the last of so many requests came by. */
  private int connectionOf(int last) throws Exception {
    RecordedRequest request = server.takeRequest();
    for (int i = 1; i < last; i++) {
      request = server.takeRequest();
    }
    return request.getConnectionIndex();
  }

  @Test
  void endsInTimeWhereAStreamHasNoEnd() throws Exception {
    silentAt("/silent", new CountDownLatch(1));
    assertThat(web.withTimeout(500).failure(url("/silent")))
        .isEqualTo("TIMEOUT " + url("/silent") + ": took longer than 1 s (passing)");
  }

  @Test
  void endsWhereABodyHasNoEnd() throws Exception {
    server.answer(
        "/slow",
        request ->
            new MockResponse.Builder()
                .body("x".repeat(10_000))
                .throttleBody(100, 200, TimeUnit.MILLISECONDS)
                .build());
    assertThat(web.withTimeout(500).failure(url("/slow")))
        .isEqualTo("TIMEOUT " + url("/slow") + ": took longer than 1 s (passing)");
  }

  @Test
  void anInterruptedFetchLeavesTheConnectionToOthers() throws Exception {
    server.serve("/", "first");
    web.get(url("/"));
    var asked = new CountDownLatch(2);
    silentAt("/a", asked);
    silentAt("/b", asked);
    WebFetch.Attempt interrupted = web.start(url("/a"));
    WebFetch.Attempt other = web.start(url("/b"));
    await(asked);
    interrupted.interrupt();
    assertThat(interrupted.failure()).isEqualTo("TIMEOUT " + url("/a") + ": was interrupted");
    assertThat(web.text(url("/"))).isEqualTo("first");
    released.countDown();
    assertThat(other.resource().content()).hasToString(web.get(url("/b")).content().toString());
    assertThat(connectionOf(5)).isZero();
  }

  @Test
  void manyInterruptionsLeaveTheConnectionToOthers() throws Exception {
    server.serve("/", "x".repeat(5_000));
    web.get(url("/"));
    for (int round = 0; round < 20; round++) {
      var attempts = new ArrayList<WebFetch.Attempt>();
      for (int i = 0; i < 8; i++) {
        attempts.add(web.start(url("/")));
      }
      TimeUnit.MICROSECONDS.sleep(round * 50L);
      for (int i = 0; i < attempts.size(); i += 2) {
        attempts.get(i).interrupt();
      }
      for (int i = 1; i < attempts.size(); i += 2) {
        assertThat(attempts.get(i).resource().content().size()).isEqualTo(5_000);
      }
      for (int i = 0; i < attempts.size(); i += 2) {
        assertThat(attempts.get(i).failure())
            .matches(f -> f.startsWith("no failure") || f.startsWith("TIMEOUT "), "ended or not");
      }
    }
    assertThat(web.connections()).isEqualTo(1);
  }

  @Test
  void aBodyThatIsTooLargeLeavesTheConnectionToOthers() throws Exception {
    server.serve("/large", "x".repeat(1 << 20));
    server.serve("/", "small");
    web.withMaxBytes(1000);
    for (int i = 0; i < 20; i++) { // more than the 16 MiB of a connection, unless given back
      assertThat(web.failure(url("/large")))
          .isEqualTo("TOO_LARGE " + url("/large") + ": is larger than the limit of 1000 bytes");
      assertThat(web.text(url("/"))).isEqualTo("small");
    }
    assertThat(web.connections()).isEqualTo(1);
  }

  @Test
  void isBoundedPerHostByStreams() throws Exception {
    web.with("per-host", 3);
    server.serve("/", "first");
    web.get(url("/"));
    var now = new AtomicInteger();
    var peak = new AtomicInteger();
    var full = new CountDownLatch(3);
    server.answer(
        "/counted",
        request -> {
          peak.accumulateAndGet(now.incrementAndGet(), Math::max);
          meet(full);
          now.decrementAndGet();
          return text("x");
        });
    var attempts = new ArrayList<WebFetch.Attempt>();
    for (int i = 0; i < 20; i++) {
      attempts.add(web.start(url("/counted")));
    }
    for (WebFetch.Attempt attempt : attempts) {
      attempt.resource();
    }
    assertThat(peak).hasValue(3);
    assertThat(web.connections()).isEqualTo(1);
  }

  /** As many as may come do, and then there is a while in which one too many would. */
  private static void meet(CountDownLatch full) {
    try {
      full.countDown();
      full.await();
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void redirectsToAServerWithoutIt() throws Exception {
    try (var old = WebServer.https(certificates.forHost(HOST))) {
      old.mock().setProtocols(List.of(Protocol.HTTP_1_1));
      old.serve("/", "old");
      old.redirect("/back", url("/new"));
      server.redirect("/", old.url(HOST, "/"));
      server.serve("/new", "new");
      assertThat(web.text(url("/"))).isEqualTo("old");
      assertThat(web.text(old.url(HOST, "/back"))).isEqualTo("new");
      assertThat(server.takeRequest().getVersion()).isEqualTo("HTTP/2");
      assertThat(old.takeRequest().getVersion()).isEqualTo("HTTP/1.1");
    }
  }
}
