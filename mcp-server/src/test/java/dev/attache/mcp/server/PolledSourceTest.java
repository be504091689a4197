package dev.attache.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.history.AttachmentState;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PolledSourceTest {

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

  private void awaitConditional(int count) throws InterruptedException {
    for (int i = 0; notModified.get() < count && i < 2000; i++) {
      Thread.sleep(10);
    }
  }

  @Test
  void asksWebServersWithConditionsAndTellsOfChanges() throws Exception {
    try (var workspace = workspace(Duration.ofMillis(100))) {
      workspace.subscribe(url("/a"));
      awaitConditional(3);
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
    try (var workspace = workspace(Duration.ofMillis(50))) {
      workspace.subscribe(url("/a"));
      status = 500;
      Thread.sleep(3000);
      assertThat(full).hasValueBetween(3, 12); // after 50, 100, 200, 400, 800, 800, ... ms, about
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
      awaitConditional(3);
      assertThat(workspace.told).isEmpty();
      text = "three";
      assertThat(workspace.told(1)).containsExactly(url("/a"));
      assertThat(workspace.problems)
          .containsExactly(
              "changes may be told of later, because a look for them failed:"
                  + " java.lang.IllegalStateException: broken");
    }
  }

  @Test
  void asksNobodyWhenTheSubscriptionHasEnded() throws Exception {
    try (var workspace = workspace(Duration.ofMillis(50))) {
      workspace.subscribe(url("/a"));
      awaitConditional(1);
      workspace.watch.unsubscribe(url("/a"));
      Thread.sleep(200);
      int asked = server.getRequestCount();
      Thread.sleep(300);
      assertThat(server.getRequestCount()).isEqualTo(asked);
    }
  }

  @Test
  void asksNobodyForWhatNobodyHereAskedFor() throws Exception {
    try (var workspace = workspace(Duration.ofMillis(50))) {
      workspace.attach(Requester.WORKSPACE, List.of(url("/a")));
      AttachmentState state = workspace.attachments().get(0);
      workspace.watch.subscribe("a", state);
      Thread.sleep(500);
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
      long begin = System.nanoTime();
      awaitConditional(1);
      long first = System.nanoTime();
      awaitConditional(40);
      assertThat(first - begin).isGreaterThan(700_000_000L);
      assertThat(System.nanoTime() - first).isGreaterThan(400_000_000L);
      assertThat(full).hasValue(40);
      assertThat(workspace.told).isEmpty();
    }
  }
}
