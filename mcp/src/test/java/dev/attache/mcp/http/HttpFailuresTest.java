package dev.attache.mcp.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.session.ServerLink.Era;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is said of servers that give no answer, in both eras. */
@Tag("network")
@Tag("slow")
class HttpFailuresTest {

  private static final Map<String, Object> EMPTY = Map.of();

  @ParameterizedTest
  @EnumSource
  void saysWhatToDoAboutRefusals(Era era) throws Exception {
    expect(
        era,
        401,
        Map.of("WWW-Authenticate", "Bearer realm=\"files\""),
        "",
        Kind.DENIED,
        "refused (401, Bearer realm=\"files\"): add the header that it requires, such as"
            + " Authorization, to its definition");
    expect(
        era,
        403,
        Map.of("Content-Type", "application/json"),
        "{\"error\":{\"code\":-32000,\"message\":\"bad\\norigin\"}}",
        Kind.DENIED,
        "refused (403, bad origin): add the header that it requires, such as Authorization, to its"
            + " definition");
  }

  @ParameterizedTest
  @EnumSource
  void repeatsNoSecretWhenTheHeaderIsNotAccepted(Era era) throws Exception {
    try (var server =
            RawHttpServer.start(exchange -> exchange.answer(401, "application/json", "{}"));
        var client =
            HttpClientFixture.of(era, server.url("/"), Map.of("authorization", "Bearer hush"))) {
      McpException failure = client.failure("initialize", EMPTY);

      assertThat(failure)
          .hasMessage(
              at(server) + "refused (401): check the header Authorization in its definition");
      assertThat(server.requests().get(0).headers()).containsEntry("authorization", "Bearer hush");
    }
  }

  @ParameterizedTest
  @EnumSource
  void saysWhatToDoAboutOtherStatuses(Era era) throws Exception {
    Map<String, String> html = Map.of("Content-Type", "text/html");
    String page = "<h1>" + "oops".repeat(100_000) + "</h1>";
    expect(era, 500, html, page, Kind.INVALID, "answered with HTTP status 500");
    expect(
        era,
        404,
        html,
        page,
        Kind.INVALID,
        "answered with HTTP status 404: check that its url is the endpoint");
    expect(
        era,
        405,
        html,
        "",
        Kind.INVALID,
        "answered with HTTP status 405: check that its url is the endpoint");
    expect(era, 400, html, "", Kind.INVALID, "answered with HTTP status 400");
    expect(
        era,
        429,
        Map.of("Content-Type", "application/json"),
        "{\"message\":\"slow down\"}",
        Kind.INVALID,
        "answered with HTTP status 429, slow down");
  }

  @ParameterizedTest
  @EnumSource
  void doesNotUnpackWhatNobodyAskedToBePacked(Era era) throws Exception {
    expect(
        era,
        200,
        new LinkedHashMap<>(Map.of("Content-Type", "application/json", "Content-Encoding", "gzip")),
        "x",
        Kind.INVALID,
        "answered in the encoding gzip, which was not requested");
  }

