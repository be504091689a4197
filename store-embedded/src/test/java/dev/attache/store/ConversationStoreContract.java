package dev.attache.store;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.append;
import static dev.attache.store.Histories.appendTurn;
import static dev.attache.store.Histories.newestFirst;
import static dev.attache.store.Histories.oldestFirst;
import static dev.attache.store.Histories.request;
import static dev.attache.store.Histories.response;
import static dev.attache.store.Histories.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.AttachmentState;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationStore.Collected;
import dev.attache.history.ConversationStore.Usage;
import dev.attache.history.ConversationSummary;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import dev.attache.resource.ResourceContent;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every store of conversations keeps to. */
@Timeout(60)
public abstract class ConversationStoreContract {

  private static final ConversationId OTHER = ConversationId.of("other");

  private ConversationStore store;

  /** Returns a store with nothing in it. */
  protected abstract ConversationStore newStore();

  /** Returns another view of the same store, as another process has it. */
  protected abstract ConversationStore sameStore();

  @BeforeEach
  void start() {
    store = newStore();
  }

  private ConversationLog created(ConversationId id) throws StoreException {
    ConversationLog log = store.create(id);
    append(log, "hello");
    return log;
  }

  private static void assertKind(Kind kind, Throwable e) {
    assertThat(((StoreException) e).kind()).isEqualTo(kind);
  }

  @Test
  void hasNothingAtFirst() throws Exception {
    assertThat(store.conversations(false)).isEmpty();
    assertThat(store.conversations(true)).isEmpty();
    assertThat(store.latest()).isEmpty();
    assertThat(store.usage()).isEqualTo(new Usage(0, 0, 0, 0, 0));
    assertThat(store.collect(false)).isEqualTo(new Collected(0, 0, 0));
  }

  @Test
  void givesBackWhatWasAppendedInBothOrders() throws Exception {
    ConversationLog log = store.create(ID);
    log.append(null, now -> List.of(request(0, "a"), response(0, "b")));
    log.append(null, now -> List.of(request(1, "c")));
    assertThat(oldestFirst(sameStore().open(ID)))
        .containsExactly(request(0, "a"), response(0, "b"), request(1, "c"));
    assertThat(newestFirst(sameStore().open(ID)))
        .containsExactly(request(1, "c"), response(0, "b"), request(0, "a"));
    assertThat(log.problems()).isEmpty();
  }

  @Test
  void tellsTheComposerWhatTheConversationIsThen() throws Exception {
    ConversationLog log = created(ID);
    append(sameStore().open(ID), "from elsewhere");
    var turns = new ArrayList<Integer>();
    log.append(
        null,
        now -> {
          turns.add(now.summary().turns());
          return List.of(request(now.summary().turns(), "c"));
        });
    assertThat(turns).containsExactly(2);
  }

  @Test
  void showsTheComposerTheConversation() throws Exception {
    ConversationLog log = store.create(ID);
    appendTurn(store, log, "hello", "a.txt");
    List<ConversationEvent> before = oldestFirst(log);
    log.append(
        null,
        now -> {
          assertThat(now.id()).isEqualTo(ID);
          assertThat(now.summary()).isEqualTo(log.summary());
          assertThat(oldestFirst(now)).isEqualTo(before);
          assertThat(newestFirst(now)).isEqualTo(before);
          assertThat(now.attachments()).isEqualTo(log.attachments()).hasSize(1);
          return List.of(request(1, "b"));
        });
    assertThat(texts(log)).containsExactly("hello", "b");
  }

  @Test
  void showsTheComposerOfTheFirstEventsThatThereAreNone() throws Exception {
    ConversationLog log = store.create(ID);
    log.append(
        null,
        now -> {
          assertThat(newestFirst(now)).isEmpty();
          assertThat(oldestFirst(now)).isEmpty();
          assertThat(now.attachments()).isEmpty();
          assertThat(now.summary().turns()).isZero();
          return List.of(request(0, "a"));
        });
    assertThat(texts(log)).containsExactly("a");
  }

  @Test
  void refusesAnAppendWithinAnother() throws Exception {
    ConversationLog log = created(ID);
    assertThatThrownBy(
            () -> log.append(null, now -> List.of(request(append(log, "x").turns(), ""))))
        .hasMessage("conversation talk cannot be written while this thread composes what to append")
        .satisfies(e -> assertKind(Kind.REFUSED, e));
    assertThat(texts(log)).containsExactly("hello");
  }

  @Test
  void appendsNothingWhenTheComposerFails() throws Exception {
    ConversationLog log = created(ID);
    assertThatThrownBy(
            () ->
                log.append(
                    null,
                    now -> {
                      throw StoreException.of(Kind.REFUSED, "no");
                    }))
        .hasMessage("no");
    assertThatThrownBy(
            () ->
                log.append(
                    null,
                    now -> {
                      throw new IllegalStateException("broken");
                    }))
        .hasMessage("broken");
    assertThat(texts(log)).containsExactly("hello");
    append(log, "again");
    assertThat(texts(log)).containsExactly("hello", "again");
  }

