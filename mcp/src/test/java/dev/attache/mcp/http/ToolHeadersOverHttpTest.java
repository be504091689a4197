package dev.attache.mcp.http;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A connection over HTTP to a server whose tool wants an argument in a header. */
@Tag("network")
class ToolHeadersOverHttpTest {

  private static final String HEADER = "mcp-param-region";
  private static final String METHOD_NOT_FOUND =
      "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"error\":{\"code\":-32601,\"message\":\"no\"}}";

  private final AtomicInteger lists = new AtomicInteger();
  private boolean isModern = true;

  /** In which of its lists the server tells of the header. */
  private int telling = 1;

  private RawHttpServer http;
  private Hostile pool;

  @BeforeEach
  void start() throws Exception {
    http = RawHttpServer.start(this::answer);
    pool =
        new Hostile(
            HttpClientFixture.server(new McpServer.Endpoint(http.url("/mcp"), Map.of())), false);
  }

  @AfterEach
  void stop() throws Exception {
    pool.close();
    http.close();
  }

  private void answer(RawHttpServer.Exchange exchange) throws IOException {
    RawHttpServer.Request request = exchange.request();
    String capabilities = "\"capabilities\":{\"tools\":{}}";
    if (request.isFor("server/discover") && isModern) {
      json(exchange, 200, "{\"supportedVersions\":[\"2026-07-28\"]," + capabilities + "}");
    } else if (request.isFor("initialize")) {
      json(exchange, 200, "{\"protocolVersion\":\"2025-11-25\"," + capabilities + "}");
    } else if (request.isFor("tools/list")) {
      String region = "{\"type\":\"string\",\"x-mcp-header\":\"Region\"}";
      String properties = lists.incrementAndGet() >= telling ? "{\"region\":" + region + "}" : "{}";
      json(
          exchange,
          200,
          "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"properties\":" + properties + "}}]}");
    } else if (request.isFor("tools/call")) {
      if (isModern && !"there".equals(request.headers().get(HEADER))) {
        String error = "{\"code\":-32020,\"message\":\"Mcp-Param-Region is missing\"}";
        exchange.answer(
            400,
            "application/json",
            "{\"jsonrpc\":\"2.0\",\"id\":\"" + request.id() + "\",\"error\":" + error + "}");
      } else {
        json(exchange, 200, "{\"content\":[]}");
      }
    } else if (request.method().equals("POST") && request.body().contains("\"id\"")) {
      exchange.answer(404, "application/json", METHOD_NOT_FOUND.formatted(request.id()));
    } else {
      exchange.answer(request.method().equals("POST") ? 202 : 405, Map.of(), "");
    }
  }

  private static void json(RawHttpServer.Exchange exchange, int status, String result)
      throws IOException {
    exchange.answer(status, "application/json", exchange.result(result));
  }

  private Map<String, Object> call() throws McpException {
    return pool.connect().callTool("t", Map.of("region", "there"), Map.of(), null, PATIENCE);
  }

  private List<String> methods() {
    return http.requests().stream()
        .flatMap(
            request ->
                Stream.of("server/discover", "tools/list", "tools/call").filter(request::isFor))
        .toList();
  }

  @Test
  void listsTheToolsOnceBeforeTheFirstCall() throws Exception {
    call();
    call();
    assertThat(methods())
        .containsExactly("server/discover", "tools/list", "tools/call", "tools/call");
  }

  @Test
  void listsThemOnceForAllWhoCallAtTheSameTime() throws Exception {
    pool.connect();
    // threads of their own: the client of the JDK needs the common pool, which may be one thread
    var threads = Executors.newFixedThreadPool(8);
    try {
      var calls =
          Stream.generate(() -> CompletableFuture.supplyAsync(this::unchecked, threads))
              .limit(8)
              .toList();
      calls.forEach(CompletableFuture::join);
    } finally {
      threads.shutdownNow();
    }
    assertThat(lists).hasValue(1);
  }

  private Map<String, Object> unchecked() {
    try {
      return call();
    } catch (McpException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void doesNotListWhatHasBeenListed() throws Exception {
    assertThat(pool.connect().listTools(PATIENCE)).hasSize(1);
    call();
    assertThat(lists).hasValue(1);
  }

  @Test
  void listsTheToolsAgainWhenTheServerMissesAHeader() throws Exception {
    telling = 2;
    call();
    assertThat(methods())
        .containsExactly("server/discover", "tools/list", "tools/call", "tools/list", "tools/call");
  }

  @Test
  void asksAgainOnce() {
    telling = 9;
    assertThat(catchThrowableOfType(McpException.class, this::call))
        .hasMessage(
            "the MCP server sample answered tools/call with error -32020: Mcp-Param-Region is"
                + " missing");
    assertThat(lists).hasValue(2);
  }

  @Test
  void doesNotListTheToolsInTheLegacyEra() throws Exception {
    isModern = false;
    call();
    assertThat(methods()).containsExactly("server/discover", "tools/call");
  }
}
