package dev.attache.resource.testkit.store;

import static dev.attache.resource.testkit.store.SampleTurns.append;
import static dev.attache.resource.testkit.store.SampleTurns.attach;
import static dev.attache.resource.testkit.store.SampleTurns.oldestFirst;
import static dev.attache.resource.testkit.store.SampleTurns.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationStore.Collected;
import dev.attache.history.ConversationStore.Usage;
import dev.attache.history.ConversationSummary;
import dev.attache.history.StoreException.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of how conversations begin, are found, put aside, exchanged and removed. */
public abstract class StoreLifeRules extends StoreFixture {

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
