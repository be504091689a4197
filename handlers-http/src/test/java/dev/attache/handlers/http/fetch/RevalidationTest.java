package dev.attache.handlers.http.fetch;

import static dev.attache.test.LongWait.PATIENCE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.handlers.http.CachingClient;
import dev.attache.handlers.http.ScriptedPage;
import dev.attache.handlers.http.WebServer;
import dev.attache.handlers.http.cache.TemporaryFiles;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import okhttp3.Headers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked and given when something is resolved again. */
@Tag("network")
class RevalidationTest {

  private WebServer server;
  private ScriptedPage page;
  private CachingClient client;

  @BeforeEach
  void start(@TempDir Path caches) throws Exception {
    server = new WebServer();
    page = new ScriptedPage(server, "/page");
    client = new CachingClient(server, caches);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void asksWhetherAPageIsTheSameAndGivesTheSame() throws Exception {
    page.thenFull("one", "ETag", "\"1\"").thenNotModified();

    Resource first = client.resolve(page.url());
    Resource second = client.resolve(page.url());

    assertThat(second.key()).isEqualTo(first.key());
    assertThat(second.content()).isEqualTo(first.content());
    assertThat(page.conditions()).containsExactly("", "If-None-Match: \"1\"");
  }

  @Test
  void givesAnotherDigestForAChangedPage() throws Exception {
    page.thenFull("one", "ETag", "\"1\"").thenFull("two", "ETag", "\"2\"").thenNotModified();

    Resource first = client.resolve(page.url());
    Resource second = client.resolve(page.url());
    Resource third = client.resolve(page.url());

    assertThat(second.content().digest()).isNotEqualTo(first.content().digest());
    assertThat(third.content()).isEqualTo(second.content());
    assertThat(page.conditions())
        .containsExactly("", "If-None-Match: \"1\"", "If-None-Match: \"2\"");
  }

  @Test
  void asksEvenIfTheAnswerSaysThatItStaysFresh() throws Exception {
    page.thenFull("one", "ETag", "\"1\"", "Cache-Control", "max-age=100000, immutable")
        .thenFull("two");

    client.resolve(page.url());

    assertThat(client.text(page.url())).isEqualTo("two");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 410, 500, 502, 504})
  void givesTheFailureAndKeepsWhatIsKnown(int status) throws Exception {
    page.thenFull("one", "ETag", "\"1\"")
        .then(new MockResponse.Builder().code(status).body("oh").addHeader("ETag: \"2\"").build())
        .thenNotModified();
    client.resolve(page.url());

    assertThatThrownBy(() -> client.resolve(page.url()))
        .isInstanceOf(ResourceException.class)
        .extracting(e -> ((ResourceException) e).message())
        .asString()
        .startsWith("the server returned " + StatusRules.words(status));

    assertThat(client.text(page.url())).isEqualTo("one");
    assertThat(page.conditions())
        .containsExactly("", "If-None-Match: \"1\"", "If-None-Match: \"1\"");
    assertThat(client.records()).hasSize(1);
    assertThat(client.bodies()).isEmpty();
  }

  @Test
  void givesNoOldContentIfTheServerIsSilent() throws Exception {
    page.thenFull("one", "ETag", "\"1\"")
        .then(new MockResponse.Builder().headersDelay(1, TimeUnit.MINUTES).build())
        .thenNotModified();
    client.resolve(page.url());

    assertThatThrownBy(() -> client.withTimeout(Duration.ofMillis(500)).resolve(page.url()))
        .hasMessageContaining("took longer than 1 s");

    assertThat(client.withTimeout(PATIENCE).text(page.url())).isEqualTo("one");
  }

  @Test
  void keepsNothingOfAnAnswerThatBreaksOff() throws Exception {
    page.thenFull("one", "ETag", "\"1\"")
        .then(
            new MockResponse.Builder()
                .addHeader("ETag: \"2\"")
                .body("x".repeat(300_000))
                .onResponseBody(new SocketEffect.CloseSocket())
                .build())
        .thenNotModified();
    client.resolve(page.url());

    assertThatThrownBy(() -> client.resolve(page.url())).isInstanceOf(ResourceException.class);

    assertThat(client.text(page.url())).isEqualTo("one");
    assertThat(client.records()).hasSize(1);
    assertThat(client.bodies()).isEmpty();
    assertThat(client.temporaryFiles()).isEmpty();
  }

  @Test
  void asksForTheWholeIfThe304IsAboutSomethingElse() throws Exception {
    page.thenFull("one", "ETag", "\"1\"").thenNotModified("ETag", "\"2\"").thenFull("two");

    client.resolve(page.url());

    assertThat(client.text(page.url())).isEqualTo("two");
    assertThat(page.conditions()).containsExactly("", "If-None-Match: \"1\"", "");
  }

  @Test
  void failsIfA304ComesThoughNobodyAsked() {
    page.thenNotModified();

    assertThatThrownBy(() -> client.resolve(page.url()))
        .isInstanceOf(ResourceException.class)
        .hasMessageContaining(
            "the server returned 304 Not Modified, although the request was not conditional");
  }

  @Test
  void failsIfA304IsTwiceAboutSomethingElse() throws Exception {
    page.thenFull("one", "ETag", "\"1\"").thenNotModified("ETag", "\"2\"").thenNotModified();
    client.resolve(page.url());

    assertThatThrownBy(() -> client.resolve(page.url()))
        .hasMessageContaining("although the request was not conditional");
    assertThat(page.conditions()).hasSize(3);
  }

