package dev.attache.mcp.http;

import static dev.attache.test.LongWait.PATIENCE;
import static dev.attache.test.LongWait.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.mcp.McpException;
import dev.attache.mcp.session.ServerLink.Era;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("network")
@Tag("slow")
class ModernEndpointTest {

  private static final Map<String, Object> EMPTY = Map.of();

  @Test
  void sendsWhatTheProtocolAsksFor() throws Exception {
    try (var server = RawHttpServer.start(ModernEndpointTest::answerOk);
        var client =
            HttpClientFixture.of(
                Era.MODERN, server.url("/a%2Fb/mcp?x=1&y"), Map.of("Authorization", "Bearer t"))) {
      client.ask("resources/read", Map.of("uri", "demo://ä", "_meta", meta("2027-01-01")));

      assertThat(server.requests())
          .singleElement()
          .satisfies(
              request -> {
                assertThat(request.method()).isEqualTo("POST");
                assertThat(request.target()).isEqualTo("/a%2Fb/mcp?x=1&y");
                assertThat(request.headers())
                    .containsEntry("accept", "application/json, text/event-stream")
                    .containsEntry("content-type", "application/json")
                    .containsEntry("mcp-protocol-version", "2027-01-01")
                    .containsEntry("mcp-method", "resources/read")
                    .containsEntry("mcp-name", "=?base64?ZGVtbzovL8Ok?=")
                    .containsEntry("authorization", "Bearer t")
                    .doesNotContainKeys("upgrade", "http2-settings", "accept-encoding");
                assertThat(request.body()).contains("\"uri\":\"demo://ä\"");
              });
    }
  }

  @Test
  void sendsTheNameOnlyWithMethodsThatHaveOne() throws Exception {
    try (var server = RawHttpServer.start(ModernEndpointTest::answerOk);
        var client = HttpClientFixture.of(Era.MODERN, server.url("/mcp"))) {
      client.ask("completion/complete", Map.of("name", "x"));
      client.ask("prompts/get", Map.of("name", "p"));

      assertThat(server.requests().get(0).headers())
          .containsEntry("mcp-protocol-version", "2026-07-28")
          .doesNotContainKey("mcp-name");
      assertThat(server.requests().get(1).headers()).containsEntry("mcp-name", "p");
    }
  }

  @Test
  void mirrorsTheParametersOfListedToolsAndLeavesOutInvalidTools() throws Exception {
    String tools =
        """
        {"tools":[
        {"name":"good","inputSchema":{"properties":{"r":{"type":"string","x-mcp-header":"R"}}}},
        {"name":"bad","inputSchema":{"properties":{"r":{"type":"number","x-mcp-header":"R"}}}}],
        "nextCursor":"n"}
        """
            .replace("\n", "");
    try (var server =
            RawHttpServer.start(
                exchange ->
                    exchange.answer(
                        200,
                        "application/json",
                        exchange.result(exchange.request().isFor("tools/list") ? tools : "{}")));
        var client = HttpClientFixture.of(Era.MODERN, server.url("/mcp"))) {
      Map<String, Object> listed = client.ask("tools/list", EMPTY);
      client.ask("tools/call", Map.of("name", "good", "arguments", Map.of("r", "eu")));
      client.ask("tools/call", Map.of("name", "bad", "arguments", Map.of("r", 1)));

      assertThat(listed).containsEntry("nextCursor", "n");
      assertThat((List<?>) listed.get("tools"))
          .singleElement()
          .satisfies(tool -> assertThat(((Map<?, ?>) tool).get("name")).isEqualTo("good"));
      assertThat(client.notes)
          .containsExactly(
              "the MCP server sample: the tool bad is ignored: x-mcp-header R must be at a string,"
                  + " an integer or a boolean");
      assertThat(server.requests().get(1).headers()).containsEntry("mcp-param-r", "eu");
      assertThat(server.requests().get(2).headers()).doesNotContainKey("mcp-param-r");
    }
  }

  @Test
  void readsEventsInNastyPieces() throws Exception {
    try (var server =
            RawHttpServer.start(
                exchange -> {
                  exchange.beginEvents();
                  String events =
                      "\uFEFF: hello\r\n\r\nevent: message\r\ndata: {\"jsonrpc\":\"2.0\",\r\n"
                          + "data:\"method\":\"notifications/resources/updated\",\"params\":"
                          + "{\"uri\":\"ü\"}}\r\n\r\ndata:\n\n:\r:\rid: 1\rdata: "
                          + exchange.result("{\"text\":\"ä€😀\"}");
                  for (byte b : events.getBytes(UTF_8)) {
                    exchange.output().write(b);
                    exchange.output().flush();
                  }
                });
        var client = HttpClientFixture.of(Era.MODERN, server.url("/mcp"))) {
      assertThat(client.ask("x", EMPTY)).isEqualTo(Map.of("text", "ä€😀"));
      assertThat(client.updates).containsExactly(Map.of("uri", "ü"));
    }
  }

  @Test
  void doesNotWaitForTheEndOfAStreamAfterTheAnswerAndEndsItThen() throws Exception {
    try (var server =
            RawHttpServer.start(
                exchange -> {
                  exchange.beginEvents();
                  exchange.write("data: " + exchange.result("{}") + "\n\n");
                  exchange.awaitClose();
                });
        var client = HttpClientFixture.of(Era.MODERN, server.url("/mcp"))) {
      assertThat(client.ask("x", EMPTY)).isEmpty();
      awaitNoConnection(server);
    }
  }