  @Test
  void appendsNothingWhenThereIsNothingToAppend() throws Exception {
    ConversationLog log = store.create(ID);
    assertThat(log.append(null, now -> List.of()).turns()).isZero();
    assertThat(store.conversations(false)).isEmpty();
    append(log, "a");
    assertThat(log.append(null, now -> List.of()).turns()).isOne();
  }

  @Test
  void keepsContentsWithTheEventsThatNameThem() throws Exception {
    ConversationLog log = store.create(ID);
    appendTurn(store, log, "1", "a.txt", "b.txt");
    List<AttachmentState> attachments = sameStore().open(ID).attachments();
    assertThat(attachments).hasSize(2);
    ResourceContent content = attachments.get(1).attachment().snapshot().resource().content();
    try (InputStream in = content.open()) {
      assertThat(in.readAllBytes()).asString().isEqualTo("content of b.txt1");
    }
  }

  @Test
  void beginsToExistWithTheFirstEvent() throws Exception {
    ConversationLog log = store.create(ID);
    assertThat(store.conversations(false)).isEmpty();
    assertThat(log.summary().turns()).isZero();
    assertThat(log.attachments()).isEmpty();
    assertThat(oldestFirst(log)).isEmpty();
    assertThatThrownBy(() -> sameStore().open(ID)).satisfies(e -> assertKind(Kind.NOT_FOUND, e));
    append(log, "a");
    assertThat(store.conversations(false)).containsExactly(ID);
  }

  @Test
  void letsOnlyOneCreateAConversation() throws Exception {
    ConversationLog one = store.create(ID);
    ConversationLog two = sameStore().create(ID);
    append(one, "a");
    assertThatThrownBy(() -> append(two, "b"))
        .hasMessage("conversation talk already exists; resume it, or choose another name")
        .satisfies(e -> assertKind(Kind.EXISTS, e));
    assertThatThrownBy(() -> store.create(ID)).satisfies(e -> assertKind(Kind.EXISTS, e));
    assertThat(texts(store.open(ID))).containsExactly("a");
  }

  @Test
  void doesNotCreateWhatIsArchived() throws Exception {
    ConversationLog late = store.create(ID);
    created(ID);
    store.archive(ID, true);
    assertThatThrownBy(() -> store.create(ID)).satisfies(e -> assertKind(Kind.EXISTS, e));
    assertThatThrownBy(() -> append(late, "b")).satisfies(e -> assertKind(Kind.EXISTS, e));
    assertThat(store.conversations(false)).isEmpty();
  }

  @Test
  void listsTheOneThatWasWrittenLastFirst() throws Exception {
    ConversationLog log = created(ID);
    ConversationLog other = created(OTHER);
    for (int i = 0; i < 20; i++) { // far more often than a file system's clock may tick
      append(other, "more");
      assertThat(store.conversations(false)).containsExactly(OTHER, ID);
      append(log, "again");
      assertThat(sameStore().conversations(false)).containsExactly(ID, OTHER);
    }
    assertThat(store.latest()).contains(ID);
  }

  @Test
  void givesAConversationTheHistoryOfAnother() throws Exception {
    ConversationLog log = created(ID);
    append(log, "taken back");
    store.open(ID).attachments();
    append(created(OTHER), "instead");
    store.exchange(ID, OTHER, log.summary());
    for (ConversationStore each : List.of(store, sameStore())) {
      assertThat(texts(each.open(ID))).containsExactly("hello", "instead");
      assertThat(texts(each.open(OTHER))).containsExactly("hello", "taken back");
      assertThat(each.open(ID).summary().id()).isEqualTo(ID);
      assertThat(each.open(OTHER).summary().isArchived()).isTrue();
      assertThat(each.conversations(false)).containsExactly(ID);
      assertThat(each.conversations(true)).containsExactly(OTHER);
    }
    assertThat(texts(log)).as("of who had it open").containsExactly("hello", "instead");
    append(log, "and on");
    assertThat(texts(sameStore().open(ID))).containsExactly("hello", "instead", "and on");
  }

  @Test
  void exchangesNothingThatIsNotAsItWas() throws Exception {
    ConversationLog log = created(ID);
    ConversationSummary before = log.summary();
    created(OTHER);
    append(log, "meanwhile");
    assertThatThrownBy(() -> store.exchange(ID, OTHER, before))
        .satisfies(e -> assertKind(Kind.REFUSED, e))
        .hasMessage(
            "conversation talk was just changed by another process, so nothing was done; try"
                + " again");
    assertThatThrownBy(() -> store.exchange(ID, ConversationId.of("none"), log.summary()))
        .satisfies(e -> assertKind(Kind.NOT_FOUND, e));
    store.archive(ID, true);
    assertThatThrownBy(() -> store.exchange(ID, OTHER, log.summary()))
        .satisfies(e -> assertKind(Kind.REFUSED, e));
    assertThat(store.conversations(false)).containsExactly(OTHER);
  }

