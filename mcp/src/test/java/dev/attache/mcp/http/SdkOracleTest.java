package dev.attache.mcp.http;

import static dev.attache.test.LongWait.PATIENCE;
import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.SdkJson;
import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client of the SDK of MCP and ours, at the same server: they say and understand the same. */
@Tag("network")
@Tag("process")
@Tag("slow")
class SdkOracleTest {

  private static final String NAME = "attache";
  private static final String TITLE = "Attaché";

  private static final Map<String, String> RESULTS =
      Map.of(
          "tools/list",
          "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}],\"nextCursor\":\"c\"}",
          "tools/call",
          "{\"content\":[{\"type\":\"text\",\"text\":\"ä€😀\"}],\"isError\":false}",
          "resources/list",
          "{\"resources\":[{\"uri\":\"demo:1\",\"name\":\"one\",\"size\":7}]}",
          "resources/read",
          "{\"contents\":[{\"uri\":\"demo:1\",\"mimeType\":\"text/plain\",\"text\":\"a\\nb\"}]}",
          "resources/subscribe",
          "{}",
          "resources/unsubscribe",
          "{}");

  /** What a client has been told, as plain values. */
  private final List<Object> understood = new ArrayList<>();

  /** A server with a session, which asks something on its stream of notices. */
  private static RawHttpServer server(String version, boolean isStream) throws IOException {
    return RawHttpServer.start(
        exchange -> {
          RawHttpServer.Request request = exchange.request();
          Map<String, Object> message = message(request);
          String method = String.valueOf(message.get("method"));
          if (request.method().equals("GET")) {
            exchange.beginEvents();
            exchange.write("data: {\"jsonrpc\":\"2.0\",\"id\":4711,\"method\":\"ping\"}\n\n");
            exchange.awaitClose();
          } else if (method.equals("initialize")) {
            exchange.answer(
                200,
                Map.of("Content-Type", "application/json", "Mcp-Session-Id", "s-1"),
                exchange.result(
                    "{\"protocolVersion\":\""
                        + version
                        + "\",\"capabilities\":{\"tools\":{},\"resources\":{\"subscribe\":true}},"
                        + "\"serverInfo\":{\"name\":\"n\",\"version\":\"1\"},\"instructions\":\"i\"}"));
          } else if (!message.containsKey("id") || !message.containsKey("method")) {
            exchange.answer(request.method().equals("DELETE") ? 200 : 202, Map.of(), "");
          } else if (method.equals("server/discover")) {
            exchange.answer(404, Map.of(), "");
          } else {
            answer(exchange, isStream, answerTo(exchange, method, message));
          }
        });
  }

  private static String answerTo(
      RawHttpServer.Exchange exchange, String method, Map<String, Object> message) {
    Map<String, Object> params = LenientValues.object(message.get("params"));
    if ("demo:none".equals(params.get("uri"))) {
      return exchange
          .result(
              "{\"code\":-32002,\"message\":\"no such thing\",\"data\":{\"uri\":\"demo:none\"}}")
          .replace("\"result\"", "\"error\"");
    }
    String result = RESULTS.getOrDefault(method, "{}");
    return exchange.result(params.containsKey("cursor") ? "{\"tools\":[]}" : result);
  }

  private static void answer(RawHttpServer.Exchange exchange, boolean isStream, String answer)
      throws IOException {
    if (isStream) {
      exchange.beginEvents();
      exchange.write("id: 1\ndata:\n\nevent: message\nid: 2\ndata: " + answer + "\n\n");
    } else {
      exchange.answer(200, "application/json", answer);
    }
  }

  private static Map<String, Object> message(RawHttpServer.Request request) throws IOException {
    return request.body().isEmpty()
        ? Map.of()
        : LenientValues.object(PlainJson.read(request.body()));
  }

