package dev.attache.resource.testkit.store;

import static dev.attache.resource.testkit.store.SampleTurns.attach;
import static dev.attache.resource.testkit.store.SampleTurns.lost;
import static dev.attache.resource.testkit.store.SampleTurns.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationStore.Collected;
import dev.attache.history.ConversationStore.Usage;
import dev.attache.history.ConversationStore.Verified;
import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import dev.attache.resource.ResourceContent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rules of contents: kept with what names them, once, and deleted when nothing does. */
public abstract class StoreContentRules extends StoreAppendRules {

  /** More parts than any of these rules can have. */
  private static final int MANY = 500;

  StoreContentRules() {}

  List<String> problems() throws StoreException {
    var problems = Collections.synchronizedList(new ArrayList<String>());
    store().verify(problems::add);
    return problems;
  }

  @Test
  void keepsContentsWithTheEventsThatNameThem() throws Exception {
    ConversationLog log = store().create(ID);
    attach(store(), log, "look", "a.txt", "b.txt");
    ConversationLog same = sameStore().open(ID);
    assertThat(same.attachments())
        .as("attachments() has all that was ever attached, in its order")
        .extracting(each -> each.attachment().snapshot().resource().name())
        .containsExactly("a.txt", "b.txt");
    assertThat(same.attachments(Set.of("b.txt")))
        .as("attachments(words) has those that the words name, and perhaps others")
        .extracting(each -> each.attachment().snapshot().resource().name())
        .contains("b.txt");
    assertThat(lost(same)).as("contents come back as they were added").isEmpty();
  }

  @Test
  void keepsAContentOnce() throws Exception {
    attach(store(), store().create(ID), "look", "a.txt", "b.txt");
    ConversationStore same = sameStore();
    attach(same, same.create(OTHER), "look", "b.txt", "a.txt");
    assertThat(store().usage().blobs()).as("equal contents are stored once").isEqualTo(2);
    assertThat(lost(store().open(OTHER))).isEmpty();
  }

  @Test
  void takesAContentWhileItComposes() throws Exception {
    ConversationLog log = created(ID);
    try (BlobBatch batch = store().begin()) {
      log.append(
          batch,
          now -> {
            batch.add(ResourceContent.text("a diff that is made then"));
            return List.of(request(1, "b"));
          });
    }
    assertThat(log.summary().turns())
        .as("a composer may add to the batch of its append")
        .isEqualTo(2);
  }

