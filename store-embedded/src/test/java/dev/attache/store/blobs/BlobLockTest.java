package dev.attache.store.blobs;

import static dev.attache.store.blobs.BlobSamples.commit;
import static dev.attache.store.blobs.BlobSamples.digests;
import static dev.attache.store.blobs.BlobSamples.problems;
import static dev.attache.store.blobs.BlobSamples.read;
import static dev.attache.store.blobs.BlobSamples.stored;
import static dev.attache.store.blobs.BlobSamples.texts;
import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.BlobBatch;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.store.packs.BlobDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobLockTest {

  @TempDir Path directory;

  @Test
  void isSharedByWriters() throws Exception {
    BlobLock lock = BlobLock.of(new BlobDirectory(directory));
    BlobLock.Held one = lock.shared(1000);
    BlobLock.Held two = lock.shared(1000);
    one.close();
    two.close();
    lock.alone(1000).close();
  }

  @Test
  void isOneForAllNamesOfADirectory() throws Exception {
    Path other = directory.resolve("..").resolve(directory.getFileName());
    assertThat(BlobLock.of(new BlobDirectory(other)))
        .isSameAs(BlobLock.of(new BlobDirectory(directory)));
  }

  @Test
  void saysThatSomebodyWrites() throws Exception {
    BlobLock lock = BlobLock.of(new BlobDirectory(directory));
    BlobLock.Held held = lock.shared(1000);
    try {
      assertThatThrownBy(() -> lock.alone(1000))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.BUSY))
          .hasMessage(
              "another process is writing contents to "
                  + directory
                  + " for more than 1 s; try again later");
    } finally {
      held.close();
    }
    lock.alone(1000).close();
  }

  @Test
  void saysThatSomebodyDeletes() throws Exception {
    BlobLock lock = BlobLock.of(new BlobDirectory(directory));
    BlobLock.Held held = lock.alone(1000);
    try {
      assertThatThrownBy(() -> lock.shared(10))
          .hasMessage(
              "contents are being deleted from "
                  + directory
                  + " for more than 0 s; try again later");
    } finally {
      held.close();
    }
    lock.shared(1000).close();
  }

  @Test
  void letsWritersInWhoWaitedForSomebodyWhoDeletes() throws Exception {
    Blobs blobs = Blobs.at(directory);
    commit(blobs, texts(1, 10, 1));
    List<ResourceContent> contents = texts(20, 100, 5);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      var writer = new AtomicReference<Thread>();
      List<Future<?>> writes = new ArrayList<>();
      blobs.collect(
          () -> {
            writes.add(
                threads.submit(
                    () -> {
                      writer.set(Thread.currentThread());
                      commit(blobs, contents);
                      return null;
                    }));
            awaitWaiting(writer);
            return Set.of();
          },
          false);
      writes.get(0).get();
    } finally {
      threads.shutdownNow();
    }
    assertThat(stored(blobs, contents.get(0))).isEqualTo(read(contents.get(0)));
  }

  private static void awaitWaiting(AtomicReference<Thread> thread) {
    await()
        .pollInterval(1, TimeUnit.MILLISECONDS)
        .until(() -> thread.get() != null && thread.get().getState() == Thread.State.TIMED_WAITING);
  }

  @Test
  void takesManyWritersAndOneWhoDeletes() throws Exception {
    Set<ContentDigest> needed = ConcurrentHashMap.newKeySet();
    ExecutorService threads = Executors.newFixedThreadPool(6);
    AtomicBoolean isDone = new AtomicBoolean();
    try {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        long seed = 100_000L * (i % 3); // two of them write what others write
        writers.add(threads.submit(() -> write(seed, needed)));
      }
      Future<Integer> collector =
          threads.submit(
              () -> {
                int runs = 0;
                for (; !isDone.get() || runs == 0; runs++) {
                  Blobs.at(directory).collect(() -> Set.copyOf(needed), false);
                }
                return runs;
              });
      for (Future<?> each : writers) {
        each.get();
      }
      isDone.set(true);
      assertThat(collector.get()).isPositive();
    } finally {
      threads.shutdownNow();
    }
    Blobs blobs = Blobs.at(directory);
    for (long seed = 0; seed < 300_000; seed += 100_000) {
      for (int batch = 0; batch < 20; batch++) {
        for (ResourceContent each : contents(seed, batch)) {
          assertThat(stored(blobs, each)).isEqualTo(read(each));
        }
      }
    }
    assertThat(problems(blobs)).isEmpty();
  }

  private Object write(long seed, Set<ContentDigest> needed) throws IOException {
    Blobs blobs = Blobs.at(directory);
    for (int i = 0; i < 20; i++) {
      List<ResourceContent> contents = contents(seed, i);
      try (BlobBatch batch = blobs.begin()) {
        for (ResourceContent each : contents) {
          batch.add(each);
        }
        blobs.commit(batch, () -> needed.addAll(digests(contents)));
      }
    }
    return needed;
  }

  private static List<ResourceContent> contents(long seed, int batch) {
    return texts(batch % 2 == 0 ? 4 : 40, 500, seed + 1000L * batch);
  }

  @Test
  void takesOneBatchFromManyThreads() throws Exception {
    Blobs blobs = Blobs.at(directory);
    List<ResourceContent> all = texts(1000, 2000, 1);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (BlobBatch batch = blobs.begin()) {
      List<Future<?>> adds = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        adds.add(
            threads.submit(
                () -> {
                  for (ResourceContent each : all) {
                    batch.add(each);
                  }
                  return null;
                }));
      }
      for (Future<?> each : adds) {
        each.get();
      }
      blobs.commit(batch, () -> {});
    } finally {
      threads.shutdownNow();
    }
    for (ResourceContent each : all) {
      assertThat(stored(blobs, each)).isEqualTo(read(each));
    }
    assertThat(blobs.usage().blobs()).isEqualTo(1000);
  }
}
