package dev.attache.handlers.http.cache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.http.CacheHammer;
import dev.attache.handlers.http.CachingClient;
import dev.attache.handlers.http.ScriptedPage;
import dev.attache.handlers.http.WebServer;
import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cache on disk, in good order and not. */
@Tag("network")
class HttpCacheTest {

  /** The smallest that has a file of its own. */
  private static final int MEDIUM = HttpCache.SMALL_BODY + 1;

  private static final int LARGE = 300_000;

  private WebServer server;
  private CachingClient client;
  private Path caches;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    caches = directory;
    server = new WebServer();
    client = new CachingClient(server, caches);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** A page that answers each condition that names its ETag with a 304. */
  private ScriptedPage page(int size) {
    var page = new ScriptedPage(server, "/page/" + size);
    return page.whileUnchanged("\"1\"", "x".repeat(size));
  }

  private HttpCache cache() {
    return Objects.requireNonNull(
        HttpCache.open(Map.of("XDG_CACHE_HOME", caches.toString()), 1 << 20));
  }

  private void assertGivesThePageAnew(ScriptedPage page, int size, Object why) throws Exception {
    int before = page.conditions().size();
    assertThat(client.text(page.url())).as("%s", why).isEqualTo("x".repeat(size));
    assertThat(client.text(page.url())).as("%s", why).isEqualTo("x".repeat(size));
    List<String> conditions = page.conditions();
    assertThat(conditions.subList(before, conditions.size()))
        .as("%s", why)
        .containsExactly("", "If-None-Match: \"1\"");
    assertThat(client.temporaryFiles()).as("%s", why).isEmpty();
  }

  @Test
  void fetchesAnewWhatHasADamagedRecord() throws Exception {
    ScriptedPage page = page(10);
    client.resolve(page.url());
    byte[] whole = Files.readAllBytes(client.records().get(0));
    for (int i = 0; i < whole.length; i += 13) {
      byte[] flipped = whole.clone();
      flipped[i] ^= 1;
      Files.write(client.records().get(0), flipped);
      assertGivesThePageAnew(page, 10, i);
    }
  }

  @Test
  void fetchesAnewWhatHasATornRecord() throws Exception {
    ScriptedPage page = page(10);
    client.resolve(page.url());
    String whole = Files.readString(client.records().get(0));
    for (int length = 0; length < whole.length(); length += 29) {
      Files.writeString(client.records().get(0), whole.substring(0, length));
      assertGivesThePageAnew(page, 10, length);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, HttpCache.SMALL_BODY})
  void fetchesAnewWhatHasAnotherSmallBodyOrNone(int size) throws Exception {
    ScriptedPage page = page(size);
    client.resolve(page.url());
    byte[] whole = Files.readAllBytes(client.records().get(0));
    for (String body : List.of("y".repeat(size), "", "x".repeat(size + 1), "x".repeat(size - 1))) {
      byte[] bytes = Arrays.copyOf(whole, whole.length - size + body.length());
      byte[] other = body.getBytes(UTF_8);
      System.arraycopy(other, 0, bytes, whole.length - size, other.length);
      Files.write(client.records().get(0), bytes);
      assertGivesThePageAnew(page, size, body.length());
    }
    assertThat(client.bodies()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void findsASmallBodyThatAnEarlierVersionKeptInAFileOfItsOwn(int size) throws Exception {
    ScriptedPage page = page(size);
    client.resolve(page.url());
    byte[] whole = Files.readAllBytes(client.records().get(0));
    Files.write(client.records().get(0), Arrays.copyOf(whole, whole.length - size));
    Files.writeString(bodyFile(size), "x".repeat(size));

    assertThat(client.text(page.url())).isEqualTo("x".repeat(size));
    assertThat(client.text(page.url())).isEqualTo("x".repeat(size));
    assertThat(page.conditions())
        .containsExactly("", "If-None-Match: \"1\"", "If-None-Match: \"1\"");
  }

  @ParameterizedTest
  @ValueSource(ints = {MEDIUM, LARGE})
  void fetchesAnewWhatHasNoBodyOrAnother(int size) throws Exception {
    ScriptedPage page = page(size);
    client.resolve(page.url());
    for (String body : List.of("y".repeat(size), "", "x".repeat(size + 1), "x".repeat(size - 1))) {
      Files.delete(client.bodies().get(0)); // a large one would have its other names changed too
      Files.writeString(bodyFile(size), body);
      assertGivesThePageAnew(page, size, body.length());
    }
    Files.delete(client.bodies().get(0));
    assertGivesThePageAnew(page, size, "gone");
  }

  private Path bodyFile(int size) {
    String hex = ContentDigest.sha256("x".repeat(size).getBytes(UTF_8)).hex();
    return client.directory().resolve("bodies").resolve(hex);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, MEDIUM, LARGE})
  void worksWithADirectoryInPlaceOfAFile(int size) throws Exception {
    ScriptedPage page = page(size);
    client.resolve(page.url());
    assertThat(client.bodies()).hasSize(size == 10 ? 0 : 1);
    var files = new ArrayList<>(client.records());
    files.addAll(client.bodies());
    for (Path file : files) {
      Files.delete(file);
      Files.createDirectories(file.resolve("in/the/way"));
      assertThat(client.text(page.url())).hasSize(size);
      assertThat(client.text(page.url())).hasSize(size);
    }
    assertThat(client.temporaryFiles()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "attache",
        "attache/http",
        "attache/http/tmp",
        "attache/http/records",
        "attache/http/bodies",
        "attache/http/trimmed"
      })
  void worksWithAFileInPlaceOfADirectory(String path) throws Exception {
    Path file = caches.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "in the way");

    assertThat(client.text(page(10).url())).hasSize(10);
    assertThat(client.text(page(LARGE).url())).hasSize(LARGE);
    assertThat(client.text(page(LARGE).url())).hasSize(LARGE);
  }

