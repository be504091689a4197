package dev.attache.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.SourceNames;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.store.EmbeddedStore;
import dev.attache.store.memory.MemoryStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a conversation keeps of its current turn is what somebody reads of it who knows nothing yet,
 * whoever has written meanwhile.
 */
class KeptTurnTest {

  private static final String LINES = "a line that is worth a reference\n".repeat(50);
  private static final int STEPS = 150;

  @TempDir Path directory;

  private final ConversationOptions options = ConversationOptions.DEFAULT.awaitingHandover();
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final List<Conversation> writers = new ArrayList<>();
  private final List<ToolResult> pending = new ArrayList<>();
  private final List<DeliveryPlace> full = new ArrayList<>();
  private int calls;

  @RepeatedTest(6)
  void isWhatAnybodyElseReads() throws StoreException {
    Conversation first = Conversation.create(store(), Turns.ID, options);
    ask(first);
    writers.add(first);
    writers.add(Conversation.open(store(), Turns.ID, options));
    writers.add(writers.get(1).with(options.dedup(options.dedup())));
    for (int step = 0; step < STEPS; step++) {
      step(writers.get(random.nextInt(writers.size())), step);
    }
  }

  @RepeatedTest(3)
  void isWhatAnybodyElseReadsInMemory() throws StoreException {
    MemoryStore store = MemoryStore.of(1 << 24);
    Conversation first = Conversation.create(store, Turns.ID, options);
    ask(first);
    writers.add(first);
    writers.add(Conversation.open(store, Turns.ID, options));
    for (int step = 0; step < STEPS; step++) {
      step(writers.get(random.nextInt(writers.size())), step);
    }
  }

  private ConversationStore store() {
    return EmbeddedStore.at(directory.resolve(".attache"));
  }

  private static void ask(Conversation conversation) throws StoreException {
    try (TurnDraft turn = conversation.begin("look", null)) {
      conversation.handedOver(turn.record());
    }
  }

  private void step(Conversation by, int step) throws StoreException {
    switch (random.nextInt(14)) {
      case 0 -> {
        ask(by);
        pending.clear();
      }
      case 1 -> by.respond("Seen.");
      case 2 -> by.setOwn(Map.of("test.step", step));
      case 3 -> {
        if (!pending.isEmpty()) {
          by.handedOver(pending.remove(random.nextInt(pending.size())));
        }
      }
      case 4 -> {
        if (!full.isEmpty()) {
          leaveOut(by, full.remove(random.nextInt(full.size())));
        }
      }
      case 5 -> by.call("call-" + calls++, "read", Map.of());
      case 6 -> {
        if (by.summary().turns() > 1) {
          by.undo(ConversationId.of("aside-" + step));
          pending.clear();
          full.clear();
        }
      }
      default -> result(by, step);
    }
  }

  private static void leaveOut(Conversation by, DeliveryPlace place) throws StoreException {
    try {
      by.leaveOut("test", List.of(place));
    } catch (StoreException e) {
      assertThat(e.kind()).isEqualTo(StoreException.Kind.REFUSED); // it is there no more
    }
  }

  private void result(Conversation by, int step) throws StoreException {
    String id = "call-" + (calls > 0 && random.nextBoolean() ? random.nextInt(calls) : calls++);
    Kind kind = List.of(Kind.PLAIN, Kind.REFRESH, Kind.FORCED).get(random.nextInt(3));
    String tool = kind == Kind.PLAIN ? "read" : SourceNames.REFRESH_TOOL;
    Resource resource =
        Resource.builder(
                ResourceUri.of("file:///" + random.nextInt(2)),
                ResourceContent.text(random.nextInt(3) + LINES))
            .build();
    var block = DeliveredBlock.of(resource);
    ToolResponse response = ToolResponse.of(ResourceBlock.of(resource));
    int turn = by.summary().turns() - 1;
    boolean isTaken = new KeptTurn(options).hasResult(by.log(), turn, id);
    Delivery expected =
        by.index(by.log(), turn, Set.of(resource.uri()))
            .deliver(DeliveryPlace.ofResult(turn, id, 0), block, SourceNames.ofTool(tool), kind);
    if (isTaken) {
      assertThatThrownBy(() -> by.tools().result(id, tool, response, kind))
          .hasMessage("call " + id + " has a result in turn " + turn);
      return;
    }
    ToolResult result = by.tools().result(id, tool, response, kind);
    var delivered = (DeliveredBlock) result.response().content().get(0);
    assertThat(shown(delivered.delivery()))
        .as("step %d of seed %d", step, seed)
        .isEqualTo(shown(expected));
    if (result.awaitsHandover()) {
      pending.add(result);
    }
    if (delivered.delivery() instanceof Delivery.Full) {
      full.add(DeliveryPlace.ofResult(turn, id, 0));
    }
  }

  private static String shown(Delivery delivery) {
    return delivery instanceof Delivery.Delta delta
        ? "diff against " + delta.base() + " from " + delta.from()
        : delivery.toString();
  }

  @Test
  void countsNothingThatWasDeliveredAndNotRecorded() throws StoreException {
    Conversation conversation = Conversation.create(store(), Turns.ID, ConversationOptions.DEFAULT);
    ask(conversation);
    Resource resource =
        Resource.builder(ResourceUri.of("file:///a"), ResourceContent.text(LINES)).build();
    ToolResponse response = ToolResponse.of(ResourceBlock.of(resource));
    assertThatThrownBy(
            () ->
                conversation
                    .log()
                    .append(
                        null,
                        now -> {
                          conversation
                              .deliveries(now, 0)
                              .deliver(
                                  DeliveryPlace.ofResult(0, "c", 0),
                                  DeliveredBlock.of(resource),
                                  SourceNames.ofTool("read"),
                                  Kind.PLAIN);
                          throw StoreException.of(StoreException.Kind.FAILED, "disk full");
                        }))
        .hasMessage("disk full");
    ToolResult result = conversation.result("c", "read", response);
    assertThat(((DeliveredBlock) result.response().content().get(0)).delivery())
        .isEqualTo(Delivery.FULL);
  }

  @Test
  void refersToNothingThatAStoreHasForgotten() throws StoreException {
    Conversation conversation =
        Conversation.create(MemoryStore.of(1 << 24), Turns.ID, ConversationOptions.DEFAULT);
    ask(conversation);
    Resource resource =
        Resource.builder(ResourceUri.of("file:///a"), ResourceContent.text(LINES)).build();
    ToolResponse response = ToolResponse.of(ResourceBlock.of(resource));
    conversation.result("first", "read", response);
    assertThat(delivery(conversation.result("again", "read", response)))
        .isInstanceOf(Delivery.Reference.class);
    for (int i = 0; i < 4500; i++) {
      conversation.result("c" + i, "say", ToolResponse.of(TextBlock.of("x")));
    }
    assertThat(delivery(conversation.result("last", "read", response))).isEqualTo(Delivery.FULL);
  }

  private static Delivery delivery(ToolResult result) {
    return ((DeliveredBlock) result.response().content().get(0)).delivery();
  }
}
