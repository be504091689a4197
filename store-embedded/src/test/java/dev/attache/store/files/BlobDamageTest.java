package dev.attache.store.files;

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

import dev.attache.resource.ResourceContent;
import dev.attache.store.blobs.Blobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobDamageTest {

  /** Prime to the bits of a byte, so that each of them is wrong somewhere. */
  private static final int STEP = Boolean.getBoolean("attache.slow") ? 1 : 5;

  @TempDir Path directory;

  @Test
  void findsEachWrongByteOfAFile() throws Exception {
    findsEachWrongByte(List.of(text(400, 1)));
    findsEachWrongByte(List.of(random(40, 1)));
    findsEachWrongByte(List.of(text(0, 1)));
  }

  @Test
  void findsEachWrongByteOfAPack() throws Exception {
    findsEachWrongByte(texts(9, 60, 1));
  }

  @Test
  void findsEachCutOfAFile() throws Exception {
    findsEachCut(List.of(text(400, 1)));
    findsEachCut(List.of(random(40, 1)));
  }

  @Test
  void findsEachCutOfAPack() throws Exception {
    findsEachCut(texts(9, 60, 1));
  }

  private void findsEachWrongByte(List<ResourceContent> contents) throws Exception {
    commit(Blobs.at(directory), contents);
    Path file = files(directory).get(0);
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 0; i < bytes.length; i += STEP) {
      byte[] wrong = bytes.clone();
      wrong[i] ^= (byte) (1 << i % 8);
      Files.write(file, wrong);
      assertThat(problems(Blobs.at(directory))).as("byte %d", i).isNotEmpty();
      neverReadsWrongBytes(contents);
    }
    Files.delete(file);
  }

  private void findsEachCut(List<ResourceContent> contents) throws Exception {
    commit(Blobs.at(directory), contents);
    Path file = files(directory).get(0);
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 0; i < bytes.length; i += STEP) {
      Files.write(file, Arrays.copyOf(bytes, i));
      assertThat(problems(Blobs.at(directory))).as("length %d", i).isNotEmpty();
      neverReadsWrongBytes(contents);
    }
    Files.write(file, Arrays.copyOf(bytes, bytes.length + 1));
    assertThat(problems(Blobs.at(directory))).isNotEmpty();
    Files.delete(file);
  }

  private void neverReadsWrongBytes(List<ResourceContent> contents) throws IOException {
    Blobs blobs = Blobs.at(directory);
    for (ResourceContent each : contents) {
      byte[] got;
      try {
        got = stored(blobs, each);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining(each.digest().toString());
        continue;
      }
      assertThat(got).isEqualTo(read(each));
    }
  }

  @Test
  void namesTheContentAndTheFile() throws Exception {
    ResourceContent content = random(40, 1);
    Blobs blobs = Blobs.at(directory);
    commit(blobs, List.of(content));
    Path file = files(directory).get(0);
    byte[] bytes = Files.readAllBytes(file);
    bytes[30] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> stored(blobs, content))
        .hasMessage(
            "content %s is damaged: a block does not match its checksum (%s)",
            content.digest(), file);
    assertThat(problems(blobs))
        .containsExactly(
            directory.getFileName()
                + "/"
                + directory.relativize(file)
                + ": content is damaged: a block does not match its checksum");
  }

  @Test
  void findsAContentUnderTheNameOfAnother() throws Exception {
    ResourceContent content = random(40, 1);
    ResourceContent other = random(40, 2);
    Blobs blobs = Blobs.at(directory);
    commit(blobs, List.of(content));
    Path file = files(directory).get(0);
    commit(blobs, List.of(other));
    Path second =
        files(directory).stream().filter(each -> !each.equals(file)).findFirst().orElseThrow();
    Files.copy(file, second, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> stored(blobs, other))
        .hasMessage(
            "content %s is corrupt: its bytes digest to %s", other.digest(), content.digest());
    assertThat(problems(blobs)).hasSize(1);
  }

  @Test
  void tellsWhatACodecOfLaterVersionsIs() throws Exception {
    ResourceContent content = random(40, 1);
    Blobs blobs = Blobs.at(directory);
    commit(blobs, List.of(content));
    Path file = files(directory).get(0);
    byte[] bytes = Files.readAllBytes(file);
    bytes[3] = 9;
    Files.write(file, bytes);
    assertThatThrownBy(() -> stored(blobs, content))
        .hasMessage(
            "content %s is damaged: its codec (9) is not known to this version (%s)",
            content.digest(), file);
  }

  @Test
  void reportsWhatDoesNotBelongThere() throws Exception {
    Blobs blobs = Blobs.at(directory);
    commit(blobs, List.of(text(10, 1)));
    Files.writeString(directory.resolve("notes.txt"), "mine");
    Files.writeString(Files.createDirectories(directory.resolve("ab")).resolve("x"), "mine");
    String name = directory.getFileName() + "/";
    assertThat(problems(blobs))
        .containsExactlyInAnyOrder(
            name + "notes.txt: does not belong here", name + "ab/x: does not belong here");
  }

  @Test
  void writesAgainWhatADamagedPackHad() throws Exception {
    List<ResourceContent> contents = texts(9, 60, 1);
    commit(Blobs.at(directory), contents);
    Path pack = files(directory).get(0);
    byte[] bytes = Files.readAllBytes(pack);
    Files.write(pack, Arrays.copyOf(bytes, 100));
    Blobs blobs = Blobs.at(directory);
    commit(blobs, contents);
    for (ResourceContent each : contents) {
      assertThat(stored(blobs, each)).isEqualTo(read(each));
    }
  }
}
