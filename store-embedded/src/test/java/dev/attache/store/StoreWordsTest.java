package dev.attache.store;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.append;
import static dev.attache.store.Histories.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationSummary;
import dev.attache.history.StoreException;
import dev.attache.store.memory.MemoryStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The words of both stores for what cannot be done. */
class StoreWordsTest {

  @TempDir static Path temporary;

  static Stream<ConversationStore> stores() throws Exception {
    return Stream.of(
        MemoryStore.of(1 << 20), EmbeddedStore.at(Files.createTempDirectory(temporary, "store")));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void ofANameThatIsTaken(ConversationStore store) throws Exception {
    ConversationLog late = store.create(ID);
    append(store.create(ID), "a");
    assertThatThrownBy(() -> append(late, "b"))
        .hasMessage("conversation talk already exists; resume it, or choose another name");
  }

  @ParameterizedTest
  @MethodSource("stores")
  void ofAnAppendWithinAnother(ConversationStore store) throws Exception {
    ConversationLog log = store.create(ID);
    append(log, "hello");
    assertThatThrownBy(
            () -> log.append(null, now -> List.of(request(append(log, "x").turns(), ""))))
        .hasMessage(
            "conversation talk cannot be written while this thread composes what to append");
  }

  @ParameterizedTest
  @MethodSource("stores")
  void ofWhatIsArchivedOrRemoved(ConversationStore store) throws Exception {
    ConversationLog log = store.create(ID);
    append(log, "hello");
    store.archive(ID, true);
    assertThatThrownBy(() -> append(log, "b"))
        .hasMessage("conversation talk is archived; unarchive it first");
    store.remove(ID);
    assertThatThrownBy(log::summary).hasMessage("conversation talk was removed");
    assertThatThrownBy(() -> append(log, "b")).hasMessage("conversation talk was removed");
  }

  @ParameterizedTest
  @MethodSource("stores")
  void ofAnExchangeThatComesTooLate(ConversationStore store) throws Exception {
    ConversationLog log = store.create(ID);
    append(log, "hello");
    ConversationSummary before = log.summary();
    ConversationId other = ConversationId.of("other");
    append(store.create(other), "instead");
    append(log, "meanwhile");
    assertThatThrownBy(() -> store.exchange(ID, other, before))
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.isTransient()).isTrue())
        .hasMessage(
            "conversation talk was just changed by another process, so nothing was done; try"
                + " again");
    store.archive(ID, true);
    assertThatThrownBy(() -> store.exchange(ID, other, log.summary()))
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.isTransient()).isFalse())
        .hasMessage("conversation talk is archived; unarchive it first");
  }
}
