package dev.attache.store.files;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.append;
import static dev.attache.store.Histories.texts;
import static dev.attache.store.blobs.BlobSamples.commit;
import static dev.attache.store.blobs.BlobSamples.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationId;
import dev.attache.store.EmbeddedStore;
import dev.attache.store.Permissions;
import dev.attache.store.blobs.Blobs;
import dev.attache.store.log.LogLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What collect makes of directories that are not as it wants them. */
class CollectionPlacesTest {

  @TempDir Path workspace;

  private Path conversation(String name) {
    return workspace.resolve("conversations").resolve(name);
  }

  @Test
  void deletesWhatIsLeftOfConversationsThatNeverBegan() throws Exception {
    EmbeddedStore store = EmbeddedStore.at(workspace);
    append(store.create(ID), "1");
    Files.writeString(conversation("talk/events.jsonl.new"), "{");
    Files.createDirectory(conversation("empty"));
    Files.createDirectory(conversation("begun"));
    Files.writeString(conversation("begun/events.jsonl.new"), "{");
    Files.createDirectory(conversation("mine"));
    Files.writeString(conversation("mine/notes.txt"), "mine");
    store.collect(true);
    assertThat(conversation("begun/events.jsonl.new")).exists();
    store.collect(false);
    assertThat(conversation("empty")).doesNotExist();
    assertThat(conversation("begun")).doesNotExist();
    assertThat(conversation("mine/notes.txt")).exists();
    assertThat(texts(store.open(ID))).containsExactly("1");
  }

  @Test
  void leavesAConversationThatIsJustBeginning() throws Exception {
    EmbeddedStore store = EmbeddedStore.at(workspace);
    append(store.create(ID), "1");
    Files.createDirectory(conversation("begun"));
    var files = new EmbeddedFiles(workspace);
    Path lockFile = files.lock(ConversationId.of("begun"));
    LogLock lock = LogLock.acquire(lockFile, "test", 1000);
    try {
      store.collect(false);
      var other = new Thread(() -> collect(store));
      other.start();
      other.join();
    } finally {
      lock.close();
    }
    assertThat(conversation("begun")).exists();
    store.collect(false);
    assertThat(conversation("begun")).doesNotExist();
  }

  private static void collect(EmbeddedStore store) {
    try {
      store.collect(false);
    } catch (dev.attache.history.StoreException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void countsWithoutALockWhereNoneCanBeHad() throws Exception {
    Path directory = workspace.resolve("blobs");
    commit(Blobs.at(directory), texts(3, 100, 1));
    Files.delete(directory.resolve("lock"));
    Files.createDirectory(directory.resolve("lock"));
    assertThat(Blobs.at(directory).collect(Set::of, true).blobs()).isEqualTo(3);
    assertThatThrownBy(() -> Blobs.at(directory).collect(Set::of, false))
        .hasMessageStartingWith("contents cannot be written to " + directory + ": ");
    assertThat(Blobs.at(directory).usage().blobs()).isEqualTo(3);
  }

  @Test
  void failsWhereItMayNotLook() throws Exception {
    EmbeddedStore store = EmbeddedStore.at(workspace);
    append(store.create(ID), "1");
    Permissions.withdrawn(
        workspace,
        () ->
            assertThatThrownBy(() -> store.collect(false))
                .hasMessageContaining("cannot be read: permission denied ("));
  }
}
