package dev.attache.store.memory;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.appendTurn;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.store.Histories;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MemoryStoreTest {

  private static String read(ResourceContent content) throws Exception {
    try (InputStream in = content.open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static ToolCall call(int number) {
    return new ToolCall(Instant.EPOCH, 0, "c" + number, "read", Map.of());
  }

  /** Records a result with a text, and returns it as the caller has it. */
  private static ResourceContent answer(
      MemoryStore store, ConversationLog log, String id, String text) throws StoreException {
    try (BlobBatch batch = store.begin()) {
      ResourceContent content = batch.add(ResourceContent.text(text));
      Resource resource = Resource.builder(ResourceUri.of("mem:" + id), content).build();
      log.append(
          batch,
          now ->
              List.of(
                  new ToolResult(
                      Instant.EPOCH, 0, id, "read", ToolResponse.of(DeliveredBlock.of(resource)))));
      return content;
    }
  }

  /** The contents of the results, the first first. */
  private static List<ResourceContent> answers(ConversationLog log) throws StoreException {
    return Histories.oldestFirst(log).stream()
        .filter(ToolResult.class::isInstance)
        .map(each -> ((ToolResult) each).response().content().get(0))
        .map(each -> ((DeliveredBlock) each).resource().content())
        .toList();
  }

  @Test
  void letsGoOfTheOldestAnswersAndSaysSoWhenTheyAreRead() throws Exception {
    MemoryStore store = MemoryStore.of(100);
    ConversationLog log = store.create(ID);
    appendTurn(store, log, "1", "a.txt");
    ResourceContent held = answer(store, log, "c1", "x".repeat(40));
    answer(store, log, "c2", "y".repeat(40));
    answer(store, log, "c1b", "x".repeat(40));
    answer(store, log, "c3", "z".repeat(40));
    List<ResourceContent> answers = answers(log);
    assertThat(read(answers.get(0))).isEqualTo("x".repeat(40));
    assertThat(read(answers.get(3))).isEqualTo("z".repeat(40));
    assertThatThrownBy(() -> read(answers.get(1)))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "content sha256:"
                + answers.get(1).digest().toString().replace("sha256:", "")
                + " is no longer in memory: the oldest tool results are dropped when all contents"
                + " exceed 100 bytes; call the tool again");
    answer(store, log, "c4", "y".repeat(40));
    assertThat(read(answers.get(1))).isEqualTo("y".repeat(40));
    assertThatThrownBy(() -> read(answers.get(0))).isInstanceOf(StoreException.class);
    assertThat(read(held)).isEqualTo("x".repeat(40)); // for who has it from the call itself
    assertThat(store.usage().contentBytes()).isEqualTo(97);
  }

  @Test
  void givesAnAnswerThatIsLargerThanAllThatIsLeft() throws Exception {
    MemoryStore store = MemoryStore.of(20);
    ConversationLog log = store.create(ID);
    appendTurn(store, log, "1", "a.txt");
    assertThat(read(answer(store, log, "c1", "twenty bytes exactly")))
        .isEqualTo("twenty bytes exactly");
    assertThat(store.usage().contentBytes()).isEqualTo(17);
  }

  @Test
  void neverLetsGoOfWhatIsAttached() throws Exception {
    MemoryStore store = MemoryStore.of(60);
    ConversationLog log = store.create(ID);
    answer(store, log, "c1", "content of a.txt1");
    appendTurn(store, log, "1", "a.txt");
    for (int i = 0; i < 10; i++) {
      answer(store, log, "more" + i, (i + "x").repeat(20));
    }
    assertThat(read(log.attachments().get(0).attachment().snapshot().resource().content()))
        .isEqualTo("content of a.txt1");
    assertThat(store.usage().contentBytes()).isEqualTo(57);
  }

  @Test
  void refusesToAttachMoreThanItMayHave() throws Exception {
    MemoryStore store = MemoryStore.of(40);
    ConversationLog log = store.create(ID);
    appendTurn(store, log, "1", "a.txt", "b.txt");
    assertThatThrownBy(() -> appendTurn(store, log, "2", "c.txt"))
        .hasMessage(
            "the attachments would take 51 bytes of memory, but at most 40 are allowed; attach"
                + " less")
        .satisfies(e -> assertThat(((StoreException) e).kind()).isEqualTo(Kind.REFUSED));
    assertThat(log.summary().turns()).isOne();
    assertThat(log.attachments()).hasSize(2);
    appendTurn(store, log, "1", "a.txt"); // which takes no more
    assertThat(log.summary().turns()).isEqualTo(2);
  }

  @Test
  void refusesWhatCanNeverFitBeforeItIsRead() throws Exception {
    try (BlobBatch batch = MemoryStore.of(10).begin()) {
      assertThatThrownBy(() -> batch.add(ResourceContent.text("eleven byte")))
          .hasMessage(
              "the attachments would take 11 bytes of memory, but at most 10 are allowed; attach"
                  + " less");
    }
  }

  @Test
  void holdsEqualContentsOnce() throws Exception {
    MemoryStore store = MemoryStore.of(1000);
    ConversationLog log = store.create(ID);
    appendTurn(store, log, "1", "a.txt");
    appendTurn(store, log, "1", "a.txt");
    answer(store, log, "c1", "content of a.txt1");
    assertThat(store.usage().blobs()).isOne();
  }

  @Test
  void forgetsWhatHasNotBeenUsedForAWhile() throws Exception {
    var clock = new AtomicLong();
    MemoryStore store = MemoryStore.of(60, 100, clock::get);
    ConversationId other = ConversationId.of("other");
    appendTurn(store, store.create(ID), "1", "a.txt");
    appendTurn(store, store.create(other), "1", "b.txt", "c.txt");
    assertThatThrownBy(
            () -> appendTurn(store, store.create(ConversationId.of("new")), "1", "d.txt"))
        .isInstanceOf(StoreException.class);
    clock.set(80);
    assertThat(store.open(ID).summary().turns()).isOne();
    clock.set(120);
    appendTurn(store, store.create(ConversationId.of("new")), "1", "d.txt");
    assertThat(store.conversations(false)).containsExactly(ConversationId.of("new"), ID);
    assertThat(store.usage().contentBytes()).isEqualTo(34);
    assertThatThrownBy(() -> store.open(other)).hasMessage("no conversation other in memory");
    clock.set(1_000);
    appendTurn(store, store.create(ID), "1", "a.txt");
    assertThat(store.conversations(false)).containsExactly(ID);
    assertThat(store.usage().contentBytes()).isEqualTo(17);
  }

  @Test
  void saysThatAConversationWasForgottenToWhoStillHasIt() throws Exception {
    var clock = new AtomicLong();
    MemoryStore store = MemoryStore.of(60, 100, clock::get);
    ConversationLog log = store.create(ID);
    appendTurn(store, log, "1", "a.txt");
    clock.set(200);
    store.begin().close();
    assertThatThrownBy(log::summary)
        .hasMessage("conversation " + ID + " was removed")
        .satisfies(e -> assertThat(((StoreException) e).kind()).isEqualTo(Kind.NOT_FOUND));
    assertThatThrownBy(() -> MemoryStore.of(1, Duration.ZERO))
        .hasMessage("idle (PT0S) must be positive");
  }

  @Test
  void freesAConversationsContentsOnceItIsRemovedAndCollected() throws Exception {
    MemoryStore store = MemoryStore.of(40);
    appendTurn(store, store.create(ID), "1", "a.txt", "b.txt");
    store.remove(ID);
    store.collect(false);
    appendTurn(store, store.create(ID), "1", "c.txt", "d.txt");
    assertThat(store.usage().contentBytes()).isEqualTo(34);
  }

  @Test
  void forgetsTheOldestCallsOfVeryManyButNoTurns() throws Exception {
    MemoryStore store = MemoryStore.of(1000);
    ConversationLog log = store.create(ID);
    appendTurn(store, log, "1", "a.txt");
    int many = MemoryEvents.MAX_OF_TOOLS + MemoryEvents.MAX_OF_TOOLS / 10 + 1;
    for (int i = 0; i < many; i++) {
      int number = i;
      log.append(null, now -> List.of(call(number)));
    }
    List<ConversationEvent> events = Histories.oldestFirst(log);
    assertThat(events.get(events.size() - 1)).isEqualTo(call(many - 1));
    assertThat(events.stream().filter(ToolCall.class::isInstance))
        .hasSize(MemoryEvents.MAX_OF_TOOLS)
        .first()
        .isEqualTo(call(many - MemoryEvents.MAX_OF_TOOLS));
    assertThat(events).hasSizeGreaterThan(MemoryEvents.MAX_OF_TOOLS);
    assertThat(log.attachments()).hasSize(1);
    assertThat(log.summary().turns()).isOne();
  }

  @Test
  void takesNoBatchOfAnotherStore() throws Exception {
    ConversationLog log = MemoryStore.of(10).create(ID);
    try (BlobBatch other = MemoryStore.of(10).begin()) {
      assertThatThrownBy(() -> log.append(other, now -> List.of(call(1))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the batch is of another store");
    }
  }

  @Test
  void hasNoNegativeBound() {
    assertThatThrownBy(() -> MemoryStore.of(-1)).hasMessage("max bytes (-1) must not be negative");
  }
}
