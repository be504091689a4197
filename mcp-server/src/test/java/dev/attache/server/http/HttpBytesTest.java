package dev.attache.server.http;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.server.http.HttpFixture.Raw;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What clients send and do not read, byte by byte. */
@Tag("network")
class HttpBytesTest {

  private static final String PING = HttpFixture.request(1, "ping");
  private static final String PONG = "{\"id\":1,\"result\":\"ping\"}";

  private HttpFixture http;
  private String session;

  @BeforeEach
  void listen() throws Exception {
    http = HttpFixture.open();
    session = http.begin();
  }

  @AfterEach
  void close() {
    http.close();
  }

  private String head(String... more) {
    var head = new StringBuilder("POST /mcp HTTP/1.1\r\nHost: localhost\r\n");
    head.append("Content-Type: application/json\r\nMcp-Session-Id: ").append(session);
    for (String header : more) {
      head.append("\r\n").append(header);
    }
    return head.append("\r\n\r\n").toString();
  }

  private static String length(String body) {
    return "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void aBodyMayComeByteByByte() throws Exception {
    try (Raw raw = http.raw()) {
      for (char c : (head(length(PING)) + PING).toCharArray()) {
        raw.write(String.valueOf(c));
      }
      assertThat(raw.answer()).startsWith("HTTP/1.1 200 ").endsWith(PONG);
    }
  }

  @Test
  void aBodyMayComeInChunks() throws Exception {
    try (Raw raw = http.raw()) {
      raw.write(head("Transfer-Encoding: chunked"));
      raw.write("5\r\n" + PING.substring(0, 5) + "\r\n");
      raw.write(
          Integer.toHexString(PING.length() - 5) + "\r\n" + PING.substring(5) + "\r\n0\r\n\r\n");
      assertThat(raw.answer()).startsWith("HTTP/1.1 200 ").endsWith(PONG);
    }
  }

  @Test
  void requestsMayBeSentBeforeTheOnesBeforeAreAnswered() throws Exception {
    try (Raw raw = http.raw()) {
      String one = head(length(PING)) + PING;
      raw.write(one + one + one);
      for (int i = 0; i < 3; i++) {
        assertThat(raw.answer()).startsWith("HTTP/1.1 200 ").endsWith(PONG);
      }
    }
  }

  @Test
  void clientsMayAskWhetherToGoOn() throws Exception {
    try (Raw raw = http.raw()) {
      raw.write(head(length(PING), "Expect: 100-continue"));
      assertThat(raw.status()).isEqualTo(100);
      assertThat(raw.write(PING).answer()).startsWith("HTTP/1.1 200 ").endsWith(PONG);
    }
  }

  @Test
  void clientsOfTheOldProtocolAreAnswered() throws Exception {
    try (Raw raw = http.raw()) {
      raw.write((head(length(PING)) + PING).replace("HTTP/1.1", "HTTP/1.0"));
      assertThat(raw.answer()).contains(" 200 ").endsWith(PONG);
      assertThat(raw.socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void aBodyMustBeThere() throws Exception {
    try (Raw raw = http.raw()) {
      assertThat(raw.write(head()).answer())
          .startsWith("HTTP/1.1 400 ")
          .endsWith(
              "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"body is"
                  + " empty: it must be one JSON-RPC message\"}}");
    }
  }

  @Test
  void aBodyMustBeJson() throws Exception {
    assertThat(http.post(session, "{\"id\":1").body())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"body is not"
                + " JSON: it must be one JSON-RPC message, in UTF-8\"}}");
    byte[] latin = "{\"é\":1}".getBytes(StandardCharsets.ISO_8859_1);
    HttpResponse<String> answer =
        http.send(http.to(session).POST(BodyPublishers.ofByteArray(latin)));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("-32700", "body is not in UTF-8");
  }

  @Test
  void aBodyMustBeAMessage() throws Exception {
    for (String body : List.of("1", "\"x\"", "null", "true")) {
      HttpResponse<String> answer = http.post(session, body);
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body())
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"body is"
                  + " JSON, but not a JSON-RPC message: it must be an object\"}}");
    }
    assertThat(http.post(session, "[".repeat(100_000)).statusCode()).isEqualTo(400);
    assertThat(http.sessions.last().taken).hasSize(1);
  }

