package dev.attache.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.store.memory.MemoryStore;
import dev.attache.test.Growth;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A turn with very many calls: each result costs what it is, whatever came before. */
class TurnGrowthTest {

  private static final String LONG = "a line that is worth a reference\n".repeat(50);

  @TempDir Path workspace;

  private long read;

  @Test
  void readsNoMoreForAResultInATurnOfTwoThousandThanInOneOfFourHundred() throws StoreException {
    EmbeddedStore store = EmbeddedStore.at(workspace.resolve("s"), bytes -> read += bytes);
    Conversation conversation = asked(store, "talk");
    record(conversation, 0, 400);
    read = 0;
    record(conversation, 400, 600);
    long early = read;
    record(conversation, 600, 1800);
    read = 0;
    record(conversation, 1800, 2000);
    assertThat(read).isLessThan(early * 3 / 2);
  }

  @Test
  void takesTimeInProportionToTheResults() throws Exception {
    Growth.assertProportional(
        25,
        3200,
        size -> {
          var number = new int[1];
          return () -> {
            MemoryStore store = MemoryStore.of(1 << 28);
            record(asked(store, "talk" + number[0]++), 0, size);
          };
        });
  }

  private static Conversation asked(ConversationStore store, String name) throws StoreException {
    Conversation conversation =
        Conversation.create(store, ConversationId.of(name), ConversationOptions.DEFAULT);
    try (TurnDraft turn = conversation.begin("look", null)) {
      turn.record();
    }
    return conversation;
  }

  private static void record(Conversation conversation, int from, int to) throws StoreException {
    for (int i = from; i < to; i++) {
      Resource resource =
          Resource.builder(ResourceUri.of("file:///" + i), ResourceContent.text(i + LONG)).build();
      ToolResponse response = ToolResponse.of(ResourceBlock.of(resource));
      conversation.tools().result("c" + i, "read", response, Kind.PLAIN);
    }
  }
}
