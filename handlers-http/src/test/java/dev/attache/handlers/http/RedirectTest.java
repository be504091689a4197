package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Resource;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where redirects lead, and where they do not. */
@Tag("network")
class RedirectTest {

  @RegisterExtension private final WebFetch web = new WebFetch();
  @AutoClose private final WebServer server = new WebServer();

  @BeforeEach
  void allowTheServer() {
    web.allow(server.hostAndPort());
  }

  /** Redirects from /1 to /2 and so on up to this one, which is a text. */
  private void chain(int last) {
    for (int i = 1; i < last; i++) {
      server.redirect("/" + i, "/" + (i + 1));
    }
    server.serve("/" + last, "the end");
  }

  @Test
  void followsFive() throws Exception {
    chain(6);
    String url = server.url("/1");
    Resource resource = web.get(url);
    assertThat(resource.uri().value()).isEqualTo(url);
    assertThat(resource.meta()).containsEntry("dev.attache/finalUrl", server.url("/6"));
    assertThat(web.notes()).containsExactly(url + ": redirected to " + server.url("/6"));
  }

  @Test
  void followsNoSixth() throws Exception {
    chain(7);
    String url = server.url("/1");
    assertThat(web.failure(url))
        .isEqualTo("FAILED " + url + ": redirects more than 5 times, now to " + server.url("/7"));
    assertThat(server.requests()).isEqualTo(6);
  }

