package dev.attache.store.blobs;

import static dev.attache.store.blobs.BlobSamples.commit;
import static dev.attache.store.blobs.BlobSamples.digests;
import static dev.attache.store.blobs.BlobSamples.files;
import static dev.attache.store.blobs.BlobSamples.problems;
import static dev.attache.store.blobs.BlobSamples.read;
import static dev.attache.store.blobs.BlobSamples.stored;
import static dev.attache.store.blobs.BlobSamples.text;
import static dev.attache.store.blobs.BlobSamples.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationStore.Collected;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.store.packs.BlobDirectory;
import dev.attache.store.packs.Packs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobCollectionTest {

  @TempDir Path directory;

  private long bytes() throws IOException {
    long bytes = 0;
    for (Path each : files(directory)) {
      bytes += Files.size(each);
    }
    return bytes;
  }

  private static void assertMissing(Blobs blobs, ResourceContent content) {
    assertThatThrownBy(() -> stored(blobs, content))
        .hasMessageStartingWith("content " + content.digest() + " is not in the store (");
  }

  @Test
  void collectsNothingWhereNothingIs() throws Exception {
    Blobs blobs = Blobs.at(directory.resolve("none"));
    assertThat(blobs.collect(Set::of, false)).isEqualTo(new Collected(0, 0, 0));
    assertThat(directory.resolve("none")).doesNotExist();
  }

  @Test
  void deletesFilesThatAreNotNeeded() throws Exception {
    Blobs blobs = Blobs.at(directory);
    ResourceContent kept = text(1000, 1);
    ResourceContent gone = text(1000, 2);
    commit(blobs, List.of(kept, gone));
    long before = bytes();
    Collected collected = blobs.collect(() -> Set.of(kept.digest()), false);
    assertThat(collected).isEqualTo(new Collected(1, before - bytes(), 1));
    assertThat(stored(blobs, kept)).isEqualTo(read(kept));
    assertMissing(blobs, gone);
    assertThat(directory.resolve(gone.digest().hex().substring(0, 2))).doesNotExist();
  }

  @Test
  void replacesPacksWithSomethingUnneeded() throws Exception {
    Blobs blobs = Blobs.at(directory);
    List<ResourceContent> first = texts(100, 1000, 1);
    List<ResourceContent> second = texts(100, 1000, 1000);
    commit(blobs, first);
    Path untouched = files(directory).get(0);
    commit(blobs, second);
    List<ResourceContent> kept = new ArrayList<>(first);
    kept.addAll(second.subList(0, 30));
    long before = bytes();

    Collected collected = blobs.collect(() -> digests(kept), false);

    assertThat(collected).isEqualTo(new Collected(70, before - bytes(), 130));
    assertThat(files(directory)).hasSize(2).contains(untouched);
    for (ResourceContent each : kept) {
      assertThat(stored(blobs, each)).isEqualTo(read(each));
    }
    assertMissing(blobs, second.get(99));
    assertThat(problems(blobs)).isEmpty();
  }

  @Test
  void deletesPacksOfWhichNothingIsNeeded() throws Exception {
    Blobs blobs = Blobs.at(directory);
    commit(blobs, texts(100, 1000, 1));
    long before = bytes();
    assertThat(blobs.collect(Set::of, false)).isEqualTo(new Collected(100, before, 0));
    assertThat(files(directory)).isEmpty();
  }

  @Test
  void replacesPacksInGroupsBetweenWhichItCanStop() throws Exception {
    Blobs blobs = Blobs.at(directory);
    var kept = new ArrayList<ResourceContent>();
    for (int i = 0; i < 5; i++) {
      List<ResourceContent> packed = texts(10, 1000, 1 + 100 * i);
      commit(blobs, packed);
      kept.addAll(packed.subList(0, 5));
    }
    var places = new BlobDirectory(directory);
    long deleted = 0;
    for (int part = 0; part < 5; part++) {
      var packs = new Packs(directory.resolve("packs"));
      Collected collected =
          new BlobCollection(places, packs.refresh(), digests(kept), false)
              .inGroupsOf(1)
              .run(() -> true);
      assertThat(collected.blobs()).isEqualTo(5);
      assertThat(collected.isDone()).isFalse();
      deleted += collected.blobs();
    }
    assertThat(deleted).isEqualTo(25);
    assertThat(blobs.collect(() -> digests(kept), () -> true)).isEqualTo(new Collected(0, 0, 25));
    for (ResourceContent each : kept) {
      assertThat(stored(Blobs.at(directory), each)).isEqualTo(read(each));
    }
    assertThat(problems(blobs)).isEmpty();
  }

  @Test
  void saysInATrialWhatItWouldDelete() throws Exception {
    Blobs blobs = Blobs.at(directory);
    List<ResourceContent> packed = texts(100, 1000, 1);
    List<ResourceContent> loose = texts(5, 1000, 1000);
    commit(blobs, packed);
    commit(blobs, loose);
    List<ResourceContent> kept = new ArrayList<>(packed.subList(0, 10));
    kept.addAll(loose.subList(0, 2));
    List<Path> before = files(directory);
    Collected said = blobs.collect(() -> digests(kept), true);
    assertThat(files(directory)).isEqualTo(before);
    assertThat(stored(blobs, packed.get(50))).isEqualTo(read(packed.get(50)));
    assertThat(blobs.collect(() -> digests(kept), false)).isEqualTo(said);
  }

  @Test
  void givesAReaderToTheEndWhatItHasOpened() throws Exception {
    Blobs blobs = Blobs.at(directory);
    List<ResourceContent> packed = texts(10, 300_000, 1);
    commit(blobs, packed);
    ResourceContent content = packed.get(3);
    try (InputStream in = blobs.find(true, 300_000, content.digest()).open()) {
      byte[] first = in.readNBytes(1000);
      blobs.collect(Set::of, false);
      byte[] rest = in.readAllBytes();
      byte[] all = Arrays.copyOf(first, first.length + rest.length);
      System.arraycopy(rest, 0, all, first.length, rest.length);
      assertThat(all).isEqualTo(read(content));
    }
  }

  @Test
  void findsInAnotherProcessesNewPackWhatWasInTheOldOne() throws Exception {
    Blobs reader = Blobs.at(directory);
    List<ResourceContent> packed = texts(20, 1000, 1);
    commit(reader, packed);
    for (ResourceContent each : packed) {
      stored(reader, each);
    }
    Blobs.at(directory).collect(() -> digests(packed.subList(0, 5)), false);
    for (ResourceContent each : packed.subList(0, 5)) {
      assertThat(stored(reader, each)).isEqualTo(read(each));
    }
    assertMissing(reader, packed.get(10));
  }

  @Test
  void bringsManySmallPacksTogether() throws Exception {
    Blobs blobs = Blobs.at(directory);
    List<ResourceContent> all = new ArrayList<>();
    for (int i = 0; i < 70; i++) {
      List<ResourceContent> batch = texts(8, 100, 1000L * i);
      commit(blobs, batch);
      all.addAll(batch);
    }
    assertThat(files(directory)).hasSize(70);
    assertThat(blobs.collect(() -> digests(all), false).kept()).isEqualTo(560);
    assertThat(files(directory)).hasSize(1);
    assertThat(blobs.collect(() -> digests(all), false)).isEqualTo(new Collected(0, 0, 560));
    for (ResourceContent each : all) {
      assertThat(stored(blobs, each)).isEqualTo(read(each));
    }
  }

  @Test
  void storesAgainWhatWasCollectedAfterItWasAdded() throws Exception {
    Blobs blobs = Blobs.at(directory);
    List<ResourceContent> contents = texts(20, 100, 1);
    commit(blobs, contents);
    try (BlobBatch batch = blobs.begin()) {
      for (ResourceContent each : contents) {
        batch.add(each);
      }
      blobs.collect(Set::of, false);
      assertThat(files(directory)).isEmpty();
      blobs.commit(batch, () -> {});
    }
    for (ResourceContent each : contents) {
      assertThat(stored(blobs, each)).isEqualTo(read(each));
    }
  }

  @Test
  void leavesWhatDoesNotBelongThereAndPacksItCannotRead() throws Exception {
    Blobs blobs = Blobs.at(directory);
    commit(blobs, texts(20, 100, 1));
    Path pack = files(directory).get(0);
    byte[] bytes = Files.readAllBytes(pack);
    bytes[bytes.length - 30] ^= 1;
    Files.write(pack, bytes);
    Path note = Files.writeString(directory.resolve("note"), "mine");
    blobs.collect(Set::of, false);
    assertThat(files(directory)).containsExactly(note, pack);
  }

  @Test
  void deletesNothingWhenWhatIsNeededCannotBeTold() throws Exception {
    Blobs blobs = Blobs.at(directory);
    commit(blobs, texts(20, 100, 1));
    List<Path> before = files(directory);
    assertThatThrownBy(
            () ->
                blobs.collect(
                    () -> {
                      throw StoreException.of(StoreException.Kind.CORRUPT, "a history is torn");
                    },
                    false))
        .hasMessage("a history is torn");
    assertThat(files(directory)).isEqualTo(before);
    ContentDigest other = text(5, 9).digest();
    assertThat(blobs.collect(() -> Set.of(other), false).blobs()).isEqualTo(20);
  }
}
