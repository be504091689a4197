package dev.attache.handlers.http.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.http.TestDns;
import dev.attache.handlers.http.WebFetch;
import dev.attache.handlers.http.WebServer;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceJson;
import java.util.Map;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers that the configuration has for an origin. */
@Tag("network")
class OriginHeadersTest {

  private static final String SECRET = "Bearer s3cr3t";

  @RegisterExtension private final WebFetch web = new WebFetch();
  @AutoClose private final WebServer server = new WebServer();

  @BeforeEach
  void allowTheServer() {
    web.allow(server.hostAndPort());
  }

  private String origin() {
    return "http://" + server.hostAndPort();
  }

  private String failureFor(String name, String value) throws Exception {
    String url = server.serve("/", "x");
    return web.withHeader(origin(), name, value).failure(url);
  }

  private String failed(String problem) {
    return "FAILED " + origin() + "/: " + problem;
  }

  @Test
  void areSentToTheirOrigin() throws Exception {
    web.withHeader(origin(), "Authorization", SECRET).get(server.serve("/", "x"));
    assertThat(server.takeRequest().getHeaders().values("Authorization")).containsExactly(SECRET);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Accept", "ACCEPT", "User-Agent"})
  void mayReplaceTheUsualOnes(String name) throws Exception {
    web.withHeader(origin(), name, "mine").get(server.serve("/", "x"));
    assertThat(server.takeRequest().getHeaders().values(name)).containsExactly("mine");
  }

  @Test
  void takeValuesFromTheEnvironment() throws Exception {
    web.withVariable("TOKEN", "$1\\x${USER}")
        .withHeader(origin(), "Authorization", "Bearer ${TOKEN} $TOKEN ${TOKEN}")
        .get(server.serve("/", "x"));
    assertThat(server.takeRequest().getHeaders().get("Authorization"))
        .isEqualTo("Bearer $1\\x${USER} $TOKEN $1\\x${USER}");
  }

  @Test
  void nameAVariableThatIsNotSet() throws Exception {
    assertThat(failureFor("Authorization", "Bearer ${NO_SUCH}"))
        .isEqualTo(
            failed(
                "the header Authorization configured for "
                    + origin()
                    + " needs the environment variable NO_SUCH, which is not set"));
    assertThat(server.requests()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nX-More: b", "a\nb", "a\rb", "a\0b", "grün", "a\u001bb", "a\u007f"})
  void refuseAValueThatIsMoreThanAValue(String value) throws Exception {
    web.withVariable("TOKEN", value);
    assertThat(failureFor("X-Token", "${TOKEN}"))
        .isEqualTo(
            failed(
                "the header X-Token configured for "
                    + origin()
                    + " has a value with characters that are not allowed in a header"));
    assertThat(server.requests()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "HOST",
        "Connection",
        "Content-Length",
        "Transfer-Encoding",
        "If-None-Match",
        "If-Modified-Since",
        "Range",
        "Accept-Encoding",
        "TE",
        "Upgrade",
        "Expect"
      })
  void refuseANameThatIsOurs(String name) throws Exception {
    assertThat(failureFor(name, "x"))
        .isEqualTo(
            failed(
                "the header "
                    + name
                    + " configured for "
                    + origin()
                    + " cannot be configured: attache sets it itself"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "X Y", "X:", "X\r\nY", "Ü"})
  void refuseWhatIsNoName(String name) throws Exception {
    assertThat(failureFor(name, "x"))
        .isEqualTo(
            failed("the header " + name + " configured for " + origin() + " is not a header name"));
  }

  @Test
  void areNotSentToAnotherPort() throws Exception {
    try (var other = new WebServer()) {
      web.allow(server.hostAndPort(), other.hostAndPort());
      web.withHeader(origin(), "Authorization", SECRET);
      web.get(server.redirect("/", other.serve("/x", "x")));
      assertThat(server.takeRequest().getHeaders().get("Authorization")).isEqualTo(SECRET);
      assertThat(other.takeRequest().getHeaders().get("Authorization")).isNull();
    }
  }

  @Test
  void areNotSentToAnotherHost() throws Exception {
    web.withDns(new TestDns().answer("a.example", "127.0.0.1"));
    web.withHeader(origin(), "X-Token", SECRET);
    server.serve("/x", "x");
    web.get(server.redirect("/", server.url("a.example", "/x")));
    assertThat(server.takeRequest().getHeaders().get("X-Token")).isEqualTo(SECRET);
    assertThat(server.takeRequest().getHeaders().get("X-Token")).isNull();
  }

  @Test
  void areSentAgainOnTheWayBack() throws Exception {
    web.withDns(new TestDns().answer("a.example", "127.0.0.1"));
    web.withHeader(origin(), "X-Token", SECRET);
    server.redirect("/1", server.url("a.example", "/2"));
    server.redirect("/2", server.serve("/3", "x"));
    web.get(server.url("/1"));
    assertThat(server.takeRequest().getHeaders().get("X-Token")).isEqualTo(SECRET);
    assertThat(server.takeRequest().getHeaders().get("X-Token")).isNull();
    assertThat(server.takeRequest().getHeaders().get("X-Token")).isEqualTo(SECRET);
  }

  @ParameterizedTest
  @CsvSource({"http://127.0.0.1:1", "https://127.0.0.1", "http://localhost", "http://127.0.0.1"})
  void areNotSentToSimilarOrigins(String other) throws Exception {
    web.withHeader(other, "X-Token", SECRET).get(server.serve("/", "x"));
    assertThat(server.takeRequest().getHeaders().get("X-Token")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP://127.1:PORT", "http://0x7f000001:PORT/", "http://127.0.0.1.:PORT"})
  void knowTheirOriginInEverySpelling(String spelling) throws Exception {
    String origin = spelling.replace("PORT", Integer.toString(server.port()));
    web.withHeader(origin, "X-Token", SECRET).get(server.serve("/", "x"));
    assertThat(server.takeRequest().getHeaders().get("X-Token")).isEqualTo(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://a.example/path",
        "a.example",
        "ftp://a.example",
        "https://u:s3cr3t@a.example/x"
      })
  void areForOriginsOnly(String key) throws Exception {
    String url = server.serve("/", "x");
    assertThat(web.withHeader(key, "X-Token", SECRET).failure(url))
        .isEqualTo(
            "FAILED "
                + url
                + ": invalid configuration [http]: \""
                + key.replace("u:s3cr3t", "REDACTED")
                + "\" must be an origin, such as https://example.com or http://localhost:8080");
  }

  @Test
  void areTextsOnly() throws Exception {
    String url = server.serve("/", "x");
    web.with(origin(), Map.of("headers", Map.of("X-Number", 1)));
    assertThat(web.failure(url))
        .isEqualTo(
            "FAILED "
                + url
                + ": invalid configuration [http]: header X-Number of \""
                + origin()
                + "\" must be a string");
  }

  @Test
  void haveOneTableForAnOrigin() throws Exception {
    Map<String, Object> headers = Map.of("headers", Map.of("X-A", "a"));
    web.with("https://example.com", headers).with("https://EXAMPLE.com:443/", headers);
    assertThat(web.failure("https://example.org/"))
        .isEqualTo(
            "FAILED https://example.org/: invalid configuration [http]: \"https://example.com\""
                + " and \"https://EXAMPLE.com:443/\" are the same origin; keep one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://me:s3cr3t@example.com", "https://example.com/#part"})
  void areForAnOriginAndNothingMore(String name) throws Exception {
    web.with(name, Map.of("headers", Map.of("X-A", "a")));
    assertThat(web.failure("https://example.org/"))
        .isEqualTo(
            "FAILED https://example.org/: invalid configuration [http]: \"%s\" must be an origin,"
                    .formatted(name.replace("me:s3cr3t", "REDACTED"))
                + " such as https://example.com or http://localhost:8080");
  }

  @Test
  void areShownInNoResource() throws Exception {
    web.withHeader(origin(), "Authorization", SECRET);
    server.status("/", 302, "Location: /there");
    server.serve("/there", "x");
    Resource resource = web.get(server.url("/"));
    assertThat(ResourceJson.write(resource)).doesNotContain("s3cr3t").doesNotContain("Bearer");
    assertThat(web.notes()).noneMatch(note -> note.contains("s3cr3t"));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 407, 500})
  void areShownInNoMessage(int status) throws Exception {
    String url = server.status("/", status, "WWW-Authenticate: Bearer");
    assertThat(web.withHeader(origin(), "Authorization", SECRET).failure(url))
        .doesNotContain("s3cr3t");
  }

  @Test
  void areShownInNoMessageOfASecondTry() throws Exception {
    web.withHeader(origin(), "Authorization", SECRET);
    assertThat(web.failure(server.status("/", 503, "Retry-After: 0"))).doesNotContain("s3cr3t");
    server.takeRequest();
    RecordedRequest second = server.takeRequest();
    assertThat(second.getHeaders().get("Authorization")).isEqualTo(SECRET);
  }
}