  @ParameterizedTest
  @CsvSource({
    "2025-03-26, false",
    "2025-06-18, true",
    "2025-11-25, false",
    "2025-11-25, true",
  })
  void sayAndUnderstandTheSameOverHttp(String version, boolean isStream) throws Exception {
    try (var one = server(version, isStream);
        var other = server(version, isStream)) {
      askAsTheSdkDoes(
          HttpClientStreamableHttpTransport.builder("http://localhost:" + one.url("/").getPort())
              .endpoint("/mcp")
              .jsonMapper(SdkJson.INSTANCE)
              .supportedProtocolVersions(List.of("2025-03-26", "2025-06-18", "2025-11-25"))
              .build(),
          one);
      List<Object> bySdk = List.copyOf(understood);
      understood.clear();
      askAsWeDo(other);

      assertThat(understood).isEqualTo(bySdk);
      assertThat(requests(other)).isEqualTo(requests(one)).hasSize(9);
      assertThat(rest(other)).isEqualTo(rest(one)).hasSize(4);
    }
  }

  private void askAsTheSdkDoes(McpClientTransport transport, RawHttpServer http)
      throws InterruptedException {
    try (McpSyncClient client = sdkClient(transport)) {
      var greeting = client.initialize();
      understood.add(greeting.protocolVersion());
      understood.add(plain(greeting.serverInfo()));
      understood.add(plain(greeting.capabilities()));
      understood.add(greeting.instructions());
      understood.add(plain(client.listTools()).get("tools"));
      understood.add(
          plain(
              client.callTool(
                  McpSchema.CallToolRequest.builder("t")
                      .arguments(Map.of("ä", List.of(1, true, "\u2028")))
                      .build())));
      understood.add(plain(client.listResources()).get("resources"));
      understood.add(plain(client.readResource(read("demo:1"))));
      McpError refusal =
          catchThrowableOfType(McpError.class, () -> client.readResource(read("demo:none")));
      understood.add(refusal.getJsonRpcError().code());
      understood.add(refusal.getJsonRpcError().data());
      client.subscribeResource(McpSchema.SubscribeRequest.builder("demo:1").build());
      client.unsubscribeResource(McpSchema.UnsubscribeRequest.builder("demo:1").build());
      awaitAll(http);
      assertThat(client.closeGracefully()).isTrue();
    }
  }

  private static McpSyncClient sdkClient(McpClientTransport transport) {
    return McpClient.sync(transport)
        .jsonSchemaValidator(SdkJson.INSTANCE)
        .clientInfo(McpSchema.Implementation.builder(NAME, "1.0").title(TITLE).build())
        .requestTimeout(PATIENCE)
        .build();
  }

  private static McpSchema.ReadResourceRequest read(String uri) {
    return McpSchema.ReadResourceRequest.builder(uri).build();
  }

  private static Map<String, Object> plain(Object value) {
    return SdkJson.INSTANCE.plain(value);
  }

  private void askAsWeDo(RawHttpServer http) throws Exception {
    var endpoint = new McpServer.Endpoint(http.url("/mcp"), Map.of());
    try (var pool = new Hostile(HttpClientFixture.server(endpoint), false)) {
      McpConnection connection = pool.connect();
      understood.add(connection.protocolVersion());
      understood.add(connection.serverInfo());
      understood.add(connection.capabilities());
      understood.add(connection.instructions());
      understood.add(connection.listTools(PATIENCE));
      understood.add(
          connection.callTool(
              "t", Map.of("ä", List.of(1, true, "\u2028")), Map.of(), null, PATIENCE));
      understood.add(connection.listResources(PATIENCE));
      understood.add(connection.readResource("demo:1", PATIENCE));
      McpException refusal =
          catchThrowableOfType(
              McpException.class, () -> connection.readResource("demo:none", PATIENCE));
      understood.add(refusal.code().orElseThrow());
      understood.add(refusal.data().orElseThrow());
      connection.subscribe(List.of("demo:1"), uri -> {}, PATIENCE).close();
      awaitAll(http);
    }
  }

  /** Waits until all has come that nobody waits for: both read to the end before they close. */
  private static void awaitAll(RawHttpServer http) {
    await()
        .until(
            () ->
                Stream.of("GET ", "notifications/initialized", "unsubscribe", "4711")
                    .allMatch(
                        what ->
                            http.requests().stream()
                                .anyMatch(
                                    each -> (each.method() + " " + each.body()).contains(what))));
  }