  @Test
  void forgetsContentsOfWhatWasNotAppended() throws Exception {
    ConversationLog log = created(ID);
    try (BlobBatch batch = store().begin()) {
      batch.add(ResourceContent.text("never to be seen"));
    }
    try (BlobBatch batch = store().begin()) {
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
    store().collect(false);
    assertThat(store().usage().blobs())
        .as("contents of a batch that was closed before its append are forgotten")
        .isZero();
  }

  @Test
  void deletesContentsThatNobodyNeedsAndNoOthers() throws Exception {
    attach(store(), store().create(ID), "1", "a.txt", "b.txt");
    attach(store(), store().create(OTHER), "1", "b.txt", "c.txt");
    store().archive(OTHER, true);
    assertThat(store().collect(false).blobs())
        .as("collect() deletes nothing that a conversation needs, archived or not")
        .isZero();
    assertThat(lost(store().open(ID))).isEmpty();
    store().remove(ID);
    Collected trial = store().collect(true);
    assertThat(store().collect(true)).as("a trial deletes nothing").isEqualTo(trial);
    Collected collected = store().collect(false);
    assertThat(collected).as("a trial says what would be deleted").isEqualTo(trial);
    assertThat(collected.blobs()).as("what nobody needs is deleted").isOne();
    assertThat(collected.kept()).isEqualTo(2);
    assertThat(lost(store().open(OTHER))).as("what somebody needs is not").isEmpty();
    assertThat(problems()).isEmpty();
  }

  @Test
  void deletesNothingThatABatchHolds() throws Exception {
    ConversationLog log = created(ID);
    attach(store(), store().create(OTHER), "1", "a.txt");
    var collected = new ArrayList<Collected>();
    store().remove(OTHER);
    SampleTurns.attachAfter(store(), log, "a.txt", () -> collected.add(sameStore().collect(false)));
    assertThat(lost(sameStore().open(ID)))
        .as("a content that was added to a batch stays, also if nothing else needs it")
        .isEmpty();
    assertThat(collected).hasSize(1);
  }

  private static String[] names(String of, int count) {
    return IntStream.range(0, count).mapToObj(i -> of + i + ".txt").toArray(String[]::new);
  }

  /** What happens between two parts, after the first of them. */
  @FunctionalInterface
  private interface Between {
    void happens(int part) throws Exception;
  }

  /** Deletes in parts that are as small as can be, each by whoever comes; returns how much. */
  private long collectInParts(Between between) throws Exception {
    long deleted = 0;
    for (int part = 0; part < MANY; part++) {
      Collected collected = (part % 2 == 0 ? store() : sameStore()).collect(() -> true);
      deleted += collected.blobs();
      if (collected.isDone()) {
        return deleted;
      }
      between.happens(part);
    }
    throw new AssertionError("collect() does something in each part, and comes to an end");
  }

  @Test
  void deletesInPartsWhatNobodyNeeds() throws Exception {
    for (int i = 0; i < 5; i++) {
      ConversationId id = ConversationId.of("talk-" + i);
      attach(store(), store().create(id), "1", names("of-" + i + "-", 12));
      for (String each : names("of-all-", 3)) {
        attach(store(), store().open(id), each, each);
      }
    }
    store().remove(ConversationId.of("talk-1"));
    store().archive(ConversationId.of("talk-2"), true);
    store().remove(ConversationId.of("talk-3"));
    long unneeded = store().collect(true).blobs();
    assertThat(unneeded).isEqualTo(24);
    assertThat(collectInParts(part -> {}))
        .as("all parts of collect() together delete what one run would")
        .isEqualTo(unneeded);
    assertThat(store().usage().blobs()).isEqualTo(39);
    for (int i = 0; i < 5; i += 2) {
      assertThat(lost(sameStore().open(ConversationId.of("talk-" + i))))
          .as("what somebody needs is not deleted")
          .isEmpty();
    }
    assertThat(store().collect(false)).isEqualTo(new Collected(0, 0, 39));
    assertThat(problems()).isEmpty();
  }

  @Test
  void keepsWhatIsAppendedBetweenTheParts() throws Exception {
    ConversationLog other = created(OTHER);
    for (String each : names("gone-", 40)) { // one by one, so that they may lie apart
      attach(store(), other, each, each);
    }
    ConversationLog log = created(ID);
    store().remove(OTHER);
    long deleted =
        collectInParts(
            part -> {
              attach(store(), log, "again", "gone-" + part + ".txt", "new-" + part + ".txt");
              ConversationStore same = sameStore();
              attach(same, same.open(ID), "last", "gone-" + (39 - part) + ".txt");
            });
    assertThat(lost(sameStore().open(ID)))
        .as("a part of collect() deletes nothing that was appended since the one before")
        .isEmpty();
    assertThat(deleted).as("and continues, as long as there is a rest").isPositive();
    assertThat(store().collect(false).blobs()).as("after the last part, nothing is left").isZero();
    assertThat(problems()).isEmpty();
  }

  /** Checks all in parts that are as small as can be, each by whoever comes. */
  private Usage verifyInParts(List<String> problems, Between between) throws Exception {
    Usage usage = Usage.NONE;
    String next = null;
    for (int part = 0; part < MANY; part++) {
      Verified verified =
          (part % 2 == 0 ? store() : sameStore()).verify(next, () -> true, problems::add);
      usage = usage.plus(verified.usage());
      next = verified.next();
      if (next == null) {
        return usage;
      }
      between.happens(part);
    }
    throw new AssertionError("verify() looks at something in each part, and comes to an end");
  }

  @Test
  void checksInPartsWhatThereIs() throws Exception {
    for (int i = 0; i < 4; i++) {
      ConversationId id = ConversationId.of("talk-" + i);
      attach(store(), store().create(id), "1", names("of-" + i % 2 + "-", 12));
      attach(store(), store().open(id), "2", "alone-" + i + ".txt");
    }
    store().archive(ConversationId.of("talk-1"), true);
    var problems = new ArrayList<String>();
    assertThat(verifyInParts(problems, part -> {}))
        .as("all parts of verify() together look at all that is stored")
        .isEqualTo(store().usage());
    assertThat(problems).isEmpty();
  }

  @Test
  void goesOnWithItsCheckWhateverHappensBetweenTheParts() throws Exception {
    attach(store(), store().create(OTHER), "1", names("gone-", 10));
    attach(store(), store().create(ID), "1", names("kept-", 10));
    var problems = new ArrayList<String>();
    Usage usage =
        verifyInParts(
            problems,
            part -> {
              attach(store(), store().open(ID), "more", "more-" + part + ".txt");
              store().archive(ID, part % 2 == 0);
              store().archive(ID, false);
              if (part == 3) {
                store().remove(OTHER);
                store().collect(false);
              }
            });
    assertThat(problems).as("what happens between two parts is no problem").isEmpty();
    assertThat(usage.conversations()).isPositive();
    assertThat(usage.blobs()).as("all that is there all the time is looked at").isGreaterThan(9);
  }

  @Test
  void checksNoPartThatItDoesNotHave() throws Exception {
    created(ID);
    assertFails(
        "verify() takes no place but its own",
        Kind.REFUSED,
        () -> store().verify("not a place", () -> false, problem -> {}));
  }
}
