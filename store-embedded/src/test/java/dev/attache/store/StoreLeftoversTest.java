package dev.attache.store;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.append;
import static dev.attache.store.Histories.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.store.files.StoreFiles;
import dev.attache.store.packs.BlobFiles;
import dev.attache.test.Leftover;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files with the ending {@code .new} that a writer has left who died before they had a name. */
@DisabledOnOs(OS.WINDOWS) // where no links and permissions are made
class StoreLeftoversTest {

  @TempDir Path workspace;

  private EmbeddedStore store() {
    return EmbeddedStore.at(workspace);
  }

  private Path file(String name) {
    return workspace.resolve("conversations").resolve(name);
  }

  private Path left(String name, Leftover leftover) throws IOException {
    Path file = file(name);
    Files.createDirectories(file.getParent());
    leftover.put(file);
    return file;
  }

  @ParameterizedTest
  @EnumSource
  void areNoPartOfAConversationThatBegins(Leftover leftover) throws Exception {
    Path left = left("talk/events.jsonl.new", leftover);
    append(store().create(ID), "one");
    assertThat(texts(store().open(ID))).containsExactly("one");
    assertThat(Files.readAllLines(file("talk/events.jsonl"))).hasSize(1);
    assertThat(Files.isSymbolicLink(file("talk/events.jsonl"))).isFalse();
    append(store().open(ID), "two");
    assertThat(texts(store().open(ID))).containsExactly("one", "two");
    leftover.assertIsGone(left);
  }

  @Test
  void areNotDeletedWithWhatSomebodyHasPutThere() throws Exception {
    Path precious = file("talk/events.jsonl.new/precious");
    Files.createDirectories(precious.getParent());
    Files.writeString(precious, "x");
    assertThatThrownBy(() -> append(store().create(ID), "one"))
        .hasMessageStartingWith("conversation talk cannot be written, and nothing was added to it");
    assertThat(precious).hasContent("x");
    assertThat(file("talk/events.jsonl")).doesNotExist();
    store().collect(false);
    assertThat(precious).hasContent("x");
  }

  @ParameterizedTest
  @EnumSource
  void areNoPartOfWhatIsDerived(Leftover leftover) throws Exception {
    append(store().create(ID), "one");
    Files.delete(file("talk/summary.json"));
    Path left = left("talk/summary.json.new", leftover);
    append(store().open(ID), "two");
    leftover.assertIsGone(left);
    long[] read = new long[1];
    EmbeddedStore counted = EmbeddedStore.at(workspace, bytes -> read[0] += bytes);
    assertThat(counted.open(ID).summary().turns()).isEqualTo(2);
    assertThat(read[0]).as("only the summary").isEqualTo(Files.size(file("talk/summary.json")));
  }

  @ParameterizedTest
  @EnumSource
  void giveWayToWhatReplacesAFile(Leftover leftover) throws Exception {
    Path file = file("talk/attachments.jsonl");
    Path left = left("talk/attachments.jsonl.new", leftover);
    StoreFiles.replace(file, new byte[] {'a'});
    assertThat(file).isRegularFile().hasContent("a");
    assertThat(Files.isSymbolicLink(file)).isFalse();
    leftover.assertIsGone(left);
    StoreFiles.replace(file, new byte[] {'b'});
    assertThat(file).hasContent("b");
  }

  @Test
  void doNotGiveWayWithWhatSomebodyHasPutThere() throws Exception {
    Path file = Files.writeString(workspace.resolve("file"), "before");
    Path precious = workspace.resolve("file.new/precious");
    Files.createDirectories(precious.getParent());
    Files.writeString(precious, "x");
    assertThatThrownBy(() -> StoreFiles.replace(file, new byte[] {'a'}))
        .isInstanceOf(DirectoryNotEmptyException.class);
    assertThat(file).hasContent("before");
    assertThat(precious).hasContent("x");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EMPTY_DIRECTORY")
  void areCollectedWithTheDirectoryOfAConversationThatNeverBegan(Leftover leftover)
      throws Exception {
    append(store().create(ID), "one");
    Path left = left("begun/events.jsonl.new", leftover);
    store().collect(true);
    assertThat(BlobFiles.in(file("begun"))).containsExactly(left);
    store().collect(false);
    assertThat(file("begun")).doesNotExist();
    leftover.assertIsGone(Files.createDirectory(file("begun")).resolve("events.jsonl.new"));
  }

  @Test
  void areNotCollectedWhereTheyAreADirectoryWhichNobodyHereMakes() throws Exception {
    append(store().create(ID), "one");
    Path left = left("begun/events.jsonl.new", Leftover.EMPTY_DIRECTORY);
    store().collect(false);
    assertThat(left).isDirectory();
  }

  @Test
  void areNotCollectedBesideAnythingElse() throws Exception {
    append(store().create(ID), "one");
    Path left = left("begun/events.jsonl.new", Leftover.LONG);
    Path notes = Files.writeString(file("begun/notes.txt"), "mine");
    Path inTalk = left("talk/events.jsonl.new", Leftover.LONG);
    store().collect(false);
    assertThat(notes).hasContent("mine");
    assertThat(left).exists();
    assertThat(inTalk).exists();
  }
}