  @ParameterizedTest
  @EnumSource
  void followsNoRedirectAndTakesNoHeaderThere(Era era) throws Exception {
    try (var other =
            RawHttpServer.start(exchange -> exchange.answer(200, "application/json", "{}"));
        var server =
            RawHttpServer.start(
                exchange ->
                    exchange.answer(
                        307, Map.of("Location", other.url("/x?token=hush").toString()), ""));
        var client = HttpClientFixture.of(era, server.url("/"), Map.of("X-Key", "hush"))) {
      McpException failure = client.failure("initialize", EMPTY);

      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure)
          .hasMessage(
              at(server)
                  + "redirects elsewhere (307), which is not followed: if that is right, change its"
                  + " url to "
                  + other.url("/x?token=REDACTED"));
      assertThat(other.requests()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void proposesNoAddressThatIsNotOfHttp(Era era) throws Exception {
    expect(
        era,
        302,
        Map.of("Location", "file:///etc/passwd"),
        "",
        Kind.UNREACHABLE,
        "redirects elsewhere (302), which is not followed: it is not an HTTP address"
            + " (file:///etc/passwd)");
  }

  @Test
  void saysWhatIsNoAnswerInTheLegacyEra() throws Exception {
    Map<String, String> json = Map.of("Content-Type", "application/json");
    String another = "{\"jsonrpc\":\"2.0\",\"id\":\"another\",\"result\":{}}";
    expect(
        Era.LEGACY,
        200,
        json,
        another,
        Kind.INVALID,
        "sent an invalid response: JSON that does not answer the request");
    for (int status : new int[] {202, 204}) {
      expect(
          Era.LEGACY,
          status,
          json,
          "",
          Kind.INVALID,
          "sent an invalid response: HTTP status " + status + " without a body");
    }
  }

  @Test
  void saysThatAPageIsNoAnswer() throws Exception {
    expect(
        Era.MODERN,
        200,
        Map.of("Content-Type", "text/html; charset=utf-8"),
        "<p>hello</p>",
        Kind.INVALID,
        "answered with text/html; charset=utf-8 instead of JSON or events: check that its url is"
            + " the endpoint");
  }

  @ParameterizedTest
  @EnumSource
  void saysWhyAMessageCannotBeRead(Era era) throws Exception {
    Map<String, String> json = Map.of("Content-Type", "application/json");
    expect(
        era, 200, json, "{\"jsonrpc\"", Kind.INVALID, "answered with a message that is not JSON");
    expect(
        era,
        200,
        json,
        "[".repeat(2000),
        Kind.INVALID,
        "answered with a message that is nested deeper than 1000 levels");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]|no JSON object",
        "null|no JSON object",
        "{}|JSON that does not answer the request",
        "{\"jsonrpc\":\"2.0\",\"id\":\"another\",\"result\":{}}"
            + "|JSON that does not answer the request",
        "''|HTTP status 200 without a body"
      })
  void saysWhatIsNoAnswer(String body, String problem) throws Exception {
    expect(
        Era.MODERN,
        200,
        Map.of("Content-Type", "application/json"),
        body,
        Kind.INVALID,
        "sent an invalid response: " + problem);
  }

  @ParameterizedTest
  @CsvSource({
    "MODERN, 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'",
    "MODERN, 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {'",
    "MODERN, 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'",
    "MODERN, ''",
    "LEGACY, 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'",
    "LEGACY, 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'",
    "LEGACY, 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 5\nid: 1\ndata:\n\n'",
    "LEGACY, 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {'",
    "LEGACY, ''",
  })
  void saysThatAServerClosedTheConnection(Era era, String answer) throws Exception {
    try (var server = RawHttpServer.start(exchange -> exchange.write(answer));
        var client = HttpClientFixture.of(era, server.url("/"))) {
      McpException failure = client.failure("initialize", EMPTY);

      if (!answer.endsWith("{") || answer.contains("application/json")) {
        assertThat(failure.kind()).isEqualTo(Kind.CLOSED);
        assertThat(failure).hasMessage(at(server) + "closed the connection before it answered");
      } else {
        assertThat(failure.kind()).isEqualTo(Kind.INVALID);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void saysThatNothingListens(Era era) throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    try (var client = HttpClientFixture.of(era, URI.create("http://127.0.0.1:" + port + "/mcp"))) {
      McpException failure = client.failure("initialize", EMPTY);

      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure)
          .hasMessage(
              "the MCP server sample at 127.0.0.1:"
                  + port
                  + " cannot be reached: nothing is listening there: check its url, and that it is"
                  + " running");
    }
  }

  @ParameterizedTest
  @EnumSource
  void saysThatAHostIsNotKnown(Era era) throws Exception {
    try (var client = HttpClientFixture.of(era, URI.create("http://nowhere.invalid/mcp"))) {
      McpException failure = client.failure("initialize", EMPTY);

      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure)
          .hasMessage(
              "the MCP server sample at nowhere.invalid cannot be reached: the host cannot be"
                  + " resolved: check its url and the network");
    }
  }

