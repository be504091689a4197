package dev.attache.server.attached;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.core.outcome.Snapshot;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.server.SessionOpener;
import dev.attache.server.TestClient;
import dev.attache.server.TestClient.Setting;
import dev.attache.server.watch.SourceChanges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client has from a refresh: it is not told of that, and of all else. */
class GivenTest {

  private static final int ROUNDS = 500;

  @TempDir Path directory;
  private final Told sources = new Told();

  /** Sources of texts, all called {@code told:x}, that tell of changes when a test wants it. */
  private static final class Told implements ResourceHandler, SourceChanges {
    final Map<String, String> texts = new ConcurrentHashMap<>();
    final Map<String, Runnable> changed = new ConcurrentHashMap<>();
    final AtomicInteger readings = new AtomicInteger();
    volatile @Nullable CountDownLatch held;
    final CountDownLatch isHeld = new CountDownLatch(1);

    @Override
    public Set<String> schemes() {
      return Set.of("told");
    }

    @Override
    public int parallelism(HandlerContext context) {
      return 8;
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context)
        throws ResourceException {
      String text = texts.getOrDefault(uri.value(), "");
      CountDownLatch latch = held;
      if (latch != null) {
        isHeld.countDown();
        try {
          latch.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw ResourceException.of(Kind.FAILED, uri.value(), "was interrupted");
        }
      }
      readings.incrementAndGet();
      return List.of(
          Resource.builder(ResourceUri.of("told:x"), ResourceContent.text(text)).build());
    }

    @Override
    public Runnable onChange(Snapshot snapshot, Runnable run) {
      changed.put(snapshot.address().value(), run);
      return () -> changed.remove(snapshot.address().value());
    }

    /** Waits until so much has been read. */
    void awaitReadings(int count) {
      await().until(() -> readings.get() >= count);
    }

    void announce(String address) {
      await().until(() -> changed.get(address), Objects::nonNull).run();
    }
  }

  private TestClient client(String... addresses) throws IOException {
    Setting setting = new Setting(directory, addresses).handler(sources);
    return TestClient.silent(
            new SessionOpener() {
              @Override
              public Opening open() throws IOException {
                return setting.open();
              }

              @Override
              public SourceChanges changes() {
                return sources;
              }
            })
        .begin();
  }

  private static void subscribe(TestClient client, String uri) {
    client.ask("resources/subscribe", "{'uri':'" + uri + "'}");
  }

  private static String refresh(TestClient client, String uri) {
    return client.call("refresh_resource", "{'uri':'" + uri + "'}").toString();
  }

  private static String updated(String uri) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\""
        + uri
        + "\"}}";
  }

  @Test
  void isNotToldAgain() throws Exception {
    sources.texts.put("told:a", "one");
    try (TestClient client = client("told:a")) {
      subscribe(client, "told:x");
      sources.texts.put("told:a", "two");
      assertThat(refresh(client, "told:x")).contains("two");
      int readings = sources.readings.get();
      sources.announce("told:a");
      sources.awaitReadings(readings + 1);
      sources.texts.put("told:a", "three");
      sources.announce("told:a");
      assertThat(client.unasked.await(1)).containsExactly(updated("told:x"));
      assertThat(sources.readings).hasValue(readings + 2);
    }
  }

  /** To the client what it was given is old by now, though it is attached like that. */
  @Test
  void isWhatASubscriptionBeginsWith() throws Exception {
    sources.texts.put("told:a", "one");
    try (TestClient client = client("told:a")) {
      sources.texts.put("told:a", "two");
      assertThat(refresh(client, "told:x")).contains("two");
      sources.texts.put("told:a", "one");
      subscribe(client, "told:x");
      sources.announce("told:a");
      assertThat(client.unasked.await(1)).containsExactly(updated("told:x"));
    }
  }

  /** However soon the watch finds it: each round is a race with what the subscription does. */
  @Test
  void isWhatASubscriptionToAFileBeginsWithEachTime() throws Exception {
    Setting setting = new Setting(directory, "a.txt");
    Path file = setting.workspace.resolve("a.txt");
    Files.writeString(file, "one");
    String uri = file.toUri().toString();
    try (TestClient client = TestClient.of(setting)) {
      Files.writeString(file, "two!");
      assertThat(refresh(client, uri)).contains("two!");
      Files.writeString(file, "one");
      for (int round = 1; round <= ROUNDS; round++) {
        subscribe(client, uri);
        assertThat(client.unasked.await(round)).as("round %s", round).hasSize(round);
        client.ask("resources/unsubscribe", "{'uri':'" + uri + "'}");
      }
      assertThat(client.unasked.messages()).containsOnly(updated(uri));
    }
  }

  @Test
  void comesFromAttachingAsWellAsFromARefresh() throws Exception {
    Setting setting = new Setting(directory, "a.txt");
    setting.policy = new AttachPolicy(Set.of(), Set.of());
    Path file = setting.workspace.resolve("a.txt");
    Files.writeString(file, "one");
    String uri = file.toUri().toString();
    try (TestClient client = TestClient.of(setting)) {
      Files.writeString(file, "two!");
      assertThat(refresh(client, uri)).contains("two!");
      Files.writeString(file, "three");
      assertThat(client.call("attach_resource", "{'uri':'a.txt'}").toString()).contains("three");
      Files.writeString(file, "two!");
      subscribe(client, uri);
      await().untilAsserted(() -> assertThat(client.unasked.messages()).contains(updated(uri)));
    }
  }

  @Test
  void isNewerThanWhatWasReadBefore() throws Exception {
    sources.texts.put("told:a", "one");
    try (TestClient client = client("told:a")) {
      subscribe(client, "told:x");
      sources.texts.put("told:a", "two");
      var latch = new CountDownLatch(1);
      sources.held = latch;
      sources.announce("told:a");
      sources.isHeld.await();
      sources.held = null;
      sources.texts.put("told:a", "three");
      assertThat(refresh(client, "told:x")).contains("three");
      int readings = sources.readings.get();
      latch.countDown();
      sources.awaitReadings(readings + 2); // that of two, and once more
      sources.texts.put("told:a", "four");
      sources.announce("told:a");
      assertThat(client.unasked.await(1)).containsExactly(updated("told:x"));
    }
  }

  @Test
  void isOfOneOfTwoSourcesOfOneUri() throws Exception {
    sources.texts.put("told:a", "one");
    sources.texts.put("told:b", "one");
    try (TestClient client = client("told:a", "told:b")) {
      subscribe(client, "told:a");
      subscribe(client, "told:b");
      sources.texts.put("told:a", "two");
      sources.texts.put("told:b", "two");
      assertThat(refresh(client, "told:a")).contains("two");
      sources.announce("told:a");
      sources.announce("told:b");
      assertThat(client.unasked.await(1)).containsExactly(updated("told:b"));
    }
  }
}
