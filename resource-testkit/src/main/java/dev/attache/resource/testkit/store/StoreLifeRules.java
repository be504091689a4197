package dev.attache.resource.testkit.store;

import static dev.attache.resource.testkit.store.SampleTurns.append;
import static dev.attache.resource.testkit.store.SampleTurns.attach;
import static dev.attache.resource.testkit.store.SampleTurns.oldestFirst;
import static dev.attache.resource.testkit.store.SampleTurns.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationStore.Collected;
import dev.attache.history.ConversationStore.Listed;
import dev.attache.history.ConversationStore.Usage;
import dev.attache.history.ConversationSummary;
import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of how conversations begin, are found, put aside, exchanged and removed. */
public abstract class StoreLifeRules extends StoreFixture {

  private static final int MANY = 100;

  StoreLifeRules() {}

  @Test
  void hasNothingAtFirst() throws Exception {
    assertThat(store().conversations(false)).as("newStore() is empty").isEmpty();
    assertThat(store().conversations(true)).isEmpty();
    assertThat(store().latest()).isEmpty();
    assertThat(store().usage()).isEqualTo(new Usage(0, 0, 0, 0, 0));
    assertThat(store().collect(false)).isEqualTo(new Collected(0, 0, 0));
  }

  @Test
  void beginsAConversationWithItsFirstEvent() throws Exception {
    ConversationLog log = store().create(ID);
    assertThat(log.id()).isEqualTo(ID);
    assertThat(store().conversations(false))
        .as("create(id) makes nothing: a conversation begins to exist with its first event")
        .isEmpty();
    assertThat(log.summary().turns()).isZero();
    assertThat(log.attachments()).isEmpty();
    assertThat(oldestFirst(log)).isEmpty();
    assertFails("what has no event is not there", Kind.NOT_FOUND, () -> sameStore().open(ID));
    append(log, "a");
    assertThat(store().conversations(false)).containsExactly(ID);
    assertThat(texts(sameStore().open(ID))).containsExactly("a");
  }

  @Test
  void letsOnlyOneCreateAConversation() throws Exception {
    ConversationLog one = store().create(ID);
    ConversationLog two = sameStore().create(ID);
    append(one, "a");
    assertFails("the first event decides who made it", Kind.EXISTS, () -> append(two, "b"));
    assertFails("there is one of that name", Kind.EXISTS, () -> store().create(ID));
    assertThat(texts(store().open(ID))).containsExactly("a");
  }

  @Test
  void doesNotCreateWhatIsArchived() throws Exception {
    ConversationLog late = store().create(ID);
    created(ID);
    store().archive(ID, true);
    assertFails("what is archived has its name", Kind.EXISTS, () -> store().create(ID));
    assertFails("what is archived has its name", Kind.EXISTS, () -> append(late, "b"));
    assertThat(store().conversations(false)).isEmpty();
  }

  @Test
  void listsTheOneThatWasWrittenLastFirst() throws Exception {
    ConversationLog log = created(ID);
    ConversationLog other = created(OTHER);
    for (int i = 0; i < 20; i++) { // far more often than a clock of the system may tick
      append(other, "more");
      assertThat(store().conversations(false))
          .as("conversations() has the one first that was written last, however shortly before")
          .containsExactly(OTHER, ID);
      append(log, "again");
      assertThat(sameStore().conversations(false)).containsExactly(ID, OTHER);
    }
    assertThat(store().latest()).contains(ID);
  }

  /** The names on all pages. */
  private static List<ConversationId> pages(ConversationStore store, boolean archived, int limit)
      throws StoreException {
    var found = new ArrayList<ConversationId>();
    String next = null;
    for (int pages = 0; pages == 0 || next != null; pages++) {
      assertThat(pages).as("list() comes to an end").isLessThan(MANY);
      Listed page = store.list(archived, next, limit);
      assertThat(page.conversations())
          .as("list() gives no more names than were asked for")
          .hasSizeLessThanOrEqualTo(limit);
      found.addAll(page.conversations());
      next = page.next();
    }
    return found;
  }

  @Test
  void listsInPages() throws Exception {
    assertThat(store().list(false, null, 5)).isEqualTo(new Listed(List.of(), null));
    var all = new ArrayList<ConversationId>();
    for (int i = 0; i < 12; i++) {
      all.add(0, ConversationId.of("talk-" + i * 7 % 12));
      created(all.get(0));
    }
    for (int limit : new int[] {1, 5, 12, 13, Integer.MAX_VALUE}) {
      assertThat(pages(store(), false, limit))
          .as("pages of %s have all conversations, the one that was written last first", limit)
          .isEqualTo(all);
    }
    List<ConversationId> archived = List.of(all.get(3), all.get(4), all.get(11));
    for (ConversationId each : archived) {
      store().archive(each, true);
    }
    all.removeAll(archived);
    assertThat(pages(store(), false, 2)).isEqualTo(all);
    assertThat(pages(store(), true, 2))
        .as("those that are archived have pages of their own")
        .containsExactlyInAnyOrderElementsOf(archived);
  }

