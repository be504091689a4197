package dev.attache.store.blobs;

import static dev.attache.store.blobs.BlobSamples.commit;
import static dev.attache.store.blobs.BlobSamples.files;
import static dev.attache.store.blobs.BlobSamples.problems;
import static dev.attache.store.blobs.BlobSamples.random;
import static dev.attache.store.blobs.BlobSamples.read;
import static dev.attache.store.blobs.BlobSamples.stored;
import static dev.attache.store.blobs.BlobSamples.text;
import static dev.attache.store.blobs.BlobSamples.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationStore.Usage;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlobsTest {

  @TempDir Path workspace;

  private Path directory() {
    return workspace.resolve(".attache").resolve("blobs");
  }

  @ParameterizedTest
  @ValueSource(
      ints = {0, 1, 2, 65535, 65536, 65537, 131071, 131072, 131073, 1048576, 1048577, 5242880})
  void givesBackWhatWasCommitted(int size) throws Exception {
    Blobs blobs = Blobs.at(directory());
    ResourceContent blob = random(size, size);
    ResourceContent text = text(size, size);
    commit(blobs, List.of(blob, text));

    Blobs again = Blobs.at(directory());
    assertThat(stored(again, blob)).isEqualTo(read(blob));
    assertThat(stored(again, text)).isEqualTo(read(text));
    assertThat(problems(again)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void givesBackBatchesOfManySizes(long seed) throws Exception {
    var random = new Random(seed);
    List<ResourceContent> all = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      int size = random.nextInt(1 << random.nextInt(21));
      all.add(random.nextBoolean() ? text(size, seed * i) : random(size, seed * i));
    }
    Blobs blobs = Blobs.at(directory());
    commit(blobs, all);
    for (ResourceContent each : all) {
      assertThat(stored(blobs, each)).isEqualTo(read(each));
    }
    assertThat(problems(blobs)).isEmpty();
    assertThat(files(directory())).hasSize(1);
  }

  @Test
  void givesFewContentsFilesOfTheirOwn() throws Exception {
    ResourceContent content = text(100, 1);
    commit(Blobs.at(directory()), List.of(content));
    String hex = content.digest().hex();
    assertThat(files(directory()))
        .containsExactly(directory().resolve(hex.substring(0, 2)).resolve(hex.substring(2)));
  }

  @Test
  void storesTheSameContentsAsTheSameFiles() throws Exception {
    Path other = workspace.resolve("other");
    for (Path each : List.of(directory(), other)) {
      commit(Blobs.at(each), texts(3, 5000, 1));
      commit(Blobs.at(each), texts(500, 3000, 10));
    }
    List<Path> files = files(directory());
    assertThat(files).hasSize(4);
    for (Path each : files) {
      assertThat(other.resolve(directory().relativize(each))).hasSameBinaryContentAs(each);
    }
  }

  @Test
  void writesNothingThatIsThere() throws Exception {
    Blobs blobs = Blobs.at(directory());
    commit(blobs, texts(3, 100, 1));
    commit(blobs, texts(20, 100, 100));
    List<Path> before = files(directory());
    List<ResourceContent> twice = new ArrayList<>(texts(3, 100, 1));
    twice.addAll(texts(20, 100, 100));
    twice.addAll(texts(3, 100, 1));
    commit(Blobs.at(directory()), twice);
    assertThat(files(directory())).isEqualTo(before);
  }

  @Test
  void readsContentsBeforeTheyAreCommitted() throws Exception {
    Blobs blobs = Blobs.at(directory());
    commit(blobs, List.of(text(500, 7)));
    List<ResourceContent> all = new ArrayList<>(texts(300, 5000, 10));
    all.add(random(3_000_000, 8));
    all.add(text(500, 7));
    all.addAll(texts(5, 800, 900));
    try (BlobBatch batch = blobs.begin()) {
      List<Stored> added = new ArrayList<>();
      for (ResourceContent each : all) {
        added.add(batch.add(each));
      }
      for (int i = 0; i < all.size(); i++) {
        assertThat(read(added.get(i))).isEqualTo(read(all.get(i)));
      }
      blobs.commit(batch, () -> {});
      for (int i = 0; i < all.size(); i++) {
        assertThat(added.get(i)).isEqualTo(all.get(i));
        assertThat(read(added.get(i))).isEqualTo(read(all.get(i)));
      }
    }
  }

  @Test
  void takesContentsThatAreStoredElsewhere() throws Exception {
    Blobs elsewhere = Blobs.at(workspace.resolve("elsewhere"));
    ResourceContent small = text(300, 1);
    ResourceContent large = random(2_000_000, 2);
    commit(elsewhere, List.of(small, large));
    Blobs blobs = Blobs.at(directory());
    commit(
        blobs,
        List.of(
            elsewhere.find(true, small.size(), small.digest()),
            elsewhere.find(false, large.size(), large.digest())));
    assertThat(stored(blobs, small)).isEqualTo(read(small));
    assertThat(stored(blobs, large)).isEqualTo(read(large));
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 2_000_000})
  void refusesAContentThatIsNotWhatItSays(int size) throws Exception {
    ContentDigest digest = random(size, 1).digest();
    byte[] wrong = read(random(size, 2));
    Stored liar = Stored.blob(size, digest, () -> new ByteArrayInputStream(wrong));
    ResourceContent honest = text(100, 3);
    Blobs blobs = Blobs.at(directory());
    try (BlobBatch batch = blobs.begin()) {
      assertThatThrownBy(() -> batch.add(liar))
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "content %s cannot be stored: content %s is corrupt: its bytes digest to %s",
              digest, digest, ContentDigest.sha256(wrong));
      batch.add(honest);
      blobs.commit(batch, () -> {});
    }
    assertThat(stored(blobs, honest)).isEqualTo(read(honest));
    assertThat(blobs.usage().blobs()).isEqualTo(1);
    assertThat(problems(blobs)).isEmpty();
  }

  @Test
  void leavesNothingOfABatchThatIsNotCommitted() throws Exception {
    Blobs blobs = Blobs.at(directory());
    List<ResourceContent> all = texts(2000, 3000, 1);
    try (BlobBatch batch = blobs.begin()) {
      for (ResourceContent each : all) {
        batch.add(each);
      }
      batch.add(random(3_000_000, 1));
      assertThat(files(directory())).hasSize(2);
    }
    assertThat(files(directory())).isEmpty();
  }

  @Test
  void runsTheActionOnlyWhenTheContentsAreThere() throws Exception {
    Blobs blobs = Blobs.at(directory());
    ResourceContent content = text(100, 1);
    List<byte[]> seen = new ArrayList<>();
    try (BlobBatch batch = blobs.begin()) {
      batch.add(content);
      blobs.commit(
          batch,
          () -> {
            try {
              seen.add(stored(Blobs.at(directory()), content));
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          });
    }
    assertThat(seen).containsExactly(read(content));
  }

  @Test
  void commitsAgainWhatAnActionHasRefused() throws Exception {
    Blobs blobs = Blobs.at(directory());
    ResourceContent content = text(100, 1);
    try (BlobBatch batch = blobs.begin()) {
      batch.add(content);
      assertThatThrownBy(
              () ->
                  blobs.commit(
                      batch,
                      () -> {
                        throw StoreException.of(StoreException.Kind.REFUSED, "not now");
                      }))
          .hasMessage("not now");
      blobs.commit(batch, () -> {});
    }
    assertThat(stored(blobs, content)).isEqualTo(read(content));
  }

  @Test
  void saysThatAContentIsMissing() {
    ContentDigest digest = random(10, 1).digest();
    Stored missing = Blobs.at(directory()).find(false, 10, digest);
    assertThatThrownBy(missing::open)
        .hasMessage("content " + digest + " is not in the store (" + directory() + ")");
  }

  @Test
  void tellsHowMuchThereIs() throws Exception {
    Blobs blobs = Blobs.at(directory());
    assertThat(blobs.usage()).isEqualTo(new Usage(0, 0, 0, 0, 0));
    commit(blobs, texts(2, 1000, 1));
    commit(blobs, texts(30, 1000, 100));
    long stored = 0;
    for (Path each : files(directory())) {
      stored += Files.size(each);
    }
    assertThat(blobs.usage()).isEqualTo(new Usage(0, 0, 32, 32_000, stored));
    assertThat(blobs.verify(new BlobNeeds(), problem -> {})).isEqualTo(blobs.usage());
  }
}
