package dev.attache.resource.testkit.store;

import static dev.attache.resource.testkit.store.SampleTurns.attach;
import static dev.attache.resource.testkit.store.SampleTurns.lost;
import static dev.attache.resource.testkit.store.SampleTurns.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationStore.Collected;
import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import dev.attache.resource.ResourceContent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of contents: kept with what names them, once, and deleted when nothing does. */
public abstract class StoreContentRules extends StoreAppendRules {

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
}