  @Test
  void theContentTypeMustBeJson() throws Exception {
    HttpResponse<String> form =
        http.send(
            http.to(session)
                .setHeader("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(PING)));
    assertThat(form.statusCode()).isEqualTo(415);
    assertThat(form.body())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"content type"
                + " application/x-www-form-urlencoded is not taken: send the header Content-Type:"
                + " application/json\"}}");
    HttpResponse<String> json =
        http.send(
            http.to(session)
                .setHeader("Content-Type", "Application/JSON; charset=utf-8")
                .POST(BodyPublishers.ofString(PING)));
    assertThat(json.statusCode()).isEqualTo(200);
  }

  @Test
  void clientsMustTakeBothFormsOfAnswers() throws Exception {
    HttpResponse<String> answer =
        http.send(
            http.to(session)
                .setHeader("Accept", "application/json")
                .POST(BodyPublishers.ofString(PING)));
    assertThat(answer.statusCode()).isEqualTo(406);
    assertThat(answer.body())
        .contains(
            "\"Accept must allow text/event-stream: send the header Accept: application/json,"
                + " text/event-stream\"");
    for (String accept : List.of("*/*", "text/*, application/*;q=0.5", "Text/Event-Stream,*/*")) {
      HttpResponse<String> taken =
          http.send(
              http.to(session).setHeader("Accept", accept).POST(BodyPublishers.ofString(PING)));
      assertThat(taken.statusCode()).isEqualTo(200);
    }
    try (Raw raw = http.raw()) {
      assertThat(raw.write(head(length(PING)) + PING).status()).isEqualTo(200);
    }
  }

  @Test
  void aBodyMayBeAsLongAsTheLimit() throws Exception {
    String start = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":\"";
    String longest = start + "x".repeat((4 << 20) - start.length() - 2) + "\"}";
    assertThat(http.post(session, longest).body()).isEqualTo(PONG);
    String message = "\"body is longer than 4194304 bytes: send a shorter message\"";
    HttpResponse<String> said = http.post(session, longest + " ");
    assertThat(said.statusCode()).isEqualTo(413);
    assertThat(said.body()).contains(message);
    HttpResponse<String> counted =
        http.send(
            http.to(session)
                .POST(
                    BodyPublishers.fromPublisher(
                        BodyPublishers.ofString(longest + " ".repeat(9_000_000)))));
    assertThat(counted.statusCode()).isEqualTo(413);
    assertThat(counted.body()).contains(message);
  }

  @Test
  void aHeadThatIsTooLongEndsTheConnectionOnly() throws Exception {
    try (Raw raw = http.raw()) {
      raw.write("GET /mcp HTTP/1.1\r\nHost: localhost\r\n");
      try {
        for (int i = 0; i < 300; i++) {
          raw.write("X-" + i + ": " + "x".repeat(4000) + "\r\n");
        }
        assertThat(raw.write("\r\n").status()).isEqualTo(-1);
      } catch (IOException e) {
        assertThat(e).hasMessageMatching("(?s).*(reset|Broken pipe).*");
      }
    }
    assertThat(http.post(session, PING).body()).isEqualTo(PONG);
  }

  @Test
  void bodiesThatNeverEndKeepNobodyElseWaiting() throws Exception {
    var slow = new ArrayList<Raw>();
    for (int i = 0; i < 100; i++) {
      slow.add(http.raw().write(i % 2 == 0 ? "POST /m" : head("Content-Length: 9") + "{"));
    }
    assertThat(http.post(session, PING).body()).isEqualTo(PONG);
    assertThat(slow).noneMatch(Raw::isAnswered);
    assertThat(slow.get(1).write("}       ").status()).as("it was waited for").isEqualTo(202);
    for (Raw raw : slow) {
      raw.close();
    }
  }

  @Test
  void aClientThatSendsHalfAndGoesIsForgotten() throws Exception {
    try (Raw raw = http.raw()) {
      raw.write(head("Content-Length: 99") + "{\"id\":1");
      raw.socket.shutdownOutput();
      assertThat(raw.status()).isIn(-1, 400);
    }
    assertThat(http.sessions.last().taken).hasSize(1);
    assertThat(http.post(session, PING).body()).isEqualTo(PONG);
  }

  /** Whether the server waits for a client that does not read. */
  private static boolean isWriting() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(frame -> frame.getClassName().equals(WriteTimeout.class.getName()));
  }

  @Test
  void aClientThatDoesNotReadIsLeftWithinATime() throws Exception {
    http.close();
    http =
        HttpFixture.with(
            new HttpLimits(
                1,
                Duration.ZERO,
                Duration.ofMinutes(1),
                1 << 20,
                Duration.ofSeconds(9),
                Duration.ofMillis(500)));
    session = http.begin();
    String big = "{\"id\":1,\"method\":\"big\",\"params\":{\"size\":50000000}}";
    try (var socket = new Socket()) {
      socket.setReceiveBufferSize(4096);
      socket.connect(new java.net.InetSocketAddress("localhost", http.port()));
      try (var raw = new Raw(socket)) {
        raw.write(head(length(big)) + big);
        assertThat(http.post(session, PING).body()).isEqualTo(PONG);
        await().until(HttpBytesTest::isWriting);
        await().until(() -> !isWriting());
        long count = 0;
        var buffer = new byte[1 << 16];
        try {
          for (int n = 0; n >= 0; n = socket.getInputStream().read(buffer)) {
            count += n;
          }
        } catch (IOException e) {
          assertThat(e).hasMessageContaining("reset");
        }
        assertThat(count).isLessThan(50_000_000);
      }
    }
    assertThat(http.post(session, big).body()).hasSizeGreaterThan(50_000_000);
  }

  @Test
  void aListenerThatDoesNotReadHoldsNothingUp() throws Exception {
    var socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new java.net.InetSocketAddress("localhost", http.port()));
    try (var raw = new Raw(socket)) {
      raw.write(head().replace("POST", "GET"));
      for (int i = 0; i < 20_000; i++) {
        http.sessions.last().unasked.send(ScriptedSessions.notification("y".repeat(1000) + i));
      }
      assertThat(http.post(session, PING).body()).isEqualTo(PONG);
      assertThat(ByteBuffer.wrap(raw.socket.getInputStream().readNBytes(4)).getInt())
          .isEqualTo(0x48545450); // HTTP
    }
  }
}
