package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that break off, dawdle, lie or babble. */
@Tag("network")
@Tag("slow")
class HostileServerTest {

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";

  private static final String HEADERS = "the response headers are cut off or larger than 256 KiB";

  @RegisterExtension private final WebFetch web = new WebFetch();

  /** Fetches from a server that has to see all its connections closed afterwards. */
  private String outcome(RawServer server) throws Exception {
    try (server) {
      String outcome = web.allow(server.hostAndPort()).outcome(server.url("/"));
      web.endRun();
      WebFetch.assertSoon("open connections", server::open, 0);
      return outcome.replace(server.hostAndPort(), "HOST");
    }
  }

  /** Sends these bytes and says no more, but keeps the connection. */
  private static RawServer silentAfter(String answer) {
    return RawServer.running(
        connection -> {
          connection.readRequest();
          connection.send(answer);
        });
  }

  private static String failed(String message) {
    return "FAILED http://HOST/: " + message;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTT",
        "HTTP/1.1 200",
        OK,
        OK + "Content-Length: 100\r\n\r\nonly this",
        OK + "Transfer-Encoding: chunked\r\n\r\n",
        OK + "Transfer-Encoding: chunked\r\n\r\n5\r\nhel",
        OK + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello",
        OK + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        OK + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX",
      })
  void saysThatTheServerBrokeOff(String answer) throws Exception {
    assertThat(outcome(RawServer.sending(answer)))
        .isEqualTo(failed("the connection closed before the response was complete (passing)"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.1 200 OK\r\nContent-Ty", "no HTTP"})
  void saysThatTheHeadersBrokeOff(String answer) throws Exception {
    assertThat(outcome(RawServer.sending(answer))).isEqualTo(failed(HEADERS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 200 OK\r\nContent-Ty",
        OK + "Content-Length: 100\r\n\r\nonly this",
        OK + "Transfer-Encoding: chunked\r\n\r\n5\r\nhel"
      })
  void saysThatTheConnectionWasReset(String answer) throws Exception {
    var server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.send(answer);
              connection.reset();
            });
    assertThat(outcome(server))
        .isEqualTo(
            failed(
                "the connection closed before the response was complete: Connection reset"
                    + " (passing)"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 200 OK\r\nConte",
        OK + "Content-Length: 100\r\n\r\n",
        OK + "Content-Length: 100\r\n\r\nonly this",
        OK + "Transfer-Encoding: chunked\r\n\r\n",
        OK + "\r\n",
        OK + "\r\nunto the end of the connection"
      })
  void endsSilence(String answer) throws Exception {
    web.withTimeout(150);
    assertThat(outcome(silentAfter(answer)))
        .isEqualTo("TIMEOUT http://HOST/: took longer than 1 s (passing)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nX-Long: ",
        OK,
        OK + "Content-Length: 10000\r\n\r\n",
        OK + "Transfer-Encoding: chunked\r\n\r\n"
      })
  void endsADrip(String begin) throws Exception {
    var server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.send(begin);
              connection.drip("1\r\na\r\n".repeat(1000), 20);
            });
    web.withTimeout(200); // the server takes 100 s
    assertThat(outcome(server)).isEqualTo("TIMEOUT http://HOST/: took longer than 1 s (passing)");
  }

  @Test
  void keepsToTheTimeOfTheConfiguration() throws Exception {
    web.with("timeout", 1);
    long start = System.nanoTime();
    assertThat(outcome(silentAfter(OK + "\r\n")))
        .isEqualTo("TIMEOUT http://HOST/: took longer than 1 s (passing)");
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void endsInterimAnswersWithoutEnd() throws Exception {
    var server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              while (true) {
                connection.send("HTTP/1.1 103 Early Hints\r\n\r\n");
              }
            });
    assertThat(outcome(server)).isEqualTo(failed(HEADERS));
  }

  @Test
  void readsSlowHeaders() throws Exception {
    var server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.drip("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 10);
            });
    assertThat(outcome(server)).isEqualTo("ok");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "hello",
        "SSH-2.0-OpenSSH_9.6",
        "<html>as in HTTP/0.9</html>",
        "HTTP/1.1",
        "HTTP/1.1 abc OK",
        "HTTP/1.1 20 OK",
        "HTTP/1.1 2000 OK",
        "HTTP/2 200 OK",
      })
  void saysThatItIsNoHttp(String line) throws Exception {
    assertThat(outcome(RawServer.sending(line + "\r\nContent-Length: 1\r\n\r\nx")))
        .isEqualTo(failed("invalid HTTP response: Unexpected status line: " + line));
  }

  @Test
  void saysThatAStatusIsNone() throws Exception {
    assertThat(outcome(RawServer.sending("HTTP/1.1 -20 OK\r\n\r\n")))
        .isEqualTo(failed("invalid HTTP response: code < 0: -20"));
  }

  @Test
  void showsLittleOfWhatIsNoHttp() throws Exception {
    assertThat(outcome(RawServer.sending("\u001b[2J" + "x".repeat(100_000) + "\r\n\r\n")))
        .isEqualTo(
            failed("invalid HTTP response: Unexpected status line: [2J" + "x".repeat(173) + "…"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "zz, Expected leading [0-9a-fA-F] character but was 0x7a",
        "-5, Expected leading [0-9a-fA-F] character but was 0x2d",
        "ffffffffffffffffff, Number too large: fffffffffffffffff",
        "8000000000000000, expected chunk size and optional extensions but was"
            + " \"-9223372036854775808\"",
        "5 x, expected chunk size and optional extensions but was \"5x\""
      })
  void saysThatAChunkIsNoGood(String size, String problem) throws Exception {
    assertThat(
            outcome(
                RawServer.sending(
                    OK + "Transfer-Encoding: chunked\r\n\r\n" + size + "\r\nhello\r\n0\r\n\r\n")))
        .isEqualTo(failed("invalid HTTP response: " + problem));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {"Content-Length: -1", "Content-Length: x", "Content-Length: 99999999999999999999"})
  void readsToTheEndWithoutAGoodLength(String header) throws Exception {
    assertThat(outcome(RawServer.sending(OK + header + "\r\n\r\nhello"))).isEqualTo("hello");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip, chunked", "chunked, chunked", "x"})
  void refusesOtherTransferCodings(String coding) throws Exception {
    assertThat(
            outcome(
                RawServer.sending(OK + "Transfer-Encoding: " + coding + "\r\n\r\n5\r\nhello\r\n")))
        .isEqualTo(failed("is transferred as \"" + coding + "\", but only chunked was asked for"));
  }

  @Test
  void takesNoMoreThanWasAnnounced() throws Exception {
    assertThat(outcome(RawServer.sending(OK + "Content-Length: 5\r\n\r\nhello, and more")))
        .isEqualTo("hello");
  }

  @Test
  void readsTenThousandHeaders() throws Exception {
    assertThat(outcome(RawServer.sending(OK + "a: b\r\n".repeat(10_000) + "\r\nok")))
        .isEqualTo("ok");
  }

  @Test
  void refusesHeadersWithoutEnd() throws Exception {
    String line = "X-Header-With-A-Name: and a value of some length\r\n";
    assertThat(outcome(RawServer.sending(OK + line.repeat(10_000) + "\r\nok")))
        .isEqualTo(failed(HEADERS));
  }

  @Test
  void refusesAHeaderWithoutEnd() throws Exception {
    assertThat(outcome(silentAfter(OK + "X: " + "x".repeat(300_000)))).isEqualTo(failed(HEADERS));
  }

  @Test
  void refusesTrailersWithoutEnd() throws Exception {
    assertThat(
            outcome(
                silentAfter(
                    OK + "Transfer-Encoding: chunked\r\n\r\n0\r\nX: " + "x".repeat(300_000))))
        .isEqualTo(failed("the connection closed before the response was complete (passing)"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 2000000",
        "Transfer-Encoding: chunked",
        "X: y",
        "Content-Length: 1048577"
      })
  void countsWhatComes(String header) throws Exception {
    String body = header.startsWith("T") ? "1e8480\r\n" : "";
    assertThat(outcome(silentAfter(OK + header + "\r\n\r\n" + body + "x".repeat(1_048_577))))
        .isEqualTo("TOO_LARGE http://HOST/: is larger than the limit of 1048576 bytes");
  }

  @Test
  void saysThatNobodyListens() throws Exception {
    String url;
    try (var server = RawServer.sending("")) {
      web.allow(server.hostAndPort());
      url = server.url("/");
    }
    assertThat(web.failure(url))
        .isEqualTo(
            "FAILED "
                + url
                + ": cannot connect to "
                + url.substring(0, url.length() - 1)
                + ": connection refused (passing)");
  }

  @Test
  void saysThatAHostIsUnknown() throws Exception {
    assertThat(web.failure("http://unknown.example/"))
        .isEqualTo(
            "FAILED http://unknown.example/: could not resolve unknown.example; is this machine"
                + " online? (passing)");
  }

  @Test
  void dropsAnETagThatIsTooLong() throws Exception {
    String longest = "\"" + "x".repeat(998) + "\"";
    try (var server = new WebServer()) {
      web.allow(server.hostAndPort());
      assertThat(web.get(server.status("/a", 200, "ETag: " + longest)).meta())
          .containsEntry("dev.attache/etag", longest);
      assertThat(web.get(server.status("/b", 200, "ETag: x" + longest)).meta())
          .doesNotContainKey("dev.attache/etag");
    }
  }
}
