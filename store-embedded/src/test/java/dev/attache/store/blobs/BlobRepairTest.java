package dev.attache.store.blobs;

import static dev.attache.store.blobs.BlobSamples.commit;
import static dev.attache.store.blobs.BlobSamples.files;
import static dev.attache.store.blobs.BlobSamples.problems;
import static dev.attache.store.blobs.BlobSamples.read;
import static dev.attache.store.blobs.BlobSamples.stored;
import static dev.attache.store.blobs.BlobSamples.text;
import static dev.attache.store.blobs.BlobSamples.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.StoreException;
import dev.attache.resource.ResourceContent;
import dev.attache.store.EmbeddedStore;
import dev.attache.store.Histories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobRepairTest {

  private static final String DONE =
      "; moved to blobs/damaged: attach the same content again to store it again";

  @TempDir Path workspace;

  private Path directory() {
    return workspace.resolve("blobs");
  }

  private static List<String> verified(Blobs blobs) throws StoreException {
    var problems = new ArrayList<String>();
    blobs.verify(new BlobNeeds(), problems::add);
    return problems;
  }

  private static void damage(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void letsADamagedContentBeStoredAgain() throws Exception {
    ResourceContent content = text(400, 1);
    Blobs blobs = Blobs.at(directory());
    commit(blobs, List.of(content));
    String name = "blobs/" + directory().relativize(files(directory()).get(0));
    damage(files(directory()).get(0), 30);
    assertThat(verified(blobs))
        .containsExactly(
            name
                + ": content is damaged: a block does not match its checksum;"
                + " no conversation needs it"
                + DONE);
    commit(blobs, List.of(content));
    assertThat(stored(blobs, content)).isEqualTo(read(content));
    assertThat(verified(blobs))
        .singleElement()
        .asString()
        .startsWith("blobs/damaged/" + content.digest().hex() + ": was set aside: ");
    damage(directory().resolve(name.substring(6)), 30);
    assertThat(verified(blobs)).hasSize(2);
    assertThat(directory().resolve("damaged/" + content.digest().hex() + "-2")).exists();
  }

  @Test
  void keepsTheOtherContentsOfADamagedPack() throws Exception {
    List<ResourceContent> contents = texts(9, 60, 1);
    Blobs blobs = Blobs.at(directory());
    commit(blobs, contents);
    Path pack = files(directory()).get(0);
    damage(pack, 40);
    assertThat(verified(blobs)).singleElement().asString().endsWith(DONE);
    assertThat(pack).doesNotExist();
    assertThatThrownBy(() -> stored(blobs, contents.get(0)))
        .hasMessageContaining("is not in the store");
    for (ResourceContent each : contents.subList(1, 9)) {
      assertThat(stored(blobs, each)).isEqualTo(read(each));
    }
    commit(Blobs.at(directory()), contents);
    for (ResourceContent each : contents) {
      assertThat(stored(Blobs.at(directory()), each)).isEqualTo(read(each));
    }
  }

  @Test
  void putsAPackAsideThatCannotBeRead() throws Exception {
    List<ResourceContent> contents = texts(9, 60, 1);
    Blobs blobs = Blobs.at(directory());
    commit(blobs, contents);
    Path pack = files(directory()).get(0);
    Files.write(pack, Arrays.copyOf(Files.readAllBytes(pack), 100));
    assertThat(verified(blobs)).singleElement().asString().endsWith(DONE);
    assertThat(directory().resolve("damaged").resolve(pack.getFileName())).hasSize(100);
    commit(blobs, contents);
    assertThat(stored(blobs, contents.get(8))).isEqualTo(read(contents.get(8)));
  }

  @Test
  void leavesWhatALaterVersionHasWritten() throws Exception {
    Blobs blobs = Blobs.at(directory());
    commit(blobs, List.of(text(400, 1)));
    Path file = files(directory()).get(0);
    byte[] bytes = Files.readAllBytes(file);
    bytes[3] = 9;
    Files.write(file, bytes);
    assertThat(verified(blobs)).singleElement().asString().endsWith("no conversation needs it");
    assertThat(file).hasBinaryContent(bytes);
    assertThat(problems(blobs)).hasSize(1);
  }

  @Test
  void namesADamageOnceWithTheConversationsThatNeedIt() throws Exception {
    EmbeddedStore store = EmbeddedStore.at(workspace);
    Histories.appendTurn(store, store.create(Histories.ID), "1", "a.txt");
    var other = dev.attache.history.ConversationId.of("other");
    Histories.appendTurn(store, store.create(other), "1", "a.txt");
    Histories.appendTurn(store, store.open(other), "1", "a.txt");
    Path file = files(directory()).get(0);
    damage(file, Math.toIntExact(Files.size(file)) - 1);
    var problems = new ArrayList<String>();
    store.verify(problems::add);
    assertThat(problems)
        .singleElement()
        .asString()
        .endsWith("; conversations other, talk need it" + DONE);
    problems.clear();
    store.verify(problems::add);
    assertThat(problems).hasSize(2);
    Histories.appendTurn(store, store.open(other), "1", "a.txt");
    problems.clear();
    store.verify(problems::add);
    assertThat(problems).singleElement().asString().startsWith("blobs/damaged/");
  }
}
