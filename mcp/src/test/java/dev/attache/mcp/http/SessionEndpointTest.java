package dev.attache.mcp.http;

import static dev.attache.test.LongWait.PATIENCE;
import static dev.attache.test.LongWait.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.session.ClientProfile;
import dev.attache.mcp.session.ServerLink.Era;
import dev.attache.mcp.session.SessionConnection;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("network")
@Tag("slow")
class SessionEndpointTest {

  private static final Map<String, Object> EMPTY = Map.of();

  /** A server with a session; a request it knows nothing of is handled by {@code other}. */
  private static RawHttpServer server(RawHttpServer.Handler other) throws Exception {
    return RawHttpServer.start(
        exchange -> {
          RawHttpServer.Request request = exchange.request();
          var headers = new LinkedHashMap<String, String>();
          headers.put("Content-Type", "application/json");
          headers.put("Mcp-Session-Id", "s1");
          if (request.method().equals("GET")) {
            exchange.beginEvents();
            exchange.write(
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\","
                    + "\"params\":{\"uri\":\"a\"}}\n\n");
            exchange.awaitClose();
          } else if (request.method().equals("DELETE")) {
            exchange.answer(200, Map.of(), "");
          } else if (request.isFor("initialize")) {
            exchange.answer(200, headers, exchange.result("{\"protocolVersion\":\"2025-06-18\"}"));
          } else if (request.isFor("notifications/initialized")) {
            exchange.answer(202, Map.of(), "");
          } else {
            other.handle(exchange);
          }
        });
  }

  @Test
  void keepsTheEndpointTheHeadersAndTheRevisionThatWasAgreedOn() throws Exception {
    try (var server =
            server(exchange -> exchange.answer(200, "application/json", exchange.result("{}")));
        var client =
            HttpClientFixture.of(
                Era.LEGACY, server.url("/a%2Fb/?x=%20&y"), Map.of("Authorization", "Bearer t"))) {
      client.initialize();
      client.ask("resources/read", Map.of("uri", "demo://ä世界\n"));
      ModernEndpointTest.awaitRequests(server, 4);
      assertThat(client.updates.take()).isEqualTo(Map.of("uri", "a"));
      client.wire.close(false);

      assertThat(server.requests())
          .allSatisfy(
              request -> {
                assertThat(request.target()).isEqualTo("/a%2Fb/?x=%20&y");
                assertThat(request.headers()).containsEntry("authorization", "Bearer t");
              })
          .filteredOn(request -> !request.isFor("initialize"))
          .hasSize(4)
          .allSatisfy(
              request ->
                  assertThat(request.headers())
                      .containsEntry("mcp-session-id", "s1")
                      .containsEntry("mcp-protocol-version", "2025-06-18")
                      .doesNotContainKeys("mcp-name", "attache-call"))
          .extracting(RawHttpServer.Request::method)
          .containsExactlyInAnyOrder("POST", "POST", "GET", "DELETE");
      ModernEndpointTest.awaitNoConnection(server);
    }
  }

  @Test
  void endsTheConnectionsWithoutATalkWhenHurried() throws Exception {
    try (var server = server(RawHttpServer.Exchange::awaitClose);
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();
      client.updates.take();
      CompletableFuture<?> asked = client.session.sendRequest("x", EMPTY);
      ModernEndpointTest.awaitRequests(server, 4);
      client.wire.close(true);

      ModernEndpointTest.awaitNoConnection(server);
      assertThat(server.requests())
          .extracting(RawHttpServer.Request::method)
          .doesNotContain("DELETE");
      assertThat(client.wire.isOpen()).isFalse();
      assertThat(asked).isNotNull();
    }
  }