  @Test
  void leavesALoopAndShowsNoSecretOfIt() throws Exception {
    String url = server.redirect("/a", "/b");
    server.redirect("/b", "/a?token=secret");
    assertThat(web.failure(url))
        .isEqualTo(
            "FAILED "
                + url
                + ": redirects more than 5 times, now to "
                + server.url("/a?token=REDACTED"));
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void followsWhatLeadsElsewhere(int status) throws Exception {
    server.serve("/there", "there");
    assertThat(web.text(server.status("/here", status, "Location: /there"))).isEqualTo("there");
  }

  @ParameterizedTest
  @CsvSource({
    "300, 300 Multiple Choices",
    "304, '304 Not Modified, although the request was not conditional'",
    "305, 305 Use Proxy",
    "306, 306",
    "201, 201 Created"
  })
  void followsNothingElse(int status, String words) throws Exception {
    server.serve("/there", "there");
    String url = server.status("/here", status, "Location: /there");
    assertThat(web.failure(url)).isEqualTo("FAILED " + url + ": the server returned " + words);
  }

  @ParameterizedTest
  @CsvSource({
    "there, /a/there",
    "../there, /there",
    "../../../there, /there",
    "/there, /there",
    "?q=1, /a/b?q=1",
    "//HOST/there, /there",
    "http:/there, /there",
    "'  /there\t', /there",
    "/there#part, /there",
    "\\there, /there",
    "/a b/ü, /a%20b/%C3%BC",
  })
  void followsRelativeLocations(String location, String expected) throws Exception {
    String url =
        server.answer(
            "/a/b",
            request ->
                request.getUrl().query() == null
                    ? WebServer.response(
                        302, "Location: " + location.replace("HOST", server.hostAndPort()))
                    : WebServer.response(200));
    server.serve("/there", "there");
    server.serve("/a/there", "there");
    server.serve("/a%20b/%C3%BC", "there");
    assertThat(web.get(url).meta()).containsEntry("dev.attache/finalUrl", server.url(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:1/",
        "http://127.1:1/",
        "http://2130706433:1/",
        "http://0x7f000001:1/",
        "http://0x7F.1:1/",
        "http://0177.0.0.1:1/",
        "http://017700000001:1/",
        "http://127.0.0.1.:1/",
        "http://%31%32%37.0.0.1:1/",
        "http://①②⑦.⓪.⓪.①:1/",
        "http://127。0。0。1:1/",
        "http://user:secret@127.0.0.1:1/",
        "//127.0.0.1:1",
        "http:\\\\127.0.0.1:1",
      })
  void refusesLoopbackInEverySpelling(String location) throws Exception {
    String url = server.redirect("/", location);
    assertThat(web.failure(url))
        .isEqualTo(
            "DENIED "
                + url
                + ": redirects to http://127.0.0.1:1/, which is not on the public internet:"
                + " 127.0.0.1 is a loopback address (127.0.0.0/8)");
  }

  @ParameterizedTest
  @CsvSource({
    "http://[::1]:1/, [::1], ::1 is a loopback address (::1/128)",
    "http://[0:0::0:1]:1/, [::1], ::1 is a loopback address (::1/128)",
    "http://[::ffff:127.0.0.1]:1/, [::ffff:7f00:1], 127.0.0.1 is a loopback address (127.0.0.0/8)",
    "http://[::ffff:7f00:1]:1/, [::ffff:7f00:1], 127.0.0.1 is a loopback address (127.0.0.0/8)",
    "http://[64:ff9b::7f00:1]:1/, [64:ff9b::7f00:1], 64:ff9b::7f00:1 is a NAT64 address"
        + " (64:ff9b::/96)",
    "http://0:1/, 0.0.0.0, 0.0.0.0 is a \"this network\" address (0.0.0.0/8)",
    "http://localhost:1/, localhost, localhost is a name of this computer",
    "http://LOCALHOST:1/, localhost, localhost is a name of this computer",
    "http://a.localhost.:1/, a.localhost., a.localhost is a name of this computer",
    "http://169.254.169.254:1/, 169.254.169.254, 169.254.169.254 is a link-local address"
        + " (169.254.0.0/16)",
    "http://metadata.google.internal:1/, metadata.google.internal, metadata.google.internal is a"
        + " name of a private network",
  })
  void refusesOtherPrivatePlaces(String location, String host, String reason) throws Exception {
    String url = server.redirect("/", location);
    assertThat(web.failure(url))
        .isEqualTo(
            "DENIED %s: redirects to http://%s:1/, which is not on the public internet: %s"
                .formatted(url, host, reason));
  }

  @Test
  void judgesEveryHop() throws Exception {
    server.redirect("/1", "/2");
    server.redirect("/2", "http://10.0.0.1/");
    assertThat(web.failure(server.url("/1")))
        .isEqualTo(
            "DENIED "
                + server.url("/1")
                + ": redirects to http://10.0.0.1/, which is not on the public internet: 10.0.0.1"
                + " is a private address (10.0.0.0/8)");
  }

  @ParameterizedTest
  @CsvSource({
    "file:///etc/passwd, file",
    "FILE:/etc/passwd, file",
    "ftp://example.com/, ftp",
    "'data:text/plain,x', data",
    "javascript:alert(1), javascript",
    "gopher://127.0.0.1:6379/_x, gopher",
    "jar:http://a/b!/c, jar",
    "cmd:rm, cmd",
    "' fi\tle:///etc/passwd', file",
    "view-source:http://a/, view-source"
  })
  void refusesOtherSchemes(String location, String scheme) throws Exception {
    String url = server.redirect("/", location);
    assertThat(web.failure(url))
        .isEqualTo("DENIED " + url + ": redirects to another scheme (" + scheme + ")");
  }

  @ParameterizedTest
  @CsvSource({
    "http://, has no host",
    "http://a:99999/, has a port that is not a number from 1 to 65535",
    "http://[::1/, has a host in brackets that is not an IPv6 address",
    "http://1.2.3.4.5/, has a host that ends in a number but is not an IPv4 address",
    "http://a^b/, has a host with a character that is not allowed (U+005E)",
    "http://user:secret@:80/, has no host",
  })
  void saysWhyALocationIsNoGood(String location, String reason) throws Exception {
    String url = server.redirect("/", location);
    assertThat(web.failure(url))
        .isEqualTo("FAILED " + url + ": redirects to an invalid URL: " + reason);
  }

  @Test
  void sendsNoUserInfoOfALocation() throws Exception {
    server.serve("/there", "there");
    String url = server.redirect("/", "http://user:secret@" + server.hostAndPort() + "/there");
    Resource resource = web.get(url);
    assertThat(resource.meta()).containsEntry("dev.attache/finalUrl", server.url("/there"));
    server.takeRequest();
    RecordedRequest second = server.takeRequest();
    assertThat(second.getHeaders().names()).doesNotContain("Authorization");
    assertThat(second.getRequestLine()).isEqualTo("GET /there HTTP/1.1");
  }

  @Test
  void followsNoOtherWayOfRedirecting() throws Exception {
    String url =
        server.answer(
            "/",
            request ->
                new MockResponse.Builder()
                    .addHeader("Refresh", "0; url=/there")
                    .addHeader("Location", "/there")
                    .addHeader("Content-Location", "/there")
                    .body("here")
                    .build());
    assertThat(web.text(url)).isEqualTo("here");
    assertThat(server.requests()).isEqualTo(1);
  }

  @Test
  void readsNothingOfTheBodyOfARedirect() throws Exception {
    server.serve("/there", "there");
    String url =
        server.answer(
            "/",
            request ->
                new MockResponse.Builder()
                    .code(302)
                    .addHeader("Location", "/there")
                    .body("x".repeat(10_000))
                    .throttleBody(1, 1, TimeUnit.SECONDS)
                    .build());
    assertThat(web.text(url)).isEqualTo("there");
  }

  @Test
  void goesToAnotherOriginThatIsAllowed() throws Exception {
    try (var other = new WebServer()) {
      web.allow(server.hostAndPort(), other.hostAndPort());
      String url = server.redirect("/", other.serve("/x", "from the other"));
      assertThat(web.text(url)).isEqualTo("from the other");
    }
  }

  /** The web is no way to speak to a mail server, whoever says so. */
  @Test
  void goesToNoPortOfAnotherProtocolUnlessItIsOpened() throws Exception {
    web.allow(server.hostAndPort(), "127.0.0.1", "127.0.0.1:1");
    String problem = "has port 25, which is reserved for another protocol";
    assertThat(web.failure("http://mail.example:25/"))
        .isEqualTo("DENIED http://mail.example:25/: " + problem + "; allow-host mail.example:25");
    String url = server.redirect("/", "http://127.0.0.1:25/");
    assertThat(web.failure(url))
        .isEqualTo("DENIED " + url + ": redirects to http://127.0.0.1:25/, which " + problem);
    assertThat(web.failure(server.redirect("/", "http://127.0.0.1:1/")))
        .contains("cannot connect to http://127.0.0.1:1");
  }

  /** A failure behind a redirect. */
  private void assertRedirected(String kind, String there, String message) throws Exception {
    String url = server.redirect("/", there);
    assertThat(web.failure(url))
        .isEqualTo("%s %s: redirected to %s: %s".formatted(kind, url, there, message));
  }

  @Test
  void namesWhereAStatusCameFrom() throws Exception {
    String message = "the server returned 404 Not Found";
    assertRedirected("NOT_FOUND", server.url("/missing.html"), message);
  }

  @Test
  void namesWhereNobodyListens() throws Exception {
    var closed = RawServer.sending("");
    closed.close();
    web.allow("127.0.0.1");
    assertRedirected(
        "FAILED",
        closed.url("/"),
        "cannot connect to http://" + closed.hostAndPort() + ": connection refused (passing)");
  }

  @Test
  void namesWhereTheTimeEnded() throws Exception {
    try (var silent = RawServer.running(connection -> {})) {
      web.allow("127.0.0.1").withTimeout(300);
      assertRedirected("TIMEOUT", silent.url("/"), "took longer than 1 s (passing)");
    }
  }

  @Test
  void namesWhereThereIsNoTls() throws Exception {
    try (var plain = RawServer.running(connection -> connection.send("HTTP/1.1 400 No\r\n\r\n"))) {
      web.allow("127.0.0.1");
      String url = server.redirect("/", "https://" + plain.hostAndPort() + "/");
      assertThat(web.failure(url))
          .startsWith(
              "FAILED %s: redirected to https://%s/: TLS error: "
                  .formatted(url, plain.hostAndPort()));
    }
  }

  @Test
  void namesWhereThereWasTooMuch() throws Exception {
    web.withMaxBytes(10);
    assertRedirected(
        "TOO_LARGE",
        server.serve("/large", "more than that"),
        "is larger than the limit of 10 bytes");
  }

  @Test
  void namesNoSecretAndNoMoreThanTheBeginningOfAPlace() throws Exception {
    String place = server.url("/missing?token=secret&rest=" + "x".repeat(5000));
    String url = server.redirect("/", place);
    String shown = server.url("/missing?token=REDACTED&rest=" + "x".repeat(200));
    assertThat(web.failure(url))
        .isEqualTo(
            "NOT_FOUND %s: redirected to %s…: the server returned 404 Not Found"
                .formatted(url, shown.substring(0, 200)));
  }

  @Test
  void shortensTheSchemeOfALocation() throws Exception {
    String url = server.redirect("/", "x".repeat(3000) + ":y");
    assertThat(web.failure(url))
        .isEqualTo("DENIED " + url + ": redirects to another scheme (" + "x".repeat(200) + "…)");
  }

  @Test
  void shortensTheNoteButNotTheMetadata() throws Exception {
    String there = "/there?" + "x".repeat(3000);
    server.serve("/there", "there");
    String url = server.redirect("/", there);
    assertThat(web.get(url).meta()).containsEntry("dev.attache/finalUrl", server.url(there));
    assertThat(web.notes())
        .containsExactly(url + ": redirected to " + server.url(there).substring(0, 200) + "…");
  }

  @Test
  void haveOneTimeForAllHops() throws Exception {
    String url =
        server.answer(
            "/",
            request ->
                WebServer.response(302, "Location: /")
                    .newBuilder()
                    .headersDelay(800, TimeUnit.MILLISECONDS)
                    .build());
    assertThat(web.withTimeout(1400).failure(url))
        .isEqualTo(
            "TIMEOUT %1$s: redirected to %1$s: took longer than 1 s (passing)".formatted(url));
    assertThat(server.requests()).isEqualTo(2);
  }
}