  @Test
  void goesOnWithPagesWhateverHappensBetweenThem() throws Exception {
    for (int i = 0; i < 6; i++) {
      created(ConversationId.of("talk-" + i));
    }
    Listed first = store().list(false, null, 2);
    assertThat(first.conversations())
        .containsExactly(ConversationId.of("talk-5"), ConversationId.of("talk-4"));
    append(store().open(ConversationId.of("talk-4")), "written after its page");
    append(store().open(ConversationId.of("talk-1")), "written before its page");
    store().remove(ConversationId.of("talk-5"));
    store().remove(ConversationId.of("talk-2"));
    created(OTHER);
    assertThat(sameStore().list(false, first.next(), 9).conversations())
        .as("what is neither written nor removed between two pages is on one of them")
        .containsExactly(ConversationId.of("talk-3"), ConversationId.of("talk-0"));
    assertThat(pages(sameStore(), false, 2))
        .as("who begins again sees what was written")
        .extracting(ConversationId::value)
        .containsExactly("other", "talk-1", "talk-4", "talk-3", "talk-0");
  }

  @Test
  void refusesPagesThatItDoesNotHave() throws Exception {
    created(ID);
    assertFails(
        "list() takes no place but its own",
        Kind.REFUSED,
        () -> store().list(false, "not a place", 1));
    assertThatThrownBy(() -> store().list(false, null, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit (0) must be positive");
  }

  @Test
  void givesAConversationTheHistoryOfAnother() throws Exception {
    ConversationLog log = created(ID);
    append(log, "taken back");
    append(created(OTHER), "instead");
    store().exchange(ID, OTHER, log.summary());
    for (ConversationStore each : List.of(store(), sameStore())) {
      assertThat(texts(each.open(ID)))
          .as("exchange() gives a conversation the history of the other one")
          .containsExactly("hello", "instead");
      assertThat(texts(each.open(OTHER)))
          .as("its own is kept under the name of the other one")
          .containsExactly("hello", "taken back");
      assertThat(each.open(ID).summary().id()).isEqualTo(ID);
      assertThat(each.open(OTHER).summary().isArchived()).isTrue();
      assertThat(each.conversations(false)).containsExactly(ID);
      assertThat(each.conversations(true)).containsExactly(OTHER);
    }
    assertThat(texts(log)).as("who has it open sees that").containsExactly("hello", "instead");
    append(log, "and on");
    assertThat(texts(sameStore().open(ID))).containsExactly("hello", "instead", "and on");
  }

  @Test
  void exchangesNothingThatIsNotAsItWas() throws Exception {
    ConversationLog log = created(ID);
    ConversationSummary before = log.summary();
    created(OTHER);
    append(log, "meanwhile");
    assertFails(
        "exchange() is refused if somebody has written meanwhile",
        Kind.REFUSED,
        () -> store().exchange(ID, OTHER, before));
    assertFails(
        "exchange() needs both",
        Kind.NOT_FOUND,
        () -> store().exchange(ID, ConversationId.of("none"), log.summary()));
    store().archive(ID, true);
    assertFails(
        "what is archived is not exchanged",
        Kind.REFUSED,
        () -> store().exchange(ID, OTHER, log.summary()));
    assertThat(store().conversations(false)).containsExactly(OTHER);
  }

  @Test
  void putsConversationsAsideAndTakesThemBack() throws Exception {
    ConversationLog log = created(ID);
    store().archive(ID, true);
    store().archive(ID, true);
    assertThat(store().conversations(false)).isEmpty();
    assertThat(store().conversations(true)).containsExactly(ID);
    assertThat(store().open(ID).summary().isArchived()).isTrue();
    assertThat(log.summary().isArchived()).as("who has it open sees that").isTrue();
    assertThat(texts(log)).as("what is archived can be read").containsExactly("hello");
    assertFails("what is archived is not written", Kind.REFUSED, () -> append(log, "b"));
    store().archive(ID, false);
    append(log, "c");
    assertThat(store().open(ID).summary().isArchived()).isFalse();
    assertThat(texts(sameStore().open(ID))).containsExactly("hello", "c");
  }

  @Test
  void removesConversationsArchivedOrNot() throws Exception {
    ConversationLog log = created(ID);
    created(OTHER);
    store().archive(OTHER, true);
    store().remove(ID);
    store().remove(OTHER);
    assertThat(store().conversations(false)).isEmpty();
    assertThat(store().conversations(true)).isEmpty();
    assertFails("who has it open finds it gone", Kind.NOT_FOUND, log::summary);
    assertFails("what was removed is not written", Kind.NOT_FOUND, () -> append(log, "b"));
    append(store().create(ID), "anew");
    assertThat(texts(store().open(ID))).containsExactly("anew");
  }

  @Test
  void saysWhatItDoesNotHave() {
    assertFails("open() finds what there is", Kind.NOT_FOUND, () -> store().open(ID));
    assertFails("remove() finds what there is", Kind.NOT_FOUND, () -> store().remove(ID));
    assertFails("archive() finds what there is", Kind.NOT_FOUND, () -> store().archive(ID, true));
  }

  @Test
  void countsWhatItHas() throws Exception {
    attach(store(), store().create(ID), "look", "a.txt", "b.txt");
    Usage usage = store().usage();
    assertThat(usage.conversations()).isOne();
    assertThat(usage.blobs()).isEqualTo(2);
    assertThat(usage.contentBytes()).isEqualTo(2L * SampleTurns.content("a.txt").length());
    assertThat(usage.logBytes()).isPositive();
    assertThat(usage.storedBytes()).isPositive();
    assertThat(store().verify(problem -> {})).as("verify() looks at all of it").isEqualTo(usage);
  }
}
