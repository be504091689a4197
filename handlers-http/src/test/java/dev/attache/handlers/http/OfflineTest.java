package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is given while nobody may be asked. */
@Tag("network")
class OfflineTest {

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

  private Instant confirmedAgo(Duration age) throws Exception {
    Instant time = Instant.now().minus(age).truncatedTo(ChronoUnit.SECONDS);
    for (Path record : client.records()) {
      Files.setLastModifiedTime(record, FileTime.from(time));
    }
    return time;
  }

  @Test
  void givesWhatIsKnownWithItsAgeAndAsksNobody() throws Exception {
    page.thenFull("one", "ETag", "\"1\"");
    Resource online = client.resolve(page.url());
    Instant time = confirmedAgo(Duration.ofMinutes(200));

    Resource offline = client.with("offline", true).resolve(page.url());

    assertThat(offline.content()).isEqualTo(online.content());
    assertThat(offline.meta()).containsEntry("dev.attache/confirmedAt", time.toString());
    assertThat(client.notes())
        .containsExactly(page.url() + ": offline: as fetched 3 h 20 min ago, at " + time);
    assertThat(server.requests()).isEqualTo(1);
  }

  @Test
  void givesAlsoWhatHasNoValidator() throws Exception {
    page.thenFull("one");
    client.resolve(page.url());

    assertThat(client.with("offline", true).text(page.url())).isEqualTo("one");
  }

  @Test
  void countsTheAgeFromTheLastTimeThatAServerConfirmedIt() throws Exception {
    page.thenFull("one", "ETag", "\"1\"").thenNotModified();
    client.resolve(page.url());
    confirmedAgo(Duration.ofDays(3));
    client.resolve(page.url());

    client.with("offline", true).resolve(page.url());

    assertThat(client.notes())
        .singleElement()
        .asString()
        .containsPattern("as fetched [0-9]+ s ago");
  }

  @Test
  void saysNoAgeIfTheClockWentBack() throws Exception {
    page.thenFull("one");
    client.resolve(page.url());
    Instant time = confirmedAgo(Duration.ofHours(-5));

    client.with("offline", true).resolve(page.url());

    assertThat(client.notes()).containsExactly(page.url() + ": offline: as fetched at " + time);
  }

  @Test
  void followsARedirectThatIsKnown() throws Exception {
    page.thenFull("one");
    server.answer(
        "/hop",
        request -> new MockResponse.Builder().code(302).addHeader("Location: /page").build());
    client.resolve(server.url("/hop"));

    assertThat(client.with("offline", true).text(server.url("/hop"))).isEqualTo("one");
    assertThat(client.notes()).contains(server.url("/hop") + ": redirected to " + page.url());
    assertThat(server.requests()).isEqualTo(2);
  }

  @Test
  void failsForWhatIsNotKnownAndAsksNobody() {
    page.thenFull("one");
    client.with("offline", true);

    assertThatThrownBy(() -> client.resolve(page.url()))
        .isInstanceOf(ResourceException.class)
        .hasMessageContaining("is not in the cache, and --offline allows no requests")
        .extracting(e -> ((ResourceException) e).kind())
        .isEqualTo(Kind.FAILED);
    assertThat(server.requests()).isZero();
  }

  @Test
  void failsWithoutACache() throws Exception {
    page.thenFull("one");
    client.resolve(page.url());
    client.with("offline", true).with("cache", false);

    assertThatThrownBy(() -> client.resolve(page.url()))
        .hasMessageContaining("is not in the cache, and --offline allows no requests");
    assertThat(server.requests()).isEqualTo(1);
  }

  @Test
  void knowsNothingOfWhatWasFetchedWithOtherCredentials() throws Exception {
    page.thenFull("one");
    client.withHeader("Authorization", "alice").resolve(page.url());
    client.withHeader("Authorization", "bob").with("offline", true);

    assertThatThrownBy(() -> client.resolve(page.url()))
        .hasMessageContaining("is not in the cache");
  }

  @Test
  void keepsTheLimitOnSize() throws Exception {
    page.thenFull("four");
    client.resolve(page.url());
    client.with("offline", true).withMaxBytes(3);

    assertThatThrownBy(() -> client.resolve(page.url()))
        .hasMessageContaining("is larger than the limit of 3 bytes");
  }

  @Test
  void leavesNothingBesideALargeBody() throws Exception {
    page.thenFull("x".repeat(300_000));
    client.resolve(page.url());

    assertThat(client.with("offline", true).text(page.url())).hasSize(300_000);
    assertThat(client.temporaryFiles()).isEmpty();
    assertThat(client.bodies()).hasSize(1);
  }
}