  @Test
  void worksWhereNothingCanBeWritten() throws Exception {
    Path directory = Files.createDirectories(client.directory());
    Files.setPosixFilePermissions(caches, PosixFilePermissions.fromString("r-xr-xr-x"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-x------"));
    try {
      assertThat(client.text(page(10).url())).hasSize(10);
      assertThat(client.text(page(LARGE).url())).hasSize(LARGE);
    } finally {
      Files.setPosixFilePermissions(caches, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void worksIfTheCacheIsWipedDuringTheRun() throws Exception {
    HttpCache cache = cache();
    Files.delete(client.directory().resolve("tmp"));

    Path file = cache.temporaryFiles().create(0);

    assertThat(file).exists();
    Files.delete(file);
  }

  @Test
  void hasNothingToTrimInACacheThatItMakes() throws Exception {
    Path stamp = client.directory().resolve("trimmed");
    cache();
    assertThat(stamp).exists();

    Files.delete(stamp);
    cache();
    assertThat(stamp).doesNotExist();
  }

  @Test
  void leavesWhatItHasNoRoomForToTheSystem() throws Exception {
    HttpCache cache = cache();

    Path inside = cache.temporaryFiles().create(1);
    Path outside = cache.temporaryFiles().create(Long.MAX_VALUE);

    assertThat(inside).hasParent(client.directory().resolve("tmp"));
    assertThat(outside.startsWith(caches)).isFalse();
    Files.delete(inside);
    Files.delete(outside);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, MEDIUM, LARGE})
  void isPrivate(int size) throws Exception {
    client.resolve(page(size).url());

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(client.directory())))
        .isEqualTo("rwx------");
    var files = new ArrayList<>(client.records());
    files.addAll(client.bodies());
    assertThat(files).hasSize(size == 10 ? 1 : 2);
    for (Path file : files) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void takesADirectoryBackThatOthersCouldWriteTo() throws Exception {
    Path directory = Files.createDirectories(client.directory());
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));

    client.resolve(page(10).url());

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
  }

  @Test
  void showsNoSecretOfARequest() throws Exception {
    var page = new ScriptedPage(server, "/page");
    page.thenFull("one", "ETag", "\"1\"", "Set-Cookie", "session=s3cret-cookie");
    client.withHeader("Authorization", "Bearer s3cret-header");

    client.resolve(
        page.url().replace("http://", "http://s3cret-user:s3cret-word@") + "?token=s3cret-query");

    assertThat(client.records()).hasSize(1);
    for (Path file : CachingClient.files(caches)) {
      assertThat(file.toString()).doesNotContain("s3cret");
      assertThat(Files.readString(file)).doesNotContain("s3cret");
    }
  }

  @Test
  void isWhereTheEnvironmentSays() throws Exception {
    String url = page(10).url();
    client
        .withEnvironment(Map.of("XDG_CACHE_HOME", caches + "/a", "HOME", caches + "/b"))
        .resolve(url);
    client.withEnvironment(Map.of("XDG_CACHE_HOME", "a", "HOME", caches + "/c")).resolve(url);
    client.withEnvironment(Map.of("XDG_CACHE_HOME", "", "HOME", caches + "/d")).resolve(url);
    client.withEnvironment(Map.of("HOME", caches + "/e")).resolve(url);

    try (var all = Files.list(caches)) {
      assertThat(all.map(file -> file.getFileName().toString()).sorted())
          .containsExactly("a", "c", "d", "e");
    }
    assertThat(caches.resolve("a/attache/http/records")).isDirectory();
    assertThat(caches.resolve("c/.cache/attache/http/records")).isDirectory();
  }

  @Test
  void isNotThereIfTheEnvironmentSaysNothing() throws Exception {
    ScriptedPage page = page(LARGE);
    for (Map<String, String> environment :
        List.of(
            Map.<String, String>of(),
            Map.of("HOME", "relative"),
            Map.of("HOME", "", "XDG_CACHE_HOME", "./x"),
            Map.of("XDG_CACHE_HOME", "/no\0name"))) {
      assertThat(client.withEnvironment(environment).text(page.url())).hasSize(LARGE);
      assertThat(client.text(page.url())).hasSize(LARGE);
    }
    assertThat(page.conditions()).hasSize(8).containsOnly("");
    assertThat(CachingClient.files(caches)).isEmpty();
  }

  @Test
  void isNotThereIfNotWanted() throws Exception {
    client.with("cache", false).resolve(page(10).url());
    client.with("cache", true).with("cache-size", 0).resolve(page(10).url());

    assertThat(CachingClient.files(caches)).isEmpty();
  }

  @Test
  void keepsTheSameBodyOnce() throws Exception {
    for (String path : List.of("/a", "/b")) {
      client.resolve(server.serve(path, "text/plain", "s".repeat(MEDIUM).getBytes(UTF_8)));
    }

    assertThat(client.records()).hasSize(2);
    assertThat(client.bodies()).hasSize(1);
  }

  @Test
  void keepsALargeBodyByLinkingToIt() throws Exception {
    ScriptedPage page = page(LARGE);
    for (int i = 0; i < 3; i++) {
      client.resolve(page.url());
      assertThat(client.temporaryFiles()).isEmpty();
      assertThat(Files.getAttribute(client.bodies().get(0), "unix:nlink")).isEqualTo(1);
    }
  }

  @Test
  void doesNotOwnALargeBodyThatIsStillRead() throws IOException {
    HttpCache cache = cache();
    CacheKey key = new CacheKey("ab".repeat(32));
    byte[] bytes = "x".repeat(LARGE).getBytes(UTF_8);
    Body body = CacheHammer.body(cache, bytes);
    cache.keep(key, CacheHammer.answer(body));
    body.close();
    HttpCache.Cached cached = Objects.requireNonNull(cache.find(key));

    CachingClient.files(client.directory().resolve("bodies")).forEach(TemporaryFiles::delete);

    try (var in = cached.body().open()) {
      assertThat(in.readAllBytes()).isEqualTo(bytes);
    }
    assertThat(cache.find(key)).isNull();
    cached.body().close();
    assertThat(client.temporaryFiles()).isEmpty();
  }
}
