package dev.attache.handlers.http.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.http.CachingClient;
import dev.attache.handlers.http.ScriptedPage;
import dev.attache.handlers.http.WebServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheTrimTest {

  private static final long MAX_BYTES = 10_000;

  /** Written in a run that makes trimming due. */
  private static final long MUCH = MAX_BYTES / 20;

  private Path cache;
  private CacheTrim trim;

  @BeforeEach
  void start(@TempDir Path directory) throws IOException {
    cache = directory;
    trim = new CacheTrim(cache, MAX_BYTES);
    for (String name : List.of("records", "bodies", "tmp")) {
      Files.createDirectory(cache.resolve(name));
    }
  }

  private Path file(String name, int size, Duration age) throws IOException {
    Path file = cache.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[size]);
    setAge(file, age);
    return file;
  }

  private static void setAge(Path file, Duration age) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
  }

  @Test
  void leavesACacheAloneThatIsSmallEnough() throws IOException {
    Path old = file("bodies/a", (int) MAX_BYTES, Duration.ofDays(1000));

    trim.run(MUCH);

    assertThat(old).exists();
  }

  @Test
  void deletesWhatWasNotUsedForTheLongestTimeUntilATenthIsFree() throws IOException {
    Path first = file("bodies/aa/a", 4000, Duration.ofHours(4));
    Path second = file("records/bb/b", 4000, Duration.ofHours(3));
    Path third = file("bodies/cc/c", 4000, Duration.ofHours(2));
    Path fourth = file("records/aa/d", 1000, Duration.ofHours(1));

    trim.run(MUCH);

    assertThat(first).doesNotExist();
    assertThat(List.of(second, third, fourth)).allSatisfy(file -> assertThat(file).exists());
  }

  @Test
  void deletesTemporaryFilesOnlyIfTheyAreOld() throws IOException {
    Path old = file("tmp/a.body", 1, Duration.ofMinutes(61));
    Path young = file("tmp/b.part", (int) MAX_BYTES * 2, Duration.ofMinutes(59));
    Path ahead = file("tmp/c.part", 1, Duration.ofDays(-1));

    trim.run(MUCH);

    assertThat(old).doesNotExist();
    assertThat(ahead).doesNotExist();
    assertThat(young).exists();
  }

  @Test
  void isNotDueIfNothingWasWrittenOrLittleAndRecently() throws IOException {
    file("trimmed", 0, Duration.ofMinutes(9));
    Path old = file("tmp/a", 1, Duration.ofDays(1));

    trim.run(0);
    trim.run(MUCH - 1);

    assertThat(old).exists();
  }

  @Test
  void isNotDueInANewCacheUnlessMuchIsWritten() throws IOException {
    trim.begin();
    Path old = file("tmp/a", 1, Duration.ofDays(1));

    trim.run(MUCH - 1);
    assertThat(old).exists();

    trim.run(MUCH);
    assertThat(old).doesNotExist();
  }

  @Test
  void countsYoungTemporaryFilesAndDeletesOthersInstead() throws IOException {
    Path body = file("bodies/a", 4000, Duration.ofHours(1));
    Path young = file("tmp/b.part", 7000, Duration.ofMinutes(1));

    trim.run(MUCH);

    assertThat(body).doesNotExist();
    assertThat(young).exists();
  }

  @Test
  void isDueAfterAWhileAndIfTheClockWentBack() throws IOException {
    for (Duration age : List.of(Duration.ofMinutes(11), Duration.ofDays(-1))) {
      Path stamp = file("trimmed", 0, age);
      Path old = file("tmp/a", 1, Duration.ofDays(1));

      trim.run(1);

      assertThat(old).doesNotExist();
      assertThat(Files.getLastModifiedTime(stamp).toInstant())
          .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
    }
  }

  @Tag("network")
  @Test
  void keepsWhatIsStillConfirmed() throws Exception {
    try (var server = new WebServer()) {
      var client = new CachingClient(server, cache).with("cache-size", 50_000);
      ScriptedPage[] pages = new ScriptedPage[20];
      for (int i = 0; i < pages.length; i++) {
        pages[i] = new ScriptedPage(server, "/" + i);
        pages[i].whileUnchanged("\"" + i + "\"", String.valueOf((char) ('a' + i)).repeat(5000));
        client.resolve(pages[i].url());
        client.resolve(pages[0].url());
        for (Path file : CachingClient.files(client.directory())) {
          setAge(file, age(file).plusMinutes(2));
        }
      }

      assertThat(pages[0].conditions().stream().filter(String::isEmpty)).hasSize(1);
      assertThat(size(client.directory())).isBetween(20_000L, 50_000L);
    }
  }

  private static Duration age(Path file) throws IOException {
    return Duration.between(Files.getLastModifiedTime(file).toInstant(), Instant.now());
  }

  private static long size(Path directory) throws IOException {
    long size = 0;
    for (Path file : CachingClient.files(directory)) {
      size += Files.size(file);
    }
    return size;
  }
}