  @ParameterizedTest
  @EnumSource
  void saysThatThereIsNoSafeConnection(Era era) throws Exception {
    try (var plain = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        var client =
            HttpClientFixture.of(
                era, URI.create("https://localhost:" + plain.getLocalPort() + "/"))) {
      var thread = new Thread(() -> answerWithoutTls(plain));
      thread.setDaemon(true);
      thread.start();
      McpException failure = client.failure("initialize", EMPTY);

      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure.getMessage())
          .startsWith(
              "the MCP server sample at localhost:"
                  + plain.getLocalPort()
                  + " cannot be reached: TLS error: ");
    }
  }

  private static void answerWithoutTls(ServerSocket plain) {
    try {
      while (true) {
        try (var socket = plain.accept()) {
          socket.getInputStream().read();
          socket.getOutputStream().write("HTTP/1.1 400 X\r\n\r\n".getBytes(US_ASCII));
          socket.getOutputStream().flush();
          socket.getInputStream().readAllBytes();
        }
      }
    } catch (IOException e) {
      // the test is over
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsTheDeadlineWhateverDrips(Era era) throws Exception {
    for (String drip : new String[] {":\n", "data: x\n", " "}) {
      try (var server =
              RawHttpServer.start(
                  exchange -> {
                    exchange.beginEvents();
                    while (true) {
                      exchange.write(drip);
                      Thread.sleep(10); // drips
                    }
                  });
          var client =
              HttpClientFixture.of(era, server.url("/"), Duration.ofMillis(300), 1 << 20)) {
        assertThat(client.thrown("initialize", EMPTY)).isInstanceOf(TimeoutException.class);
        client.wire.close(true);
        ModernEndpointTest.awaitNoConnection(server);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "Accept, the header Accept belongs to the protocol: take it out of the definition",
        "mcp-session-id,"
            + " the header mcp-session-id belongs to the protocol: take it out of the definition",
        "Mcp-Param-X, the header Mcp-Param-X belongs to the protocol: take it out of the"
            + " definition",
        "Host, the header Host belongs to the protocol: take it out of the definition",
        "a b, \"'a b' is not a header name\"",
      })
  void refusesHeadersThatCannotBeSent(String name, String problem) {
    assertThatExceptionOfType(McpException.class)
        .isThrownBy(
            () -> HttpClientFixture.of(Era.MODERN, URI.create("http://x/"), Map.of(name, "hush")))
        .withMessage("the MCP server sample: " + problem + " (~/.mcp.json)");
  }

  @Test
  void refusesValuesOfHeadersThatCannotBeSentWithoutShowingThem() {
    for (String value : new String[] {"a\nb", "\u0000", "€"}) {
      assertThatExceptionOfType(McpException.class)
          .isThrownBy(
              () ->
                  HttpClientFixture.of(Era.LEGACY, URI.create("http://x/"), Map.of("X-Key", value)))
          .withMessage(
              "the MCP server sample: the value of the header X-Key has a character that no header"
                  + " can hold (~/.mcp.json)");
    }
  }

  private static void expect(
      Era era, int status, Map<String, String> headers, String body, Kind kind, String message)
      throws Exception {
    try (var server = RawHttpServer.start(exchange -> exchange.answer(status, headers, body));
        var client = HttpClientFixture.of(era, server.url("/"))) {
      McpException failure = client.failure("initialize", EMPTY);

      assertThat(failure).hasMessage(at(server) + message);
      assertThat(failure.kind()).isEqualTo(kind);
    }
  }

  private static String at(RawHttpServer server) {
    return ModernEndpointTest.at(server);
  }
}
