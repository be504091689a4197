package dev.attache.mcp.http;

import static dev.attache.test.LongWait.PATIENCE;
import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Subscriptions at a server of the legacy era that ends its stream of notices now and then. */
@Tag("network")
@Tag("slow")
class NoticeStreamTest {

  private static final String UPDATED =
      "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\","
          + "\"params\":{\"uri\":\"demo:1\"}}\n\n";

  /** What a server does with a stream. */
  private interface Stream {
    void serve(RawHttpServer.Exchange exchange, int number) throws Exception;
  }

  private final AtomicInteger streams = new AtomicInteger();
  private final BlockingQueue<String> updates = new LinkedBlockingQueue<>();
  private volatile Stream stream = (exchange, number) -> exchange.beginEvents();
  private RawHttpServer http;
  private Hostile pool;

  @BeforeEach
  void start() throws IOException {
    http = RawHttpServer.start(this::answer);
    pool =
        new Hostile(
            HttpClientFixture.server(
                new McpServer.Endpoint(http.url("/mcp"), Map.of("X-Key", "k"))),
            false);
  }

  @AfterEach
  void stop() throws IOException {
    pool.close();
    http.close();
  }

  private void answer(RawHttpServer.Exchange exchange) throws Exception {
    RawHttpServer.Request request = exchange.request();
    if (request.method().equals("GET")) {
      stream.serve(exchange, streams.incrementAndGet());
    } else if (request.isFor("initialize")) {
      exchange.answer(
          200,
          Map.of("Content-Type", "application/json", "Mcp-Session-Id", "s1"),
          exchange.result(
              "{\"protocolVersion\":\"2025-06-18\","
                  + "\"capabilities\":{\"resources\":{\"subscribe\":true}}}"));
    } else if (request.isFor("resources/subscribe") || request.isFor("resources/unsubscribe")) {
      exchange.answer(200, "application/json", exchange.result("{}"));
    } else {
      exchange.answer(request.isFor("server/discover") ? 404 : 202, Map.of(), "");
    }
  }

  private McpConnection.Subscription subscribe() throws McpException {
    return pool.connect().subscribe(List.of("demo:1"), updates::add, PATIENCE);
  }

  private String update() throws InterruptedException {
    return updates.take();
  }

  private List<RawHttpServer.Request> opened() {
    return http.requests().stream().filter(each -> each.method().equals("GET")).toList();
  }

  @Test
  void isOpenedAgainWhenTheServerEndsIt() throws Exception {
    stream =
        (exchange, number) -> {
          exchange.beginEvents();
          if (number > 1) {
            exchange.write(UPDATED);
          }
          if (number > 2) {
            exchange.awaitClose();
          }
        };
    try (var subscription = subscribe()) {
      assertThat(subscription).isNotNull();
      assertThat(update()).isEqualTo("demo:1");
      assertThat(update()).isEqualTo("demo:1");
    }
    assertThat(opened())
        .hasSize(3)
        .allSatisfy(
            request ->
                assertThat(request.headers())
                    .containsEntry("mcp-session-id", "s1")
                    .containsEntry("mcp-protocol-version", "2025-06-18")
                    .containsEntry("accept", "text/event-stream")
                    .containsEntry("x-key", "k"));
  }

  @Test
  void isNotOpenedAgainForNobody() throws Exception {
    pool.connect();
    ModernEndpointTest.awaitRequests(http, 4);
    assertThat(opened()).hasSize(1);
  }

  @Test
  void isNotOpenedAgainWhereThereIsNone() throws Exception {
    stream = (exchange, number) -> exchange.answer(405, Map.of(), "");
    try (var subscription = subscribe()) {
      assertThat(subscription).isNotNull();
      TimeUnit.MILLISECONDS.sleep(600); // longer than the first pause
    }
    assertThat(opened()).hasSize(1);
  }

  @Test
  void isOpenedLessAndLessOftenForNothing() throws Exception {
    try (var subscription = subscribe()) {
      assertThat(subscription).isNotNull();
      await().until(() -> opened().size() == 3); // at 0, 250, 750, 1750, …
    }
  }

  @Test
  void isOpenedAgainWhenTheServerSays() throws Exception {
    stream =
        (exchange, number) -> {
          exchange.beginEvents();
          awaitSubscribed(); // or nobody is told what the first has
          exchange.write("retry: " + (number == 1 ? 600 : 600_000) + "\n" + UPDATED);
        };
    try (var subscription = subscribe()) {
      assertThat(subscription).isNotNull();
      assertThat(update()).isEqualTo("demo:1");
      long since = System.nanoTime();
      assertThat(update()).isEqualTo("demo:1");
      assertThat(System.nanoTime() - since).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(500));
    }
    assertThat(opened()).hasSize(2);
  }

  private void awaitSubscribed() throws InterruptedException {
    await()
        .until(() -> http.requests().stream().anyMatch(each -> each.isFor("resources/subscribe")));
  }

  @Test
  void isNotOpenedAgainWhenTheConnectionIsClosed() throws Exception {
    stream =
        (exchange, number) -> {
          exchange.beginEvents();
          exchange.awaitClose();
        };
    subscribe();
    pool.stop();
    ModernEndpointTest.awaitNoConnection(http);
    assertThat(opened()).hasSize(1);
  }
}
