package dev.attache.store.packs;

import static dev.attache.store.blobs.BlobSamples.commit;
import static dev.attache.store.blobs.BlobSamples.files;
import static dev.attache.store.blobs.BlobSamples.problems;
import static dev.attache.store.blobs.BlobSamples.random;
import static dev.attache.store.blobs.BlobSamples.read;
import static dev.attache.store.blobs.BlobSamples.stored;
import static dev.attache.store.blobs.BlobSamples.text;
import static dev.attache.store.blobs.BlobSamples.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.BlobBatch;
import dev.attache.resource.ResourceContent;
import dev.attache.store.blobs.Blobs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobDistrustTest {

  @TempDir Path directory;

  private Path loose(ResourceContent content) {
    return new BlobDirectory(directory).loose(content.digest());
  }

  private void plant(ResourceContent content, byte[] bytes) throws Exception {
    Files.createDirectories(loose(content).getParent());
    Files.write(loose(content), bytes);
  }

  /** Adds the content as another process would, and expects it to be there. */
  private void replaces(ResourceContent content) throws Exception {
    commit(Blobs.at(directory), List.of(content));
    assertThat(stored(Blobs.at(directory), content)).isEqualTo(read(content));
    assertThat(problems(Blobs.at(directory))).isEmpty();
  }

  @Test
  void replacesJunkUnderTheNameOfAContent() throws Exception {
    ResourceContent content = text(400, 1);
    plant(content, new byte[] {1, 2, 3});
    replaces(content);
    plant(content, new byte[0]);
    replaces(content);
  }

  @Test
  void replacesAnotherContentUnderTheName() throws Exception {
    ResourceContent content = text(400, 1);
    ResourceContent other = text(400, 2);
    commit(Blobs.at(directory), List.of(other));
    plant(content, Files.readAllBytes(loose(other)));
    replaces(content);
  }

  @Test
  void replacesAFileThatIsCutOff() throws Exception {
    ResourceContent content = random(3_000_000, 1);
    commit(Blobs.at(directory), List.of(content));
    commit(Blobs.at(directory), List.of(text(10, 1)));
    ResourceContent small = random(200_000, 2);
    commit(Blobs.at(directory), List.of(small));
    byte[] bytes = Files.readAllBytes(loose(small));
    Files.write(loose(small), Arrays.copyOf(bytes, bytes.length - 1));
    replaces(small);
  }

  @Test
  void replacesALargeContentThatIsJunkInAFileOfItsOwn() throws Exception {
    ResourceContent content = random(3_000_000, 1);
    plant(content, new byte[100]);
    commit(Blobs.at(directory), List.of(content, text(10, 1)));
    assertThat(stored(Blobs.at(directory), content)).isEqualTo(read(content));
  }

  @Test
  void replacesWhatIsDamagedAmongManyNewContents() throws Exception {
    List<ResourceContent> contents = texts(40, 100, 1);
    for (ResourceContent each : contents.subList(10, 13)) {
      plant(each, new byte[100]);
    }
    commit(Blobs.at(directory), contents);
    for (ResourceContent each : contents) {
      assertThat(stored(Blobs.at(directory), each)).isEqualTo(read(each));
    }
    assertThat(loose(contents.get(9))).doesNotExist();
  }

  @Test
  void storesAgainWhatIsDamagedInAPack() throws Exception {
    List<ResourceContent> contents = texts(9, 60, 1);
    commit(Blobs.at(directory), contents);
    Path pack = files(directory).get(0);
    byte[] bytes = Files.readAllBytes(pack);
    bytes[40] ^= 1;
    Files.write(pack, bytes);
    List<ResourceContent> more = new ArrayList<>(texts(9, 60, 100));
    more.addAll(contents);
    commit(Blobs.at(directory), more);
    for (ResourceContent each : more) {
      assertThat(stored(Blobs.at(directory), each)).isEqualTo(read(each));
    }
    assertThat(loose(contents.get(0))).exists();
    assertThat(loose(contents.get(1))).doesNotExist();
  }

  @Test
  void leavesWhatIsRight() throws Exception {
    ResourceContent content = text(400, 1);
    commit(Blobs.at(directory), List.of(content));
    Object before = Files.getAttribute(loose(content), "unix:ino");
    commit(Blobs.at(directory), List.of(content));
    assertThat(Files.getAttribute(loose(content), "unix:ino")).isEqualTo(before);
  }

  @Test
  void readsWhatIsAddedWhileTheStoreHasItDamaged() throws Exception {
    ResourceContent content = text(400, 1);
    plant(content, new byte[50]);
    try (BlobBatch batch = Blobs.at(directory).begin()) {
      assertThat(read(batch.add(content))).isEqualTo(read(content));
    }
  }
}