  @Test
  void takesOverTheTimeOfModificationButNotTheTypeFromA304() throws Exception {
    page.thenFull("one", "ETag", "\"1\"", "Content-Type", "text/plain")
        .thenNotModified(
            "Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT",
            "Content-Type", "text/html",
            "Content-Length", "99",
            "Content-Encoding", "br")
        .thenNotModified();
    client.resolve(page.url());

    for (int i = 0; i < 2; i++) {
      Resource resource = client.resolve(page.url());
      assertThat(resource.annotations())
          .isEqualTo(Annotations.lastModified(Instant.parse("2015-10-21T07:28:00Z")));
      assertThat(resource.mimeType()).isEqualTo("text/plain");
    }
  }

  @Test
  void asksInFullWhatHasNoValidator() throws Exception {
    page.thenFull("one").thenFull("two");

    client.resolve(page.url());

    assertThat(client.text(page.url())).isEqualTo("two");
    assertThat(page.conditions()).containsExactly("", "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"W/\"1\"", "1", "\"Grüße\"", "W/\"1", "\"a\", \"b\""})
  void sendsAnETagAsItCame(String etag) throws Exception {
    page.thenFull("one", "ETag", etag).thenNotModified();

    client.resolve(page.url());

    assertThat(client.text(page.url())).isEqualTo("one");
    assertThat(page.conditions()).containsExactly("", "If-None-Match: " + etag);
  }

  @Test
  void getsAPageWithARepeatedDirective() throws Exception {
    page.thenFull("one", "Cache-Control", "no-cache, no-cache", "ETag", "\"1\"").thenNotModified();

    client.resolve(page.url());

    assertThat(client.text(page.url())).isEqualTo("one");
  }

  @Test
  void keepsNothingThatMustNotBeStored() throws Exception {
    page.thenFull("one", "Cache-Control", "no-store", "ETag", "\"1\"").thenFull("two");

    client.resolve(page.url());

    assertThat(client.records()).isEmpty();
    assertThat(client.bodies()).isEmpty();
    assertThat(client.text(page.url())).isEqualTo("two");
    assertThat(page.conditions()).containsExactly("", "");
  }

  @Test
  void forgetsWhatMustNoLongerBeStored() throws Exception {
    for (MockResponse forbidding :
        List.of(
            ScriptedPage.full("two", "Cache-Control", "no-store"),
            ScriptedPage.notModified("Cache-Control", "no-store"))) {
      var other = new ScriptedPage(server, "/" + forbidding.getCode());
      other.thenFull("one", "ETag", "\"1\"").then(forbidding).thenFull("three");
      client.resolve(other.url());
      assertThat(client.records()).hasSize(1);
      client.resolve(other.url());
      assertThat(client.records()).isEmpty();
      assertThat(client.text(other.url())).isEqualTo("three");
      assertThat(other.conditions()).containsExactly("", "If-None-Match: \"1\"", "");
      client.records().forEach(TemporaryFiles::delete);
    }
  }

  @Test
  void neverSharesAnAnswerBetweenCredentials() throws Exception {
    page.thenFull("for alice", "ETag", "\"1\"")
        .thenFull("for bob", "ETag", "\"1\"")
        .thenFull("for all", "ETag", "\"1\"")
        .thenNotModified();
    client.withHeader("Authorization", "alice").resolve(page.url());
    client.withHeader("Authorization", "bob").resolve(page.url());
    client.with(server.url(""), Map.of("headers", Map.of())).resolve(page.url());

    assertThat(client.withHeader("Authorization", "alice").text(page.url())).isEqualTo("for alice");
    assertThat(page.conditions()).containsExactly("", "", "", "If-None-Match: \"1\"");
  }

  @Test
  void revalidatesEveryHopOfARedirect() throws Exception {
    var hop = new ScriptedPage(server, "/hop");
    hop.then(
            new MockResponse.Builder()
                .code(301)
                .headers(Headers.of("Location", "/page", "ETag", "\"h\""))
                .build())
        .thenNotModified();
    page.thenFull("one", "ETag", "\"1\"").thenNotModified();

    client.resolve(hop.url());

    assertThat(client.text(hop.url())).isEqualTo("one");
    assertThat(client.notes()).containsExactly(hop.url() + ": redirected to " + page.url());
    assertThat(hop.conditions()).containsExactly("", "If-None-Match: \"h\"");
    assertThat(page.conditions()).containsExactly("", "If-None-Match: \"1\"");
  }

  @Test
  void refusesAConfirmedPageThatHasBecomeTooLarge() throws Exception {
    page.thenFull("four", "ETag", "\"1\"").thenNotModified();
    client.resolve(page.url());

    assertThatThrownBy(() -> client.withMaxBytes(3).resolve(page.url()))
        .isInstanceOf(ResourceException.class)
        .hasMessageContaining("is larger than the limit of 3 bytes")
        .extracting(e -> ((ResourceException) e).kind())
        .isEqualTo(Kind.TOO_LARGE);
    assertThat(client.withMaxBytes(4).text(page.url())).isEqualTo("four");
  }

  @Test
  void givesTheSameForAnOldCharsetAndForBytes() throws Exception {
    byte[] latin1 = "Grüße".getBytes(ISO_8859_1);
    byte[] png = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 1};
    for (byte[] body : List.of(latin1, png, new byte[0], "x".repeat(200_000).getBytes(UTF_8))) {
      var other = new ScriptedPage(server, "/" + body.length);
      other.then(
          ScriptedPage.full(body, "ETag", "\"1\"", "Content-Type", "text/plain; charset=latin1"));
      other.thenNotModified("Content-Type", "text/plain; charset=utf-8");

      Resource first = client.resolve(other.url());
      Resource second = client.resolve(other.url());

      assertThat(second.toBuilder().meta("dev.attache/confirmedAt", "").build())
          .isEqualTo(first.toBuilder().meta("dev.attache/confirmedAt", "").build());
      assertThat(other.conditions()).containsExactly("", "If-None-Match: \"1\"");
    }
  }
}