  @Test
  void closesTheStreamOfARequestThatIsCancelled() throws Exception {
    try (var server =
            RawHttpServer.start(
                exchange -> {
                  exchange.beginEvents();
                  exchange.write(
                      "data: {\"method\":\"notifications/resources/updated\",\"params\":{}}\n\n");
                  exchange.awaitClose();
                });
        var client = HttpClientFixture.of(Era.MODERN, server.url("/mcp"))) {
      var listening = client.session.sendRequest("subscriptions/listen", EMPTY);
      client.updates.take();
      cancel(client, server.requests().get(0).id());

      awaitNoConnection(server);
      assertThat(server.requests()).hasSize(1);
      assertThat(listening).isCompletedExceptionally();
    }
  }

  @Test
  void closesTheConnectionOfARequestThatIsCancelledBeforeAnythingCame() throws Exception {
    try (var server = RawHttpServer.start(RawHttpServer.Exchange::awaitClose);
        var client = HttpClientFixture.of(Era.MODERN, server.url("/mcp"))) {
      var asked = client.session.sendRequest("x", EMPTY);
      awaitRequests(server, 1);
      cancel(client, server.requests().get(0).id());

      awaitNoConnection(server);
      assertThat(asked).isCompletedExceptionally();
    }
  }

  @Test
  void handsOnErrorsOfTheProtocolWhateverTheirStatusAndWithoutAnId() throws Exception {
    String error =
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32022,\"message\":\"no\","
            + "\"data\":{\"supported\":[\"2027-01-01\"]}}}";
    for (int status : new int[] {200, 400, 404, 500}) {
      try (var server =
              RawHttpServer.start(exchange -> exchange.answer(status, "application/json", error));
          var client = HttpClientFixture.of(Era.MODERN, server.url("/mcp"))) {
        assertThat(client.thrown("server/discover", EMPTY))
            .isInstanceOfSatisfying(
                TransportSession.ErrorAnswer.class,
                thrown -> {
                  assertThat(thrown.error.code()).isEqualTo(-32022);
                  assertThat(thrown.error.message()).isEqualTo("no");
                  assertThat(thrown.error.data())
                      .isEqualTo(Map.of("supported", List.of("2027-01-01")));
                });
      }
    }
  }

  @Test
  void readsAnAnswerThatIsAsLargeAsItMayBe() throws Exception {
    int size = 23 << 20;
    for (boolean isStream : new boolean[] {false, true}) {
      try (var server =
              RawHttpServer.start(
                  exchange -> {
                    String answer = exchange.result("{\"blob\":\"" + "A".repeat(size) + "\"}");
                    exchange.answer(
                        200,
                        isStream ? "text/event-stream" : "application/json; charset=utf-8",
                        isStream ? "data: " + answer + "\n\n" : answer);
                  });
          var client = HttpClientFixture.of(Era.MODERN, server.url("/mcp"), PATIENCE, size + 100)) {
        assertThat((String) client.ask("x", EMPTY).get("blob")).hasSize(size);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/event-stream"})
  void refusesALargerAnswerAndClosesTheConnection(String type) throws Exception {
    try (var server =
            RawHttpServer.start(
                exchange -> {
                  exchange.write("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\ndata: ");
                  while (true) {
                    exchange.write("x".repeat(1 << 16));
                  }
                });
        var client = HttpClientFixture.of(Era.MODERN, server.url("/mcp"))) {
      McpException failure = client.failure("x", EMPTY);

      assertThat(failure.kind()).isEqualTo(McpException.Kind.TOO_LARGE);
      assertThat(failure)
          .hasMessage(at(server) + "answered with more than 1048576 bytes, the limit");
      awaitNoConnection(server);
    }
  }

  @Test
  void answersManyRequestsAtOnce() throws Exception {
    try (var server =
            RawHttpServer.start(
                exchange -> {
                  Thread.sleep(20); // a server that takes a while
                  exchange.answer(
                      200, "application/json", exchange.result(exchange.request().body()));
                });
        var client = HttpClientFixture.of(Era.MODERN, server.url("/mcp"))) {
      var asked = new LinkedHashMap<Integer, CompletableFuture<?>>();
      for (int i = 0; i < 100; i++) {
        asked.put(i, client.session.sendRequest("x", Map.of("n", i)));
      }
      for (var entry : asked.entrySet()) {
        Map<?, ?> echoed = (Map<?, ?>) entry.getValue().get();
        assertThat(echoed.get("params")).isEqualTo(Map.of("n", entry.getKey()));
      }
    }
  }

  @Test
  void doesNotAnswerWhatAServerAsks() throws Exception {
    try (var server =
            RawHttpServer.start(
                exchange -> {
                  exchange.beginEvents();
                  exchange.write(
                      "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}\n\n");
                  exchange.write("data: " + exchange.result("{}") + "\n\n");
                });
        var client = HttpClientFixture.of(Era.MODERN, server.url("/mcp"))) {
      assertThat(client.ask("x", EMPTY)).isEmpty();
      assertThat(server.requests()).hasSize(1);
    }
  }

  private static void answerOk(RawHttpServer.Exchange exchange) throws Exception {
    exchange.answer(200, "application/json", exchange.result("{}"));
  }

  private static Map<String, Object> meta(String version) {
    return Map.of("io.modelcontextprotocol/protocolVersion", version);
  }

  static void cancel(HttpClientFixture client, String id) {
    client.session.cancel(id);
  }

  static String at(RawHttpServer server) {
    return "the MCP server sample at localhost:" + server.url("/").getPort() + " ";
  }

  static void awaitNoConnection(RawHttpServer server) {
    await().until(() -> server.connections() == 0);
  }

  static void awaitRequests(RawHttpServer server, int count) {
    await().until(() -> server.requests().size() >= count);
  }
}
