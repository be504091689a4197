package dev.attache.store;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.append;
import static dev.attache.store.Histories.appendTurn;
import static dev.attache.store.Histories.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationId;
import dev.attache.history.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number of a store's format, and the order of what was written. */
class StoreFormatTest {

  private static final ConversationId OTHER = ConversationId.of("other");

  @TempDir Path workspace;
  private final FileTime future = FileTime.from(Instant.now().plus(Duration.ofDays(400)));

  @BeforeEach
  void begin() throws Exception {
    EmbeddedStore store = store();
    appendTurn(store, store.create(ID), "one", "a.txt");
  }

  private EmbeddedStore store() {
    return EmbeddedStore.at(workspace.resolve(".attache"));
  }

  private Path conversations() {
    return workspace.resolve(".attache/conversations");
  }

  private Path format() {
    return conversations().resolve(".format");
  }

  /** A use of a store. */
  @FunctionalInterface
  private interface Use {
    void of(EmbeddedStore store) throws StoreException;
  }

  private static final Map<String, Use> USES =
      Map.ofEntries(
          Map.entry("create", store -> store.create(OTHER)),
          Map.entry("open", store -> store.open(ID)),
          Map.entry("conversations", store -> store.conversations(false)),
          Map.entry("list", store -> store.list(true, null, 3)),
          Map.entry("latest", store -> store.latest()),
          Map.entry("archive", store -> store.archive(ID, true)),
          Map.entry("remove", store -> store.remove(ID)),
          Map.entry("accept", store -> store.accept(ID, false, (problem, event) -> {})),
          Map.entry("collect", store -> store.collect(false)),
          Map.entry("collect on trial", store -> store.collect(true)),
          Map.entry("verify", store -> store.verify(problem -> {})),
          Map.entry("usage", store -> store.usage()));

  @Test
  void isWrittenWithTheFirstTurn() {
    assertThat(format()).hasContent("1");
  }

  @Test
  void isRefusedWhereItIsOfALaterVersion() throws Exception {
    Files.writeString(format(), "2\n");
    USES.forEach(
        (name, use) ->
            assertThatThrownBy(() -> use.of(store()))
                .as(name)
                .hasMessageEndingWith(
                    conversations()
                        + " has format 2, but this version reads formats up to 1; get a newer"
                        + " version of Attaché"));
    Files.writeString(format(), "1\n");
    assertThat(texts(store().open(ID))).containsExactly("one");
  }

  @Test
  void isRefusedWhileTheStoreIsOpen() throws Exception {
    var log = store().open(ID);
    Files.writeString(format(), "2\n");
    assertThatThrownBy(() -> append(log, "two")).hasMessageContaining(" has format 2, ");
    assertThatThrownBy(log::summary).hasMessageContaining(" has format 2, ");
  }

  @Test
  void isRefusedWhereItIsNoNumber() throws Exception {
    Files.writeString(format(), "one");
    assertThatThrownBy(() -> store().open(ID))
        .hasMessage(
            format() + " must hold the number of the store's format; delete it if it was edited");
  }

  @Test
  void isWrittenLaterIntoAStoreOfAnEarlyBuild() throws Exception {
    for (String left : List.of("missing", "")) {
      Files.delete(format());
      if (left.isEmpty()) {
        Files.createFile(format()); // a crash has taken what was in it
      }
      assertThat(texts(store().open(ID))).startsWith("one");
      assertThat(store().open(ID).summary().turns()).isPositive();
      assertThat(format())
          .as("reading writes nothing")
          .satisfiesAnyOf(
              path -> assertThat(path).doesNotExist(), path -> assertThat(path).isEmptyFile());
      append(store().open(ID), "two");
      assertThat(format()).hasContent("1");
    }
  }

  @Test
  void knowsWhichConversationWasWrittenLastWhenTheClockGoesBack() throws Exception {
    append(store().create(OTHER), "two");
    Files.setLastModifiedTime(format(), future);
    Files.setLastModifiedTime(conversations().resolve("other/events.jsonl"), future);
    append(store().open(ID), "three");
    assertThat(store().conversations(false)).containsExactly(ID, OTHER);
    append(store().open(OTHER), "four");
    assertThat(store().conversations(false)).containsExactly(OTHER, ID);
  }

  @Test
  void knowsItOfAStoreThatHasNoFormatYet() throws Exception {
    append(store().create(OTHER), "two");
    store().archive(OTHER, true);
    Files.delete(format());
    Files.setLastModifiedTime(conversations().resolve(".archive/other/events.jsonl"), future);
    append(store().open(ID), "three");
    store().archive(OTHER, false);
    assertThat(store().conversations(false)).containsExactly(ID, OTHER);
  }

  @Test
  void isNoLink() throws IOException {
    Path elsewhere = Files.writeString(workspace.resolve("elsewhere"), "1\n");
    Files.delete(format());
    Files.createSymbolicLink(format(), elsewhere);
    assertThatThrownBy(() -> store().open(ID))
        .hasMessageStartingWith(format() + " is a symbolic link to " + elsewhere);
  }
}