  @Test
  void doesNotWaitLongForAServerThatDoesNotLetGo() throws Exception {
    try (var server =
            RawHttpServer.start(
                exchange -> {
                  if (exchange.request().isFor("initialize")) {
                    exchange.answer(
                        200,
                        Map.of("Content-Type", "application/json", "Mcp-Session-Id", "s"),
                        exchange.result("{\"protocolVersion\":\"2025-11-25\"}"));
                  } else if (exchange.request().method().equals("POST")) {
                    exchange.answer(202, Map.of(), "");
                  } else {
                    exchange.awaitClose();
                  }
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();
      client.wire.close(false); // though the server holds on for ever

      ModernEndpointTest.awaitNoConnection(server);
    }
  }

  @ParameterizedTest
  @CsvSource({"150, true", "50, false"})
  void endsTheConnectionToAServerThatAsksTooMuch(int questions, boolean isTooMuch)
      throws Exception {
    try (var server =
            server(
                exchange -> {
                  exchange.beginEvents();
                  for (int i = 0; i < questions; i++) {
                    String id = exchange.request().isFor("x") ? "q" + i : "more" + i;
                    exchange.write(
                        "data: {\"jsonrpc\":\"2.0\",\"id\":\""
                            + id
                            + "\",\"method\":\"ping\"}\n\n");
                  }
                  if (exchange.request().isFor("x") && !isTooMuch) {
                    exchange.write("data: " + exchange.result("{}") + "\n\n");
                  }
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();
      if (isTooMuch) {
        var asked = new CompletableFuture<McpException>();
        client.wire.onClosed(
            () -> asked.complete(client.wire.explain(new ClosedChannelException(), "x")));
        var unused = client.session.sendRequest("x", EMPTY);
        assertThat(asked.get())
            .hasMessage(
                ModernEndpointTest.at(server)
                    + "asked more than 100 questions in a second, or more than 1000 in all; the"
                    + " connection was closed");
        ModernEndpointTest.awaitNoConnection(server);
      } else {
        assertThat(client.ask("x", EMPTY)).isEmpty();
        await()
            .until(
                () ->
                    server.requests().stream().filter(each -> each.body().contains("\"q")).count()
                        == 50);
        assertThat(client.ask("x", EMPTY)).isEmpty(); // after what is said to answers of ours
        assertThat(client.wire.isOpen()).isTrue();
        assertThat(server.requests())
            .extracting(RawHttpServer.Request::body)
            .noneMatch(body -> body.contains("more"))
            .anyMatch(body -> body.contains("q49"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void closesWhateverTheStateOfTheThread(boolean isOfThePool) throws Exception {
    try (var server = server(RawHttpServer.Exchange::awaitClose);
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();
      client.updates.take();
      var isInterrupted = new CompletableFuture<Boolean>();
      Runnable closing =
          () -> {
            try {
              Thread.currentThread().interrupt();
              client.wire.close(false);
              isInterrupted.complete(Thread.interrupted());
            } catch (RuntimeException e) {
              isInterrupted.completeExceptionally(e);
            }
          };
      if (isOfThePool) {
        ForkJoinPool.commonPool().execute(closing);
      } else {
        new Thread(closing).start();
      }
      assertThat(isInterrupted.get()).isTrue();
      ModernEndpointTest.awaitNoConnection(server);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "404|",
        "404|{\"error\":{\"code\":-32001,\"message\":\"Session not found\"}}",
        "400|{\"error\":{\"code\":-32000,\"message\":\"Bad Request: No valid session ID\"}}",
      })
  void isClosedWhenTheServerDoesNotKnowTheSessionAnyMore(int status, String body) throws Exception {
    try (var server =
            server(
                exchange -> exchange.answer(status, "application/json", body == null ? "" : body));
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      var closed = new AtomicInteger();
      client.wire.onClosed(closed::incrementAndGet);
      client.initialize();
      McpException failure = client.failure("x", EMPTY);

      assertThat(failure.kind()).isEqualTo(McpException.Kind.CLOSED);
      assertThat(failure).hasMessage(ModernEndpointTest.at(server) + "closed the session");
      assertThat(client.wire.isOpen()).isFalse();
      assertThat(closed).hasValue(1);
    }
  }

  @Test
  void keepsTheErrorOfARefusalAndTheSession() throws Exception {
    var isRefused = new AtomicBoolean(true);
    try (var server =
            server(
                exchange -> {
                  if (isRefused.getAndSet(false)) {
                    exchange.answer(
                        400,
                        "application/json",
                        "{\"error\":{\"code\":-32602,\"message\":\"no such uri\",\"data\":7}}");
                  } else {
                    exchange.answer(200, "application/json", exchange.result("{}"));
                  }
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();
      McpException failure = client.failure("x", EMPTY);

      assertThat(failure.kind()).isEqualTo(McpException.Kind.ERROR);
      assertThat(failure.code()).contains(-32602);
      assertThat(failure.data()).contains(7);
      assertThat(client.wire.isOpen()).isTrue();
      assertThat(client.ask("x", EMPTY)).isEmpty();
    }
  }

  @Test
  void readsEventsInNastyPieces() throws Exception {
    try (var server =
            server(
                exchange -> {
                  exchange.beginEvents();
                  String events =
                      ": hello\r\n\r\nid: 1\r\ndata:\r\n\r\nevent: message\r\ndata: "
                          + exchange.result("{\"text\":\"ä€😀\"}")
                          + "\r\n\r\n";
                  for (byte b : events.getBytes(UTF_8)) {
                    exchange.output().write(b);
                    exchange.output().flush();
                  }
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();

      assertThat(client.ask("x", EMPTY)).isEqualTo(Map.of("text", "ä€😀"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/event-stream"})
  void boundsAnswers(String type) throws Exception {
    int max = 23 << 20;
    var size = new AtomicInteger(max - 1000);
    try (var server =
            server(
                exchange -> {
                  String answer = exchange.result("{\"b\":\"" + "A".repeat(size.get()) + "\"}");
                  exchange.answer(
                      200, type, type.endsWith("json") ? answer : "data: " + answer + "\n\n");
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"), PATIENCE, max)) {
      client.initialize();

      assertThat((String) client.ask("x", EMPTY).get("b")).hasSize(size.get());
      size.set(max);
      McpException failure = client.failure("x", EMPTY);
      assertThat(failure.kind()).isEqualTo(McpException.Kind.TOO_LARGE);
      assertThat(failure)
          .hasMessage(
              ModernEndpointTest.at(server) + "answered with more than 24117248 bytes, the limit");
    }
  }

  @Test
  void answersManyRequestsAtOnce() throws Exception {
    try (var server =
            server(
                exchange -> {
                  Thread.sleep(20); // a server that takes a while
                  exchange.answer(
                      200, "application/json", exchange.result(exchange.request().body()));
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();
      var asked = new ArrayList<CompletableFuture<Map<String, Object>>>();
      for (int i = 0; i < 100; i++) {
        asked.add(client.session.sendRequest("x", Map.of("n", i)));
      }
      for (int i = 0; i < 100; i++) {
        assertThat(asked.get(i).get().get("params")).isEqualTo(Map.of("n", i));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tellsTheServerThatARequestIsCancelledAndReadsNoMoreOfIt(boolean isBegun) throws Exception {
    var hasEnded = new CompletableFuture<Boolean>();
    try (var server =
            server(
                exchange -> {
                  if (exchange.request().isFor("notifications/cancelled")) {
                    exchange.answer(202, Map.of(), "");
                    return;
                  }
                  if (isBegun) {
                    exchange.beginEvents();
                    exchange.write(": working\n\n");
                  }
                  exchange.awaitClose();
                  hasEnded.complete(true);
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();
      client.updates.take();
      CompletableFuture<?> asked = client.session.sendRequest("x", EMPTY);
      ModernEndpointTest.awaitRequests(server, 4);
      ModernEndpointTest.cancel(
          client,
          server.requests().stream().filter(each -> each.isFor("x")).findFirst().get().id());

      assertThat(hasEnded.get()).isTrue();
      await().until(asked::isCompletedExceptionally);
      assertThat(server.requests()).anyMatch(request -> request.isFor("notifications/cancelled"));
    }
  }

  @Test
  void takesOverFromTheModernEra() throws Exception {
    for (int status : new int[] {400, 404, 405}) {
      try (var server =
              RawHttpServer.start(
                  exchange -> {
                    if (exchange.request().isFor("initialize")) {
                      exchange.answer(
                          200, "application/json", exchange.result("{\"protocolVersion\":\"x\"}"));
                    } else if (exchange.request().isFor("server/discover")) {
                      exchange.answer(status, "text/plain", "what");
                    } else {
                      exchange.answer(405, "text/plain", "");
                    }
                  });
          var client = HttpClientFixture.of(Era.MODERN, server.url("/"))) {
        assertThat(client.failure("server/discover", EMPTY).getMessage())
            .startsWith(ModernEndpointTest.at(server) + "answered with HTTP status " + status);
        var legacy = new TransportSession(client.wire.open(Era.LEGACY), PATIENCE, client.updates);
        assertThat(legacy.sendRequest("initialize", EMPTY).join())
            .isEqualTo(Map.of("protocolVersion", "x"));
      }
    }
  }

  @Test
  void takesTheFirstAnswerToARequestAndNoneToAnother() throws Exception {
    try (var server =
            server(
                exchange -> {
                  String own = exchange.result("{\"n\":1}");
                  exchange.beginEvents();
                  for (String event :
                      List.of(
                          "{\"id\":\"nobody\",\"result\":{}}",
                          "{\"id\":7,\"result\":{}}",
                          "{\"id\":null,\"result\":{}}",
                          "{\"result\":{}}",
                          "{}",
                          own,
                          own.replace("1}", "2}"),
                          own.replace("result", "error"))) {
                    exchange.write("data: " + event + "\n\n");
                  }
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();
      assertThat(client.ask("x", EMPTY)).isEqualTo(Map.of("n", 1));
      assertThat(client.ask("x", EMPTY)).isEqualTo(Map.of("n", 1));
    }
  }

  @Test
  void takesAnAnswerThatComesOnTheStreamOfAnotherRequest() throws Exception {
    var id = new CompletableFuture<String>();
    try (var server =
            server(
                exchange -> {
                  if (exchange.request().isFor("x")) {
                    id.complete(exchange.result("{\"of\":\"x\"}"));
                    exchange.awaitClose();
                  } else {
                    exchange.beginEvents();
                    exchange.write("data: " + id.get() + "\n\n");
                    exchange.write("data: " + exchange.result("{}") + "\n\n");
                  }
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();
      var first = client.session.sendRequest("x", EMPTY);
      assertThat(client.ask("y", EMPTY)).isEmpty();
      assertThat(first.get()).isEqualTo(Map.of("of", "x"));
    }
  }

  @Test
  void handsOnNothingOfARequestThatIsCancelled() throws Exception {
    var isCancelled = new CompletableFuture<Boolean>();
    try (var server =
            server(
                exchange -> {
                  if (exchange.request().isFor("notifications/cancelled")) {
                    exchange.answer(202, Map.of(), "");
                    isCancelled.complete(true);
                  } else if (exchange.request().isFor("x")) {
                    isCancelled.get();
                    exchange.answer(200, "application/json", exchange.result("{\"late\":1}"));
                  } else {
                    exchange.answer(200, "application/json", exchange.result("{}"));
                  }
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();
      var asked = client.session.sendRequest("x", EMPTY);
      ModernEndpointTest.awaitRequests(server, 4);
      ModernEndpointTest.cancel(
          client,
          server.requests().stream().filter(each -> each.isFor("x")).findFirst().get().id());
      await().until(asked::isDone); // with the late answer, or broken off: not for ever
      assertThat(client.ask("y", EMPTY)).isEmpty();
    }
  }

  @Test
  void failsAllThatWaitWhenTheServerDoesNotKnowTheSessionAnyMore() throws Exception {
    try (var server =
            server(
                exchange -> {
                  if (exchange.request().isFor("x")) {
                    exchange.beginEvents();
                    exchange.awaitClose();
                  } else {
                    exchange.answer(404, Map.of(), "");
                  }
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();
      var waiting = new ArrayList<CompletableFuture<?>>();
      for (int i = 0; i < 20; i++) {
        waiting.add(client.session.sendRequest("x", EMPTY));
      }
      ModernEndpointTest.awaitRequests(server, 23);
      String over = ModernEndpointTest.at(server) + "closed the session";
      assertThat(client.failure("y", EMPTY)).hasMessage(over);
      assertThat(waiting)
          .allSatisfy(
              each ->
                  assertThat(each)
                      .failsWithin(PATIENCE)
                      .withThrowableThat()
                      .withMessageContaining(over));
      ModernEndpointTest.awaitNoConnection(server);
      assertThat(client.failure("z", EMPTY)).hasMessage(over);
      client.wire.close(false);
      assertThat(server.requests())
          .extracting(RawHttpServer.Request::method)
          .doesNotContain("DELETE");
    }
  }

  @Test
  void hasNoSessionWhereTheServerNamesNone() throws Exception {
    try (var server =
            RawHttpServer.start(
                exchange -> {
                  if (exchange.request().isFor("initialize")) {
                    exchange.answer(
                        200,
                        "application/json",
                        exchange.result("{\"protocolVersion\":\"2025-03-26\"}"));
                  } else if (exchange.request().method().equals("GET")) {
                    exchange.answer(405, Map.of(), "");
                  } else {
                    exchange.answer(exchange.request().isFor("x") ? 404 : 202, Map.of(), "");
                  }
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();
      assertThat(client.failure("x", EMPTY))
          .hasMessage(
              ModernEndpointTest.at(server)
                  + "answered with HTTP status 404: check that its url is the endpoint");
      ModernEndpointTest.awaitRequests(server, 4);
      client.wire.close(false);
      assertThat(server.requests())
          .hasSize(4)
          .noneMatch(request -> request.headers().containsKey("mcp-session-id"))
          .extracting(RawHttpServer.Request::method)
          .doesNotContain("DELETE");
    }
  }

  @ParameterizedTest
  @CsvSource({"150, true", "50, false"})
  void answersQuestionsOnTheStreamOfNoticesButNotTooMany(int questions, boolean isTooMuch)
      throws Exception {
    try (var server =
            RawHttpServer.start(
                exchange -> {
                  if (exchange.request().method().equals("GET")) {
                    exchange.beginEvents();
                    for (int i = 0; i < questions; i++) {
                      exchange.write("data: {\"id\":\"q" + i + "\",\"method\":\"ping\"}\n\n");
                    }
                    exchange.awaitClose();
                  } else if (exchange.request().isFor("initialize")) {
                    exchange.answer(
                        200,
                        "application/json",
                        exchange.result("{\"protocolVersion\":\"2025-11-25\"}"));
                  } else {
                    exchange.answer(202, Map.of(), "");
                  }
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();
      if (isTooMuch) {
        await().until(() -> !client.wire.isOpen());
        ModernEndpointTest.awaitNoConnection(server);
      } else {
        await()
            .until(
                () ->
                    server.requests().stream().filter(each -> each.body().contains("\"q")).count()
                        == 50);
        assertThat(client.wire.isOpen()).isTrue();
      }
    }
  }

  @Test
  void failsWhenNoHeaderCanHoldWhatWasAgreedOn() throws Exception {
    try (var server =
            RawHttpServer.start(
                exchange ->
                    exchange.answer(
                        200,
                        "application/json",
                        exchange.result("{\"protocolVersion\":\"2025\\n11\"}")));
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();
      assertThat(client.failure("x", EMPTY))
          .hasMessageStartingWith(ModernEndpointTest.at(server) + "cannot be asked: ");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void keepsAThousandRequestsApartThatAreAllUnderWay() throws Exception {
    int many = 1000;
    var allAreThere = new CountDownLatch(many);
    try (var server =
            server(
                exchange -> {
                  allAreThere.countDown();
                  allAreThere.await();
                  exchange.answer(
                      200, "application/json", exchange.result(exchange.request().body()));
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"), PATIENCE, 9999)) {
      client.initialize();
      var asked = new ArrayList<CompletableFuture<Map<String, Object>>>();
      for (int i = 0; i < many; i++) {
        asked.add(client.session.sendRequest("x", Map.of("n", i)));
        if (i % 100 == 0) {
          ModernEndpointTest.awaitRequests(
              server, i); // no system takes so many connections at once
        }
      }
      for (int i = 0; i < many; i++) {
        assertThat(asked.get(i).get().get("params")).isEqualTo(Map.of("n", i));
      }
    }
  }

  /**
   * A server of whose streams each ends when it is a second old, as of servers behind balancers.
   */
  @ParameterizedTest
  @CsvSource({"1, 1", "3, 1", "3, 0"})
  void takesUpAStreamThatEndsBeforeTheAnswer(int ends, int words) throws Exception {
    var taken = new AtomicInteger();
    var question = new CompletableFuture<String>();
    try (var server =
            RawHttpServer.start(
                exchange -> {
                  RawHttpServer.Request request = exchange.request();
                  String last = request.headers().get("last-event-id");
                  if (request.isFor("initialize")) {
                    exchange.answer(
                        200,
                        Map.of("Content-Type", "application/json", "Mcp-Session-Id", "s1"),
                        exchange.result("{\"protocolVersion\":\"2025-11-25\"}"));
                  } else if (request.isFor("x")) {
                    question.complete(exchange.result("{\"n\":1}"));
                    exchange.beginEvents();
                    exchange.write("retry: 5\nid: e0\ndata:\n\n");
                  } else if (last != null) {
                    assertThat(last).isEqualTo("e" + taken.getAndIncrement() * words);
                    exchange.beginEvents();
                    if (taken.get() == ends) {
                      exchange.write("id: end\ndata: " + question.get() + "\n\n");
                    } else if (words > 0) {
                      exchange.write("id: e" + taken.get() + "\ndata: {\"method\":\"y\"}\n\n");
                    }
                  } else {
                    exchange.answer(request.method().equals("GET") ? 405 : 202, Map.of(), "");
                  }
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();

      assertThat(client.ask("x", EMPTY)).isEqualTo(Map.of("n", 1));
      assertThat(server.requests()).filteredOn(request -> request.isFor("x")).hasSize(1);
      assertThat(server.requests())
          .filteredOn(request -> request.headers().containsKey("last-event-id"))
          .hasSize(ends)
          .allSatisfy(
              request ->
                  assertThat(request.headers())
                      .containsEntry("mcp-session-id", "s1")
                      .containsEntry("accept", "text/event-stream"));
    }
  }

  @ParameterizedTest
  @CsvSource({"'id: 1\ndata:\n\n', 404", "'data:\n\n', 0"})
  void saysThatAStreamEndedWhichCannotBeTakenUp(String events, int status) throws Exception {
    try (var server =
            RawHttpServer.start(
                exchange -> {
                  RawHttpServer.Request request = exchange.request();
                  if (request.isFor("x")) {
                    exchange.beginEvents();
                    exchange.write("retry: 5\n" + events.translateEscapes());
                  } else if (request.isFor("initialize")) {
                    exchange.answer(
                        200, "application/json", exchange.result("{\"protocolVersion\":\"x\"}"));
                  } else {
                    exchange.answer(status == 0 ? 405 : status, Map.of(), "");
                  }
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/"))) {
      client.initialize();

      assertThat(client.failure("x", EMPTY))
          .hasMessage(ModernEndpointTest.at(server) + "closed the connection before it answered");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "307, /mcp/, /mcp/",
    "308, http://localhost:{port}/mcp/, /mcp/",
    "307, other?a=b, /other?a=b",
  })
  void followsARedirectWithinItsOrigin(int status, String location, String target)
      throws Exception {
    var port = new AtomicInteger();
    try (var server =
            RawHttpServer.start(
                exchange -> {
                  RawHttpServer.Request request = exchange.request();
                  if (request.target().equals("/mcp")) {
                    String to = location.replace("{port}", String.valueOf(port.get()));
                    exchange.answer(status, Map.of("Location", to), "elsewhere");
                  } else if (request.method().equals("POST") && request.body().contains("\"id\"")) {
                    String result = "{\"protocolVersion\":\"2025-11-25\"}";
                    exchange.answer(200, "application/json", exchange.result(result));
                  } else {
                    exchange.answer(202, Map.of(), "");
                  }
                });
        var client =
            HttpClientFixture.of(
                Era.LEGACY, server.url("/mcp"), Map.of("Authorization", "Bearer t"))) {
      port.set(server.url("/").getPort());
      client.initialize();
      client.ask("x", EMPTY);

      assertThat(server.requests())
          .filteredOn(request -> request.isFor("x"))
          .hasSize(2)
          .allSatisfy(
              request -> {
                assertThat(request.method()).isEqualTo("POST");
                assertThat(request.headers()).containsEntry("authorization", "Bearer t");
              })
          .extracting(RawHttpServer.Request::target)
          .containsExactly("/mcp", target);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1:1/", "https://localhost/", "//elsewhere.test/", "/mcp"})
  void followsNoRedirectElsewhereAndNoneForEver(String location) throws Exception {
    try (var server =
            RawHttpServer.start(
                exchange -> exchange.answer(307, Map.of("Location", location), "elsewhere"));
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/mcp"))) {
      assertThat(client.failure("initialize", EMPTY))
          .hasMessageStartingWith(ModernEndpointTest.at(server) + "redirects elsewhere (307)");
      assertThat(server.requests()).hasSize(location.equals("/mcp") ? 6 : 1);
    }
  }

  @Test
  void asksForNothingUntilTheServerKnowsThatItIsGreeted() throws Exception {
    var isGreeted = new AtomicBoolean();
    try (var server =
        RawHttpServer.start(
            exchange -> {
              RawHttpServer.Request request = exchange.request();
              if (request.isFor("initialize")) {
                String result =
                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}}}";
                exchange.answer(200, "application/json", exchange.result(result));
              } else if (request.isFor("notifications/initialized")) {
                Thread.sleep(200); // in which a hasty client would ask
                isGreeted.set(true);
                exchange.answer(202, Map.of(), "");
              } else if (request.isFor("tools/list") && isGreeted.get()) {
                String result = "{\"tools\":[{\"name\":\"t\"}]}";
                exchange.answer(200, "application/json", exchange.result(result));
              } else if (request.method().equals("GET")) {
                assertThat(isGreeted).isTrue();
                exchange.answer(405, Map.of(), "");
              } else {
                exchange.answer(400, "text/plain", "before initialization was complete");
              }
            })) {
      var way = new McpServer.Endpoint(server.url("/"), Map.of());
      McpServer known = HttpClientFixture.server(way);
      var wire = new HttpLink(known, way, HttpClientFixture.MAX_BYTES, note -> {});
      var client = new ClientProfile("1", null, note -> {});
      try (var connection = SessionConnection.open(known, wire, client, PATIENCE)) {
        assertThat(connection.listTools(PATIENCE)).hasSize(1);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"404, text/plain", "405, text/plain", "406, text/plain", "200, application/json"})
  void goesOnWithoutAStreamWhereThereIsNone(int status, String type) throws Exception {
    var asked = new CountDownLatch(1);
    try (var server =
            RawHttpServer.start(
                exchange -> {
                  RawHttpServer.Request request = exchange.request();
                  if (request.method().equals("GET")) {
                    exchange.answer(status, type, "{}");
                    asked.countDown();
                  } else if (request.isFor("initialize")) {
                    exchange.answer(
                        200,
                        Map.of("Content-Type", "application/json", "Mcp-Session-Id", "s1"),
                        exchange.result("{\"protocolVersion\":\"2025-11-25\"}"));
                  } else if (request.method().equals("POST") && request.body().contains("\"id\"")) {
                    exchange.answer(200, "application/json", exchange.result("{}"));
                  } else {
                    exchange.answer(202, Map.of(), "");
                  }
                });
        var client = HttpClientFixture.of(Era.LEGACY, server.url("/mcp"))) {
      client.initialize();
      asked.await();
      client.ask("resources/subscribe", Map.of("uri", "a"));

      for (int i = 0; i < 3; i++) {
        assertThat(client.ask("x", EMPTY)).isEmpty();
      }
      assertThat(client.wire.isOpen()).isTrue();
      assertThat(server.requests())
          .filteredOn(request -> request.method().equals("GET"))
          .hasSize(1);
    }
  }
}
