package dev.attache.store.blobs;

import static dev.attache.store.blobs.BlobSamples.commit;
import static dev.attache.store.blobs.BlobSamples.digests;
import static dev.attache.store.blobs.BlobSamples.files;
import static dev.attache.store.blobs.BlobSamples.problems;
import static dev.attache.store.blobs.BlobSamples.read;
import static dev.attache.store.blobs.BlobSamples.stored;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.BlobBatch;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes are killed while they write and collect. */
@Tag("process")
class BlobCrashTest {

  private static final int KILLS = Boolean.getBoolean("attache.slow") ? 6 : 2;

  @TempDir Path directory;

  @Test
  void keepsEachBatchThatWasCommittedBeforeAKill() throws Exception {
    var random = new Random(1);
    List<ResourceContent> safe = new ArrayList<>();
    for (int kill = 0; kill < KILLS; kill++) {
      for (String line : untilKilled("write", kill, 20 + random.nextInt(250))) {
        safe.addAll(batch(line));
      }
    }
    assertThat(safe).isNotEmpty();
    Blobs blobs = Blobs.at(directory);
    for (ResourceContent each : safe) {
      assertThat(stored(blobs, each)).isEqualTo(read(each));
    }
    assertThat(problems(blobs)).isEmpty();

    Set<ContentDigest> needed = digests(safe);
    blobs.collect(() -> needed, false);
    assertThat(files(directory.resolve("tmp"))).isEmpty();
    for (ResourceContent each : safe) {
      assertThat(stored(blobs, each)).isEqualTo(read(each));
    }
    assertThat(problems(blobs)).isEmpty();
    assertThat(blobs.usage().blobs()).isEqualTo(needed.size());
  }

  @Test
  void losesNothingNeededWhenCollectingIsKilled() throws Exception {
    var random = new Random(2);
    List<ResourceContent> needed = BlobProcess.shared().subList(0, 40);
    commit(Blobs.at(directory), BlobProcess.shared());
    int runs = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      runs += untilKilled("collect", kill, 20 + random.nextInt(250)).size();
      Blobs blobs = Blobs.at(directory);
      for (ResourceContent each : needed) {
        assertThat(stored(blobs, each)).isEqualTo(read(each));
      }
      assertThat(problems(blobs)).isEmpty();
    }
    assertThat(runs).isPositive();
    Blobs blobs = Blobs.at(directory);
    assertThat(blobs.collect(() -> digests(needed), false).kept()).isEqualTo(40);
    assertThat(blobs.usage().blobs()).isEqualTo(40);
    assertThat(files(directory.resolve("tmp"))).isEmpty();
  }

  @Test
  void takesWhatTwoProcessesWriteWhileAThirdCollects() throws Exception {
    Process first = BlobProcess.start("write", directory, 100);
    Process second = BlobProcess.start("write", directory, 200);
    List<String> lines = new ArrayList<>();
    try (var one = lines(first);
        var two = lines(second)) {
      awaitReady(one);
      awaitReady(two);
      Blobs blobs = Blobs.at(directory);
      Set<ContentDigest> all = new HashSet<>();
      for (int i = 0; i < 5; i++) {
        lines.add(one.readLine());
        lines.add(two.readLine());
        // All that the writers have said, or say later: what is needed is asked under the lock.
        blobs.collect(
            () -> {
              try {
                drain(one, lines);
                drain(two, lines);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
              lines.forEach(line -> all.addAll(digests(batch(line))));
              return all;
            },
            false);
      }
      kill(first);
      kill(second);
      drainAll(one, lines);
      drainAll(two, lines);
    }
    Blobs blobs = Blobs.at(directory);
    for (String line : lines) {
      for (ResourceContent each : batch(line)) {
        assertThat(stored(blobs, each)).isEqualTo(read(each));
      }
    }
    assertThat(problems(blobs)).isEmpty();
  }

  @Test
  void leavesALivingWriterItsFiles() throws Exception {
    Blobs blobs = Blobs.at(directory);
    List<ResourceContent> known = BlobSamples.texts(600, 50, 1);
    commit(blobs, known);
    List<ResourceContent> fresh = BlobSamples.texts(600, 5000, 10_000);
    try (BlobBatch batch = blobs.begin()) {
      for (ResourceContent each : known) {
        batch.add(each);
      }
      for (ResourceContent each : fresh) {
        batch.add(each);
      }
      Process other = BlobProcess.start("collect", directory, 1);
      try (var lines = lines(other)) {
        awaitReady(lines);
        assertThat(lines.readLine()).isEqualTo("run 0");
        assertThat(lines.readLine()).isEqualTo("run 1");
      } finally {
        kill(other);
      }
      blobs.collect(Set::of, false);
      blobs.commit(batch, () -> {});
    }
    for (ResourceContent each : known) {
      assertThat(stored(blobs, each)).isEqualTo(read(each));
    }
    for (ResourceContent each : fresh) {
      assertThat(stored(blobs, each)).isEqualTo(read(each));
    }
  }

  private List<String> untilKilled(String work, long seed, long millis) throws Exception {
    Process process = BlobProcess.start(work, directory, seed);
    try (var lines = lines(process)) {
      awaitReady(lines);
      List<String> said = new ArrayList<>();
      if (seed % 2 == 0) {
        said.add(lines.readLine()); // then it has done something, however slow the machine is
      }
      Thread.sleep(millis); // the point within its work at which it is killed
      kill(process);
      drainAll(lines, said);
      return said;
    }
  }

  /** Kills a process, and leaves what it has said to be read. */
  private static void kill(Process process) throws InterruptedException {
    process.toHandle().destroyForcibly();
    process.waitFor();
  }

  private static BufferedReader lines(Process process) {
    return new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  private static void awaitReady(BufferedReader lines) throws IOException {
    assertThat(lines.readLine()).isEqualTo("ready");
  }

  private static void drain(BufferedReader from, List<String> lines) throws IOException {
    while (from.ready()) {
      lines.add(from.readLine());
    }
  }

  private static void drainAll(BufferedReader from, List<String> lines) throws IOException {
    for (String line = from.readLine(); line != null; line = from.readLine()) {
      lines.add(line);
    }
  }

  private static List<ResourceContent> batch(String line) {
    String[] parts = line.split(" ", -1);
    return BlobProcess.contents(
        Long.parseLong(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }
}