  /** What was asked, in order, and how. */
  private static List<Map<String, Object>> requests(RawHttpServer http) throws IOException {
    var asked = new ArrayList<Map<String, Object>>();
    for (RawHttpServer.Request request : http.requests()) {
      Map<String, Object> message = message(request);
      if (message.containsKey("id")
          && message.containsKey("method")
          && !request.isFor("server/discover")) { // of which the SDK knows nothing
        asked.add(seen(request, message));
      }
    }
    return asked;
  }

  /** What was said besides, in no order. */
  private static List<String> rest(RawHttpServer http) throws IOException {
    var said = new ArrayList<String>();
    for (RawHttpServer.Request request : http.requests()) {
      Map<String, Object> message = message(request);
      if (!message.containsKey("id") || !message.containsKey("method")) {
        said.add(seen(request, message).toString());
      }
    }
    return said.stream().sorted().toList();
  }

  /** A request without what differs each time, and the parameters of a type of media. */
  private static Map<String, Object> seen(
      RawHttpServer.Request request, Map<String, Object> message) {
    var seen = new LinkedHashMap<String, Object>();
    seen.put("HTTP", request.method() + " " + request.target());
    for (String header :
        List.of("accept", "content-type", "mcp-session-id", "cache-control", "last-event-id")) {
      seen.put(header, request.headers().getOrDefault(header, "none").split(";", 2)[0]);
    }
    if (message.containsKey("method")) { // with all else, the SDK sends the latest that it knows
      seen.put("version", request.headers().get("mcp-protocol-version"));
    }
    message.forEach((name, value) -> seen.put(name, masked(name, value)));
    if (!message.containsKey("id")) {
      seen.remove("params", Map.of()); // which the SDK leaves out
    }
    return seen;
  }

  private static Object masked(String name, Object value) {
    if (!name.equals("id") || !(value instanceof String id)) {
      return value;
    }
    assertThat(id).matches("[0-9a-f]{8}-[0-9]+");
    return id.substring(8);
  }

  @Test
  void understandTheSameOnStandardStreams() throws Exception {
    List<String> command = Hostile.sdkServer();
    var program =
        ServerParameters.builder(command.get(0)).args(command.subList(1, command.size())).build();
    try (McpSyncClient client = sdkClient(new StdioClientTransport(program, SdkJson.INSTANCE));
        var pool = new Hostile(Hostile.server("sdk", command), false)) {
      client.initialize();
      McpConnection ours = pool.connect();

      assertThat(ours.protocolVersion())
          .isEqualTo(client.getCurrentInitializationResult().protocolVersion());
      assertThat(ours.serverInfo()).isEqualTo(plain(client.getServerInfo()));
      assertThat(ours.capabilities()).isEqualTo(plain(client.getServerCapabilities()));
      assertThat(ours.listTools(PATIENCE)).isEqualTo(plain(client.listTools()).get("tools"));
      assertThat(ours.listResources(PATIENCE))
          .isEqualTo(plain(client.listResources()).get("resources"))
          .hasSize(2);
      assertThat(ours.readResource("demo:1", PATIENCE))
          .isEqualTo(plain(client.readResource(read("demo:1"))));
      Map<String, Object> arguments = Map.of("a", "ö");
      assertThat(ours.callTool("echo", arguments, Map.of(), null, PATIENCE))
          .isEqualTo(
              plain(
                  client.callTool(
                      McpSchema.CallToolRequest.builder("echo").arguments(arguments).build())));
      McpError refusal =
          catchThrowableOfType(McpError.class, () -> client.readResource(read("demo:none")));
      McpException refused =
          catchThrowableOfType(McpException.class, () -> ours.readResource("demo:none", PATIENCE));
      assertThat(refused.code()).contains(refusal.getJsonRpcError().code());
      assertThat(refused.data().orElse("none")).isEqualTo(refusal.getJsonRpcError().data());
      assertThat(refused).hasMessageEndingWith(": " + refusal.getJsonRpcError().message());
    }
  }
}
