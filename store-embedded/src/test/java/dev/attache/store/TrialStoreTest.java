package dev.attache.store;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.append;
import static dev.attache.store.Histories.appendTurn;
import static dev.attache.store.Histories.newestFirst;
import static dev.attache.store.Histories.oldestFirst;
import static dev.attache.store.Histories.texts;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore.Listed;
import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is tried in a view of a store, and that the store stays as it is. */
class TrialStoreTest {

  private static final ConversationId OTHER = ConversationId.of("other");

  @TempDir Path workspace;

  private EmbeddedStore store;
  private TrialStore trial;

  @BeforeEach
  void open() throws StoreException {
    store = EmbeddedStore.at(workspace.resolve(".attache"));
    trial = TrialStore.of(store);
  }

  @AfterEach
  void close() throws StoreException {
    trial.close();
  }

  /** The files of the store, each with its bytes. */
  private Map<String, String> files() throws IOException {
    var files = new TreeMap<String, String>();
    try (Stream<Path> all = Files.walk(workspace)) {
      for (Path each : all.toList()) {
        boolean isFile = Files.isRegularFile(each);
        files.put(
            each.toString(), isFile ? ResourceContent.blob(Files.readAllBytes(each)) + "" : "");
      }
    }
    return files;
  }

  private static String text(ResourceContent content) throws IOException {
    try (InputStream in = content.open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Test
  void goesOnWithAConversationAndLeavesTheStoreAsItIs() throws Exception {
    ConversationLog log = store.create(ID);
    appendTurn(store, log, "1", "a.txt", "b.txt");
    Map<String, String> before = files();
    ConversationLog tried = trial.open(ID);
    appendTurn(trial, tried, "2", "b.txt", "c.txt");
    append(tried, "3");
    for (ConversationLog each : List.of(tried, trial.open(ID))) {
      assertThat(texts(each)).containsExactly("1", "2", "3");
      var backwards = new ArrayList<ConversationEvent>(newestFirst(each));
      Collections.reverse(backwards);
      assertThat(backwards).isEqualTo(oldestFirst(each));
      assertThat(each.summary()).isEqualTo(Histories.summary(each));
      assertThat(each.attachments()).isEqualTo(Histories.attachments(each)).hasSize(3);
      assertThat(each.problems()).isEmpty();
    }
    assertThat(text(tried.attachments().get(0).attachment().snapshot().resource().content()))
        .isEqualTo("content of a.txt1");
    assertThat(text(tried.attachments().get(2).attachment().snapshot().resource().content()))
        .isEqualTo("content of c.txt2");
    assertThat(files()).isEqualTo(before);
    assertThat(texts(store.open(ID))).containsExactly("1");
  }

  @Test
  void beginsAConversationThatTheStoreNeverHas() throws Exception {
    appendTurn(trial, trial.create(ID), "1", "a.txt");
    append(trial.open(ID), "2");
    assertThat(texts(trial.open(ID))).containsExactly("1", "2");
    assertThat(trial.conversations(false)).containsExactly(ID);
    assertThat(workspace).isEmptyDirectory();
    assertThatThrownBy(() -> trial.create(ID)).satisfies(e -> assertKind(Kind.EXISTS, e));
  }

  @Test
  void tellsTheComposerOfAllThatCameBefore() throws Exception {
    append(store.create(ID), "1");
    ConversationLog tried = trial.open(ID);
    append(tried, "2");
    tried.append(
        null,
        now -> {
          assertThat(now.summary().turns()).isEqualTo(2);
          assertThat(texts(tried)).containsExactly("1", "2");
          return List.of(Histories.request(2, "3"));
        });
    assertThat(tried.summary().turns()).isEqualTo(3);
  }

  @Test
  void listsWhatWasTriedFirst() throws Exception {
    append(store.create(ID), "1");
    append(store.create(OTHER), "1");
    assertThat(trial.conversations(false)).containsExactly(OTHER, ID);
    append(trial.open(ID), "2");
    assertThat(trial.conversations(false)).containsExactly(ID, OTHER);
    assertThat(trial.latest()).contains(ID);
    assertThat(store.latest()).contains(OTHER);
  }

  @Test
  void listsWhatWasTriedOnItsFirstPages() throws Exception {
    for (String each : List.of("one", "two", "three")) {
      append(store.create(ConversationId.of(each)), "1");
    }
    append(trial.create(ID), "1");
    append(trial.open(ConversationId.of("two")), "2");
    for (int limit = 1; limit < 6; limit++) {
      var found = new ArrayList<String>();
      Listed page = trial.list(false, null, limit);
      page.conversations().forEach(each -> found.add(each.value()));
      while (page.next() != null) {
        page = trial.list(false, page.next(), limit);
        assertThat(page.conversations()).hasSizeLessThanOrEqualTo(limit);
        page.conversations().forEach(each -> found.add(each.value()));
      }
      assertThat(found).containsExactly("two", "talk", "three", "one");
    }
    assertThatThrownBy(() -> trial.list(false, "trial:x", 1))
        .hasMessage("x is no place where this store has stopped; begin again, without a place");
  }

  @Test
  void refusesWhatTheStoreRefuses() throws Exception {
    append(store.create(ID), "1");
    store.archive(ID, true);
    assertThat(trial.conversations(true)).containsExactly(ID);
    assertThatThrownBy(() -> trial.create(ID)).satisfies(e -> assertKind(Kind.EXISTS, e));
    assertThatThrownBy(() -> trial.open(OTHER)).satisfies(e -> assertKind(Kind.NOT_FOUND, e));
    assertThatThrownBy(() -> append(trial.open(ID), "2"))
        .hasMessage("conversation talk is archived; unarchive it first")
        .satisfies(e -> assertKind(Kind.REFUSED, e));
  }

  @Test
  void refusesWhatChangesTheStoreAsAWhole() throws Exception {
    ConversationLog log = store.create(ID);
    append(log, "1");
    List<ThrowingCallable> changes =
        List.of(
            () -> trial.archive(ID, true),
            () -> trial.remove(ID),
            () -> trial.exchange(ID, OTHER, log.summary()),
            () -> trial.collect(false),
            () -> trial.collect(() -> true),
            () -> trial.verify(problem -> {}));
    assertThat(changes)
        .allSatisfy(
            each ->
                assertThatThrownBy(each)
                    .hasMessage("a trial changes nothing of the store")
                    .satisfies(e -> assertKind(Kind.REFUSED, e)));
    assertThat(trial.usage()).isEqualTo(store.usage());
  }

  @Test
  void leavesNothingBehind() throws Exception {
    ConversationLog tried = trial.create(ID);
    appendTurn(trial, tried, "1", "a.txt");
    ResourceContent content =
        tried.attachments().get(0).attachment().snapshot().resource().content();
    assertThat(text(content)).isEqualTo("content of a.txt1");
    trial.close();
    assertThatThrownBy(content::open).isInstanceOf(StoreException.class);
    assertThat(trial.conversations(false)).isEmpty();
  }

  @Test
  void leavesNothingInTheTemporaryDirectory() throws Exception {
    appendTurn(trial, trial.create(ID), "1", "a.txt");
    assertThat(trial.directory()).isNotEmptyDirectory();
    trial.close();
    assertThat(trial.directory()).doesNotExist();
  }

  private static void assertKind(Kind kind, Throwable e) {
    assertThat(((StoreException) e).kind()).isEqualTo(kind);
  }
}
