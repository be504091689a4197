package dev.attache.mcp.http;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.session.ClientProfile;
import dev.attache.mcp.session.RecordedLink;
import dev.attache.mcp.session.ServerLink.Era;
import dev.attache.mcp.session.SessionConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The beginning, the bounds and the end of the way to an endpoint. */
@Tag("network")
class HttpLinkTest {

  private static final Map<String, Object> EMPTY = Map.of();

  @Test
  void endsTheProbeWhenItTurnsToTheLegacyEra() throws Exception {
    try (var server = RawHttpServer.start(RawHttpServer.Exchange::awaitClose);
        var client = HttpClientFixture.of(Era.MODERN, server.url("/"))) {
      var probe = client.session.sendRequest("server/discover", EMPTY);
      ModernEndpointTest.awaitRequests(server, 1);
      client.wire.open(Era.LEGACY);
      ModernEndpointTest.awaitNoConnection(server);
      assertThat(probe).isCompletedExceptionally();
      assertThat(client.wire.isOpen()).isTrue();
    }
  }

  @Test
  void sendsNothingOfTheModernEraOnceItIsClosed() throws Exception {
    try (var server = RawHttpServer.start(HttpLinkTest::answerEmpty);
        var client = HttpClientFixture.of(Era.MODERN, server.url("/"))) {
      assertThat(client.ask("x", EMPTY)).isEmpty();
      client.wire.close(true);
      assertThat(client.failure("y", EMPTY).kind()).isEqualTo(Kind.CLOSED);
      client.session.sendNotification("z", EMPTY);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void readsAnswersInJsonUpToTheLimitAndNoByteMore() throws Exception {
    var extra = new int[1];
    try (var server =
            RawHttpServer.start(
                exchange -> {
                  int size = HttpClientFixture.MAX_BYTES - exchange.result("{}").length();
                  String answer = exchange.result("{}") + " ".repeat(size + extra[0]);
                  exchange.answer(200, "application/json", answer);
                });
        var client = HttpClientFixture.of(Era.MODERN, server.url("/"))) {
      assertThat(client.ask("x", EMPTY)).isEmpty();
      extra[0] = 1;
      McpException failure = client.failure("x", EMPTY);
      assertThat(failure)
          .hasMessage(
              ModernEndpointTest.at(server) + "answered with more than 1048576 bytes, the limit");
      assertThat(failure.kind()).isEqualTo(Kind.TOO_LARGE);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void doesNotAskAgainWhereItWasRefused(int status) throws Exception {
    try (var server =
        RawHttpServer.start(exchange -> exchange.answer(status, "text/plain", "no"))) {
      var eras = new ArrayList<Era>();
      assertThat(failure(server.url("/"), eras).kind()).isEqualTo(Kind.DENIED);
      assertThat(eras).containsExactly(Era.MODERN);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void doesNotAskAgainWhereNobodyListens() throws Exception {
    var eras = new ArrayList<Era>();
    assertThat(failure(URI.create("http://localhost:" + unusedPort() + "/"), eras).kind())
        .isEqualTo(Kind.UNREACHABLE);
    assertThat(eras).containsExactly(Era.MODERN);
  }

  private static int unusedPort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Says why there is no connection to an endpoint, and in which eras one was tried. */
  private static McpException failure(URI url, List<Era> eras) {
    var way = new McpServer.Endpoint(url, Map.of());
    McpServer server = HttpClientFixture.server(way).within(PATIENCE);
    var wire = new RecordedLink(new HttpLink(server, way, HttpClientFixture.MAX_BYTES, n -> {}));
    McpException failure =
        catchThrowableOfType(
            McpException.class,
            () ->
                SessionConnection.open(
                    server, wire, new ClientProfile("1.0", null, note -> {}), PATIENCE));
    eras.addAll(wire.eras);
    return failure;
  }

  private static void answerEmpty(RawHttpServer.Exchange exchange) throws IOException {
    exchange.answer(200, "application/json", exchange.result("{}"));
  }
}
