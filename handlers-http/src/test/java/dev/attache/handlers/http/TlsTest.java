package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.Protocol;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Secure connections, and those that only seem to be. */
@Tag("network")
class TlsTest {

  private static final String HOST = "a.example";

  /** RFC 9113, section 7. */
  private static final int INTERNAL_ERROR = 2;

  @RegisterExtension private final WebFetch web = new WebFetch();
  private final TestCertificates certificates = new TestCertificates();

  @BeforeEach
  void knowTheHosts() {
    var dns = new TestDns().answer(HOST, "127.0.0.1").answer("b.example", "127.0.0.1");
    web.withDns(dns).withTrust(certificates.trust()).allow(HOST, "b.example");
  }

  private WebServer server() {
    return WebServer.https(certificates.forHost(HOST));
  }

  @Test
  void fetchesOverTls() throws Exception {
    try (var server = server()) {
      server.serve("/", "secure");
      assertThat(web.text(server.url(HOST, "/"))).isEqualTo("secure");
    }
  }

  @Test
  void usesOneHttp2ConnectionForAll() throws Exception {
    try (var server = server()) {
      server.serve("/", "secure");
      web.get(server.url(HOST, "/"));
      var attempts = new ArrayList<WebFetch.Attempt>();
      for (int i = 0; i < 30; i++) {
        attempts.add(web.start(server.url(HOST, "/")));
      }
      for (WebFetch.Attempt attempt : attempts) {
        attempt.resource();
      }
      for (int i = 0; i < 31; i++) {
        RecordedRequest request = server.takeRequest();
        assertThat(request.getConnectionIndex()).isZero();
        assertThat(request.getVersion()).isEqualTo("HTTP/2");
      }
      assertThat(web.connections()).isEqualTo(1);
    }
  }

  @Test
  void knowsThatAStreamOfHttp2WasReset() throws Exception {
    try (var server = server()) {
      server.answer(
          "/",
          request ->
              new MockResponse.Builder()
                  .body("secure")
                  .onResponseBody(new SocketEffect.CloseStream(INTERNAL_ERROR))
                  .build());
      String url = server.url(HOST, "/");
      assertThat(web.failure(url))
          .isEqualTo(
              "FAILED "
                  + url
                  + ": the connection closed before the response was complete: stream was reset:"
                  + " INTERNAL_ERROR (passing)");
    }
  }

  @Test
  void usesAConnectionAgainWithoutHttp2() throws Exception {
    try (var server = server()) {
      server.mock().setProtocols(List.of(Protocol.HTTP_1_1));
      server.serve("/", "secure");
      for (int i = 0; i < 3; i++) {
        web.get(server.url(HOST, "/"));
        assertThat(server.takeRequest().getConnectionIndex()).isZero();
      }
    }
  }

  @Test
  void sharesNoConnectionBetweenHosts() throws Exception {
    try (var server = server()) {
      server.serve("/", "secure");
      web.get(server.url(HOST, "/"));
      String url = server.url("b.example", "/");
      assertThat(web.failure(url))
          .isEqualTo("FAILED " + url + ": TLS error: the certificate is for another host");
    }
  }

  @Test
  void trustsNoOtherAuthority() throws Exception {
    try (var server = WebServer.https(new TestCertificates().forHost(HOST))) {
      String url = server.url(HOST, "/");
      assertThat(web.failure(url))
          .isEqualTo(
              "FAILED "
                  + url
                  + ": TLS error: no authority that Java trusts signed the certificate");
    }
  }

  @Test
  void trustsOnlyTheAuthoritiesOfJavaByItself() throws Exception {
    try (var server = server()) {
      String url = server.url(HOST, "/");
      assertThat(web.withTrust(null).failure(url))
          .isEqualTo(
              "FAILED "
                  + url
                  + ": TLS error: no authority that Java trusts signed the certificate");
    }
  }

  @Test
  void trustsNoCertificateOfAnotherHost() throws Exception {
    try (var server = WebServer.https(certificates.forHost("b.example"))) {
      String url = server.url(HOST, "/");
      assertThat(web.failure(url))
          .isEqualTo("FAILED " + url + ": TLS error: the certificate is for another host");
    }
  }

  @Test
  void trustsNoCertificateThatHasExpired() throws Exception {
    try (var server = WebServer.https(certificates.expiredForHost(HOST))) {
      String url = server.url(HOST, "/");
      assertThat(web.failure(url))
          .isEqualTo("FAILED " + url + ": TLS error: the certificate has expired");
    }
  }

  @Test
  void endsAHandshakeThatStalls() throws Exception {
    try (var raw = RawServer.running(connection -> connection.awaitClose())) {
      String url = "https://" + HOST + ":" + raw.port() + "/";
      assertThat(web.withTimeout(300).failure(url))
          .isEqualTo("TIMEOUT " + url + ": took longer than 1 s (passing)");
      web.endRun();
      WebFetch.assertSoon("open connections", raw::open, 0);
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "||, Remote host terminated the handshake",
        "|HTTP/1.1 400 Bad Request|, Unsupported or unrecognized SSL message",
        "|SSH-2.0-OpenSSH_9.6|, Unsupported or unrecognized SSL message"
      })
  void saysThatAServerKnowsNoTls(String answer, String problem) throws Exception {
    try (var raw =
        RawServer.running(
            connection -> {
              connection.send(answer + "\r\n");
              connection.close();
            })) {
      String url = "https://" + HOST + ":" + raw.port() + "/";
      assertThat(web.failure(url)).isEqualTo("FAILED " + url + ": TLS error: " + problem);
    }
  }

  @Test
  void goesFromHttpToHttps() throws Exception {
    try (var server = server();
        var plain = new WebServer()) {
      server.serve("/", "secure");
      web.allow(HOST, plain.hostAndPort());
      assertThat(web.text(plain.redirect("/", server.url(HOST, "/")))).isEqualTo("secure");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://a.example/", "HTTP:\\\\a.example", "http:a.example"})
  void goesNotFromHttpsToHttp(String location) throws Exception {
    try (var server = server()) {
      server.redirect("/", location);
      String url = server.url(HOST, "/");
      assertThat(web.failure(url))
          .isEqualTo("DENIED " + url + ": redirects from https to http (http://a.example)");
      assertThat(server.requests()).isEqualTo(1);
    }
  }

  @Test
  void sendsNoHeaderOfHttpsOverHttp() throws Exception {
    try (var plain = new WebServer()) {
      plain.serve("/", "x");
      web.allow(plain.hostAndPort());
      web.withHeader("https://" + plain.hostAndPort(), "X-Token", "s3cr3t");
      web.get(plain.url("/"));
      assertThat(plain.takeRequest().getHeaders().get("X-Token")).isNull();
    }
  }
}