  @Test
  void putsConversationsAsideAndTakesThemBack() throws Exception {
    ConversationLog log = created(ID);
    store.archive(ID, true);
    store.archive(ID, true);
    assertThat(store.conversations(false)).isEmpty();
    assertThat(store.conversations(true)).containsExactly(ID);
    assertThat(store.open(ID).summary().isArchived()).isTrue();
    assertThat(log.summary().isArchived()).isTrue();
    assertThat(texts(log)).containsExactly("hello");
    assertThatThrownBy(() -> append(log, "b"))
        .hasMessage("conversation talk is archived; unarchive it first")
        .satisfies(e -> assertKind(Kind.REFUSED, e));
    store.archive(ID, false);
    append(log, "c");
    assertThat(store.open(ID).summary().isArchived()).isFalse();
    assertThat(texts(sameStore().open(ID))).containsExactly("hello", "c");
  }

  @Test
  void removesConversationsArchivedOrNot() throws Exception {
    ConversationLog log = created(ID);
    created(OTHER);
    store.archive(OTHER, true);
    store.remove(ID);
    store.remove(OTHER);
    assertThat(store.conversations(false)).isEmpty();
    assertThat(store.conversations(true)).isEmpty();
    assertThatThrownBy(log::summary)
        .hasMessage("conversation talk was removed")
        .satisfies(e -> assertKind(Kind.NOT_FOUND, e));
    assertThatThrownBy(() -> append(log, "b")).hasMessage("conversation talk was removed");
    append(store.create(ID), "anew");
    assertThat(texts(store.open(ID))).containsExactly("anew");
  }

  @Test
  void saysWhatItDoesNotHave() {
    assertThatThrownBy(() -> store.open(ID)).satisfies(e -> assertKind(Kind.NOT_FOUND, e));
    assertThatThrownBy(() -> store.remove(ID)).satisfies(e -> assertKind(Kind.NOT_FOUND, e));
    assertThatThrownBy(() -> store.archive(ID, true)).satisfies(e -> assertKind(Kind.NOT_FOUND, e));
  }

  @Test
  void deletesContentsThatNobodyNeedsAndNoOthers() throws Exception {
    appendTurn(store, store.create(ID), "1", "a.txt", "b.txt");
    appendTurn(store, store.create(OTHER), "1", "b.txt", "c.txt");
    store.archive(OTHER, true);
    assertThat(store.collect(false).blobs()).isZero();
    store.remove(ID);
    Collected trial = store.collect(true);
    Collected collected = store.collect(false);
    assertThat(collected).isEqualTo(trial);
    assertThat(collected.blobs()).isOne();
    assertThat(collected.kept()).isEqualTo(2);
    assertThat(problems()).isEmpty();
  }

  @Test
  void countsWhatItHas() throws Exception {
    appendTurn(store, store.create(ID), "1", "a.txt", "b.txt");
    Usage usage = store.usage();
    assertThat(usage.conversations()).isOne();
    assertThat(usage.blobs()).isEqualTo(2);
    assertThat(usage.contentBytes()).isEqualTo(2L * "content of a.txt1".length());
    assertThat(usage.logBytes()).isPositive();
    assertThat(usage.storedBytes()).isPositive();
    assertThat(store.verify(problem -> {})).isEqualTo(usage);
    assertThat(problems()).isEmpty();
  }

  private List<String> problems() throws StoreException {
    var problems = Collections.synchronizedList(new ArrayList<String>());
    store.verify(problems::add);
    return problems;
  }

  @Test
  void forgetsContentsOfWhatWasNotAppended() throws Exception {
    ConversationLog log = created(ID);
    try (BlobBatch batch = store.begin()) {
      batch.add(ResourceContent.text("never to be seen"));
    }
    try (BlobBatch batch = store.begin()) {
      batch.add(ResourceContent.text("neither this"));
      assertThatThrownBy(
              () ->
                  log.append(
                      batch,
                      now -> {
                        throw StoreException.of(Kind.REFUSED, "no");
                      }))
          .hasMessage("no");
    }
    assertThat(store.usage().blobs()).isZero();
  }

  @Test
  void streamsTheHistoryAsItWasWhenTheStreamWasOpened() throws Exception {
    ConversationLog log = created(ID);
    try (EventStream forward = log.oldestFirst();
        EventStream backward = log.newestFirst()) {
      append(log, "later");
      assertThat(Histories.rest(forward)).containsExactly(request(0, "hello"));
      assertThat(Histories.rest(backward)).containsExactly(request(0, "hello"));
    }
  }
}
