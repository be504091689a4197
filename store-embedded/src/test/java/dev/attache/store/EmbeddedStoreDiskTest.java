package dev.attache.store;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.append;
import static dev.attache.store.Histories.appendTurn;
import static dev.attache.store.Histories.newestFirst;
import static dev.attache.store.Histories.texts;
import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import dev.attache.store.blobs.Blobs;
import dev.attache.store.files.EmbeddedFiles;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedStoreDiskTest {

  @TempDir Path workspace;

  private EmbeddedStore store() {
    return EmbeddedStore.at(workspace.resolve("disk/.attache"));
  }

  private Path file(String name) {
    return workspace.resolve("disk/.attache/conversations/talk").resolve(name);
  }

  @Test
  @Tag("process") // mount
  void losesNothingWhenTheDiskIsFull() throws Exception {
    try (var disk = SmallDisk.mount(workspace.resolve("disk"), "2m")) {
      EmbeddedStore store = store();
      ConversationLog log = store.create(ID);
      append(log, "a");
      Path filler = disk.fill();
      byte[] before = Files.readAllBytes(file("events.jsonl"));
      assertThatThrownBy(() -> append(log, "b".repeat(100_000)))
          .hasMessage(
              "conversation talk cannot be written, and nothing was added to it: No space left on"
                  + " device")
          .satisfies(e -> assertThat(((StoreException) e).kind()).isEqualTo(Kind.FAILED));
      assertThat(Files.readAllBytes(file("events.jsonl"))).isEqualTo(before);
      assertThatThrownBy(() -> append(store().create(ConversationId.of("new")), "n"))
          .hasMessageContaining("No space left on device");
      assertThat(store().conversations(false)).containsExactly(ID);
      assertThat(texts(store().open(ID))).containsExactly("a");
      assertThat(store().open(ID).summary().turns()).isOne();
      Files.delete(filler);
      append(log, "c");
      appendTurn(store, log, "d", "file");
      assertThat(texts(store().open(ID))).containsExactly("a", "c", "d");
      assertThat(store().open(ID).problems()).isEmpty();
    }
  }

  @Test
  @Tag("process")
  @DisabledOnOs(OS.WINDOWS)
  void cutsBackWhatWasWrittenOnlyInPart() throws Exception {
    append(store().create(ID), "a");
    Process writer =
        AppendingProgram.start(
            workspace.resolve("disk/.attache"),
            "w",
            10_000,
            "sh",
            "-c",
            "ulimit -f 600; exec \"$@\"",
            "sh");
    var acknowledged = new ArrayList<String>(List.of("a"));
    try (var out =
        new BufferedReader(
            new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
      out.lines().forEach(acknowledged::add);
    }
    assertThat(writer.waitFor()).isOne();
    assertThat(acknowledged.remove(acknowledged.size() - 1))
        .startsWith("conversation talk cannot be written, and nothing was added to it: ");
    assertThat(acknowledged).hasSizeGreaterThan(5);
    assertThat(texts(store().open(ID))).isEqualTo(acknowledged);
    assertThat(Files.readString(file("events.jsonl"))).endsWith("}\n");
    append(store().open(ID), "after it");
    assertThat(file("events.jsonl.torn-1")).doesNotExist();
  }

  @Test
  @Tag("process") // mount
  void readsWhatCannotBeWritten() throws Exception {
    try (var disk = SmallDisk.mount(workspace.resolve("disk"), "2m")) {
      append(store().create(ID), "a");
      Files.delete(file("summary.json"));
      disk.makeReadOnly();
      ConversationLog log = store().open(ID);
      assertThat(texts(log)).containsExactly("a");
      assertThat(newestFirst(log)).hasSize(1);
      assertThat(log.summary().turns()).isOne();
      assertThat(log.attachments()).isEmpty();
      assertThat(store().conversations(false)).containsExactly(ID);
      assertThat(file("summary.json")).doesNotExist();
      assertThat(log.problems()).isEmpty();
      assertThatThrownBy(() -> append(log, "b"))
          .hasMessageStartingWith("conversation talk cannot be written: Read-only file system")
          .satisfies(e -> assertThat(((StoreException) e).kind()).isEqualTo(Kind.FAILED));
      assertThatThrownBy(() -> store().remove(ID))
          .hasMessageStartingWith("conversation talk cannot be removed: Read-only file system");
      assertThatThrownBy(() -> store().archive(ID, true))
          .hasMessageStartingWith("conversation talk cannot be archived: Read-only file system");
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void keepsItsFilesToTheirOwner() throws Exception {
    EmbeddedStore store = store();
    appendTurn(store, store.create(ID), "1", "a.txt");
    store.archive(ID, true);
    try (Stream<Path> tree = Files.walk(workspace.resolve("disk/.attache"))) {
      for (Path path : (Iterable<Path>) tree::iterator) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
            .as(path.toString())
            .isIn(Files.isDirectory(path) ? "rwx------" : "rw-------", "r--------");
      }
    }
  }

  @Test
  void keepsConversationsOutOfVersionControl() throws Exception {
    append(store().create(ID), "a");
    assertThat(workspace.resolve("disk/.attache/conversations/.gitignore")).hasContent("*");
  }

  @Test
  void listsNothingOfSomebodyElse() throws Exception {
    append(store().create(ID), "a");
    append(store().create(ConversationId.of("archive")), "b");
    Path conversations = workspace.resolve("disk/.attache/conversations");
    Files.createDirectory(conversations.resolve("empty"));
    Files.createDirectory(conversations.resolve("Not A Name"));
    Files.writeString(conversations.resolve("file"), "");
    assertThat(store().conversations(false))
        .containsExactlyInAnyOrder(ID, ConversationId.of("archive"));
    assertThat(store().conversations(true)).isEmpty();
    assertThatThrownBy(() -> store().open(ConversationId.of("empty")))
        .hasMessage("no conversation empty in " + conversations);
    append(store().create(ConversationId.of("empty")), "c");
    assertThat(store().usage().conversations()).isEqualTo(3);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void deletesNothingThatALinkLeadsTo() throws Exception {
    Path outside = Files.createDirectories(workspace.resolve("outside"));
    Files.writeString(outside.resolve("precious"), "x");
    append(store().create(ID), "a");
    Files.createSymbolicLink(file("link"), outside);
    Files.createDirectory(file("more"));
    Files.createLink(file("more/same"), outside.resolve("precious"));
    store().remove(ID);
    assertThat(outside.resolve("precious")).hasContent("x");
    assertThat(file("events.jsonl").getParent()).doesNotExist();
    try (Stream<Path> left =
        Files.list(workspace.resolve("disk/.attache/conversations/.removed"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void finishesDeletionsThatWereNotFinished() throws Exception {
    append(store().create(ID), "a");
    Path left = workspace.resolve("disk/.attache/conversations/.removed/talk-1");
    Files.createDirectories(left);
    Files.writeString(left.resolve("events.jsonl"), "x");
    store().remove(ID);
    assertThat(left).doesNotExist();
  }

  @Test
  void finishesDeletionsWhenItCollects() throws Exception {
    append(store().create(ID), "a");
    Path left = workspace.resolve("disk/.attache/conversations/.removed/talk-1");
    Files.writeString(Files.createDirectories(left).resolve("events.jsonl"), "x");
    store().collect(true);
    assertThat(left).exists();
    store().collect(false);
    assertThat(left).doesNotExist();
  }

  @Test
  void archivesNothingWhileContentsAreCollected() throws Exception {
    EmbeddedStore store = store();
    appendTurn(store, store.create(ID), "1", "a.txt");
    var archiver =
        new Thread(
            () -> {
              try {
                store().archive(ID, true);
              } catch (StoreException e) {
                throw new AssertionError(e);
              }
            });
    Blobs.at(workspace.resolve("disk/.attache/blobs"))
        .collect(
            () -> {
              archiver.start();
              await()
                  .pollInterval(1, TimeUnit.MILLISECONDS)
                  .until(
                      () ->
                          archiver.getState() == Thread.State.TIMED_WAITING || !archiver.isAlive());
              assertThat(archiver.isAlive()).isTrue();
              assertThat(store().conversations(true)).isEmpty();
              var files = new EmbeddedFiles(workspace.resolve("disk/.attache"));
              return new EmbeddedNeeds(files, EmbeddedMarks.none(files)).all();
            },
            false);
    archiver.join();
    assertThat(store().conversations(true)).containsExactly(ID);
  }

  @Test
  void movesNoConversationOverAnother() throws Exception {
    append(store().create(ID), "a");
    Path other = workspace.resolve("disk/.attache/conversations/.archive/talk");
    Files.createDirectories(other);
    assertThatThrownBy(() -> store().archive(ID, true))
        .hasMessage(other + " is in the way of " + file("x").getParent() + "; move it away first");
    assertThat(texts(store().open(ID))).containsExactly("a");
  }
}
