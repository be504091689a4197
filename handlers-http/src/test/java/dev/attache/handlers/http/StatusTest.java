package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each status comes to, and which are asked for again. */
@Tag("network")
@Tag("slow")
class StatusTest {

  @RegisterExtension private final WebFetch web = new WebFetch();
  @AutoClose private final WebServer server = new WebServer();

  @BeforeEach
  void allowTheServer() {
    web.allow(server.hostAndPort());
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 205})
  void isEmptyWithoutContent(int status) throws Exception {
    assertThat(web.text(server.status("/", status))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "FAILED, 201, 201 Created, ''",
    "FAILED, 202, 202 Accepted, ''",
    "FAILED, 203, 203 Non-Authoritative Information: a proxy has changed the content, ''",
    "FAILED, 206, '206 Partial Content: a partial response to a request for the whole', ''",
    "FAILED, 226, 226, ''",
    "FAILED, 299, 299, ''",
    "FAILED, 301, 301 Moved Permanently without a location, ''",
    "FAILED, 302, 302 Found without a location, ''",
    "FAILED, 303, 303 See Other without a location, ''",
    "FAILED, 307, 307 Temporary Redirect without a location, ''",
    "FAILED, 308, 308 Permanent Redirect without a location, ''",
    "FAILED, 304, '304 Not Modified, although the request was not conditional', ''",
    "FAILED, 400, 400 Bad Request, ''",
    "DENIED, 401, 401 Unauthorized; headers for ORIGIN can be configured, ''",
    "FAILED, 402, 402 Payment Required, ''",
    "DENIED, 403, 403 Forbidden, ''",
    "NOT_FOUND, 404, 404 Not Found, ''",
    "DENIED, 407, 407 Proxy Authentication Required, ''",
    "FAILED, 408, 408 Request Timeout, ' (passing)'",
    "NOT_FOUND, 410, 410 Gone, ''",
    "FAILED, 418, 418 I'm a teapot, ''",
    "FAILED, 421, 421 Misdirected Request, ''",
    "DENIED, 451, 451 Unavailable For Legal Reasons, ''",
    "FAILED, 499, 499, ''",
    "FAILED, 500, 500 Internal Server Error, ' (passing)'",
    "FAILED, 501, 501 Not Implemented, ''",
    "FAILED, 502, 502 Bad Gateway, ' (passing)'",
    "FAILED, 504, 504 Gateway Timeout, ' (passing)'",
    "FAILED, 599, 599, ''",
    "FAILED, 999, 999, ''",
  })
  void saysWhatTheServerAnswered(String kind, int status, String words, String end)
      throws Exception {
    String url = server.status("/", status);
    String origin = "http://" + server.hostAndPort();
    assertThat(web.failure(url))
        .isEqualTo(
            "%s %s: the server returned %s%s"
                .formatted(kind, url, words.replace("ORIGIN", origin), end));
    assertThat(server.requests()).as("requests").isEqualTo(1);
  }

  @Test
  void believesNoWordsOfTheServer() throws Exception {
    String url =
        server.answer(
            "/", request -> new MockResponse.Builder().status("HTTP/1.1 404 All is well").build());
    assertThat(web.failure(url))
        .isEqualTo("NOT_FOUND " + url + ": the server returned 404 Not Found");
  }

  @ParameterizedTest
  @CsvSource({
    "401, 'WWW-Authenticate: Basic realm=\"x\"'",
    "401, WWW-Authenticate: Negotiate",
    "407, 'Proxy-Authenticate: Basic realm=\"x\"'",
  })
  void answersNoChallenge(int status, String challenge) throws Exception {
    String url = server.status("/", status, challenge);
    assertThat(web.failure(url)).startsWith("DENIED " + url + ": the server returned " + status);
    assertThat(server.requests()).isEqualTo(1);
  }

  @Test
  void sendsNoUserInfo() throws Exception {
    server.serve("/", "x");
    web.get("http://user:secret@" + server.hostAndPort() + "/");
    assertThat(server.takeRequest().getHeaders().names()).doesNotContain("Authorization");
  }

  @Test
  void sendsNoCookieBack() throws Exception {
    server.status("/", 302, "Location: /there", "Set-Cookie: id=1; Path=/");
    server.serve("/there", "there");
    web.get(server.url("/"));
    web.get(server.url("/there"));
    for (int i = 0; i < 3; i++) {
      assertThat(server.takeRequest().getHeaders().names()).doesNotContain("Cookie");
    }
  }

  /** Answers so the first time, and with a text from then on. */
  private String busyOnce(int status, String... headers) {
    var asked = new AtomicInteger();
    return server.answer(
        "/",
        request -> {
          var response = new MockResponse.Builder().body("at last");
          if (asked.getAndIncrement() == 0) {
            response.code(status);
            for (String header : headers) {
              response.addHeader(header);
            }
          }
          return response.build();
        });
  }

  @ParameterizedTest
  @CsvSource({"429, Retry-After: 0", "503, Retry-After: 0"})
  void asksABusyServerOnceMore(int status, String retryAfter) throws Exception {
    assertThat(web.text(busyOnce(status, retryAfter))).isEqualTo("at last");
    assertThat(server.requests()).isEqualTo(2);
  }

  @Test
  void asksAgainThoughTheServerDoesNotSayWhen() throws Exception {
    assertThat(web.text(busyOnce(503))).isEqualTo("at last");
  }

  @Test
  void asksAgainAtADate() throws Exception {
    Instant now = Instant.now().plusSeconds(1);
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atOffset(ZoneOffset.UTC));
    assertThat(web.text(busyOnce(503, "Retry-After: " + date))).isEqualTo("at last");
  }

  @ParameterizedTest
  @CsvSource({
    "503, 503 Service Unavailable, 0, 0 s",
    "429, 429 Too Many Requests, 0, 0 s",
    "503, 503 Service Unavailable, 'Thu, 01 Jan 1970 00:00:00 GMT', 0 s",
  })
  void asksABusyServerNoThirdTime(int status, String words, String retryAfter, String wait)
      throws Exception {
    String url = server.status("/", status, "Retry-After: " + retryAfter);
    assertThat(web.failure(url))
        .isEqualTo(
            "FAILED %s: the server returned %s; it asks to retry in %s (passing)"
                .formatted(url, words, wait));
    assertThat(server.requests()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "6, ; it asks to retry in 6 s",
    "4294967296, ; it asks to retry in DAYS",
    "99999999999999999999, ; it asks to retry in DAYS",
    "3700, ; it asks to retry in 1 h 1 min",
    "'Wed, 01 Jan 2200 00:00:00 GMT', ; it asks to retry in DAYS",
  })
  void waitsForNoLongPause(String retryAfter, String detail) throws Exception {
    String url = server.status("/", 503, "Retry-After: " + retryAfter);
    assertThat(web.failure(url).replaceFirst("\\d+ days.* (?=\\()", "DAYS "))
        .isEqualTo(
            "FAILED %s: the server returned 503 Service Unavailable%s (passing)"
                .formatted(url, detail));
    assertThat(server.requests()).isEqualTo(1);
  }

  @Test
  void takesAPauseThatIsNoneForNotSaid() throws Exception {
    String url = server.status("/", 503, "Retry-After: soon");
    assertThat(web.failure(url))
        .isEqualTo("FAILED " + url + ": the server returned 503 Service Unavailable (passing)");
    assertThat(server.requests()).isEqualTo(2);
  }

  @Test
  void waitsForNoPauseThatIsLongerThanTheTime() throws Exception {
    String url = server.status("/", 503, "Retry-After: 5");
    assertThat(web.withTimeout(4900).failure(url))
        .isEqualTo(
            "FAILED "
                + url
                + ": the server returned 503 Service Unavailable; it asks to retry in 5 s"
                + " (passing)");
  }

  @Test
  void asksABusyServerOnceMoreBehindARedirect() throws Exception {
    String url = busyOnce(503, "Retry-After: 0");
    server.redirect("/before", url);
    assertThat(web.text(server.url("/before"))).isEqualTo("at last");
    assertThat(server.requests()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 102, 103, 199})
  void waitsThroughInterimAnswers(int status) throws Exception {
    try (var raw =
        RawServer.sending(
            ("HTTP/1.1 " + status + " Wait\r\nLink: </x>\r\n\r\n").repeat(3)
                + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")) {
      web.allow(raw.hostAndPort());
      assertThat(web.text(raw.url("/"))).isEqualTo("ok");
    }
  }

  @Test
  void upgradesToNothing() throws Exception {
    try (var raw =
        RawServer.sending(
            "HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nnot HTTP")) {
      web.allow(raw.hostAndPort());
      assertThat(web.failure(raw.url("/")))
          .isEqualTo("FAILED " + raw.url("/") + ": the server returned 101");
    }
  }
}
