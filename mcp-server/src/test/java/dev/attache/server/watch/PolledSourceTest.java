package dev.attache.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.AttachmentState;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("network")
class PolledSourceTest {

  private static final Duration STEP = Duration.ofMillis(50);

  @TempDir private Path parent;
  private final MockWebServer server = new MockWebServer();
  private final AtomicInteger full = new AtomicInteger();
  private final AtomicInteger notModified = new AtomicInteger();
  private volatile String text = "one";
  private volatile int status = 200;

  @BeforeEach
  void start() throws IOException {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return answer(request);
          }
        });
    server.start(InetAddress.getLoopbackAddress(), 0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private MockResponse answer(RecordedRequest request) {
    if (status != 200) {
      full.incrementAndGet();
      return new MockResponse.Builder().code(status).build();
    }
    String tag = '"' + text + '"';
    if (tag.equals(request.getHeaders().get("If-None-Match"))) {
      notModified.incrementAndGet();
      return new MockResponse.Builder().code(304).addHeader("ETag", tag).build();
    }
    full.incrementAndGet();
    return new MockResponse.Builder()
        .addHeader("Content-Type", "text/plain")
        .addHeader("ETag", tag)
        .body(text)
        .build();
  }

  private WatchedWorkspace workspace(Duration pollEvery) throws IOException {
    return new WatchedWorkspace(
        parent, FileWatch.SHARED, pollEvery, "127.0.0.1:" + server.getPort());
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getPort() + path;
  }

  /** Lets time pass until so many requests were answered with what is there already. */
  private void awaitConditional(WatchedWorkspace workspace, int count) {
    for (int i = 0; notModified.get() < count && i < 1000; i++) {
      workspace.pass(STEP);
    }
    assertThat(notModified).hasValueGreaterThanOrEqualTo(count);
  }

  @Test
  void asksWebServersWithConditionsAndTellsOfChanges() throws Exception {
    try (var workspace = workspace(Duration.ofMillis(100))) {
      workspace.subscribe(url("/a"));
      awaitConditional(workspace, 3);
      assertThat(full).hasValue(1);
      assertThat(workspace.told).isEmpty();
      text = "two";
      assertThat(workspace.told(1)).containsExactly(url("/a"));
      assertThat(full).hasValue(2);
      status = 404;
      assertThat(workspace.told(2)).hasSize(2);
      status = 200;
      assertThat(workspace.told(3)).hasSize(3);
    }
  }

  @Test
  void asksLessAndLessOftenWhatFails() throws Exception {
    try (var workspace = workspace(Duration.ofMillis(200))) {
      workspace.subscribe(url("/a"));
      status = 500;
      var asked = new ArrayList<Long>();
      for (int i = 0; i < 280; i++) { // 14 seconds
        int before = full.get();
        workspace.pass(STEP);
        if (full.get() > before) {
          asked.add(i * STEP.toMillis());
        }
      }
      assertThat(asked).hasSize(7);
      for (int i = 1; i < 7; i++) { // after 0.4, 0.8, 1.6, 3.2, 3.2 and 3.2 seconds, about
        long pause = 200L << Math.min(i, 4);
        assertThat(asked.get(i) - asked.get(i - 1))
            .isBetween(pause * 9 / 10 - 50, pause * 11 / 10 + 50);
      }
      assertThat(workspace.told).isEmpty();
      assertThat(workspace.problems)
          .singleElement()
          .asString()
          .startsWith(url("/a") + " cannot be watched now: ");
      status = 200;
      text = "two";
      assertThat(workspace.told(1)).containsExactly(url("/a"));
    }
  }

  @Test
  void asksAgainAfterACheckThatFailedAndSaysSoOnce() throws Exception {
    try (var workspace = workspace(Duration.ofMillis(100))) {
      workspace.subscribe(url("/a"));
      workspace.failing.set(new IllegalStateException("broken"));
      text = "two";
      awaitConditional(workspace, 3);
      assertThat(workspace.told).isEmpty();
      text = "three";
      assertThat(workspace.told(1)).containsExactly(url("/a"));
      assertThat(workspace.problems)
          .containsExactly(
              "changes may be reported late, because a check failed:"
                  + " java.lang.IllegalStateException: broken");
    }
  }

  @Test
  void asksNobodyWhenTheSubscriptionHasEnded() throws Exception {
    try (var workspace = workspace(Duration.ofMillis(50))) {
      workspace.subscribe(url("/a"));
      awaitConditional(workspace, 1);
      workspace.watch.unsubscribe(url("/a"));
      int asked = server.getRequestCount();
      for (int i = 0; i < 10; i++) {
        workspace.pass(STEP);
      }
      assertThat(server.getRequestCount()).isEqualTo(asked);
    }
  }

  @Test
  void asksNobodyForWhatNobodyHereAskedFor() throws Exception {
    try (var workspace = workspace(Duration.ofMillis(50))) {
      workspace.attach(Requester.WORKSPACE, List.of(url("/a")));
      AttachmentState state = workspace.attachments().get(0);
      workspace.watch.subscribe("a", state);
      for (int i = 0; i < 10; i++) {
        workspace.pass(STEP);
      }
      assertThat(server.getRequestCount()).isEqualTo(1);
      assertThat(workspace.problems)
          .containsExactly("a cannot be watched now: not looked at: nobody here asked for it");
    }
  }

  @Test
  void spreadsTheRequestsForManyResources() throws Exception {
    try (var workspace = workspace(Duration.ofSeconds(2))) {
      var urls = new ArrayList<String>();
      for (int i = 0; i < 40; i++) {
        urls.add(url("/" + i));
      }
      workspace.subscribeAll(urls);
      var asked = new ArrayList<Long>();
      for (long i = 1; i <= 40; i++) {
        int before = notModified.get();
        workspace.pass(STEP);
        if (notModified.get() > before) {
          asked.add(i * STEP.toMillis());
        }
      }
      assertThat(notModified).hasValue(40);
      assertThat(asked.get(0)).isGreaterThanOrEqualTo(1000);
      assertThat(asked.get(asked.size() - 1) - asked.get(0)).isGreaterThan(400);
      assertThat(full).hasValue(40);
      assertThat(workspace.told).isEmpty();
    }
  }
}
