package dev.attache.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.OtherBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.store.EmbeddedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredBlocksTest {

  private static final ConversationId ID = ConversationId.of("a");
  private static final String SMALL = "s".repeat(256);
  private static final String LARGE = "l".repeat(257);

  @TempDir Path temporary;

  private Conversation conversation(String store) throws StoreException {
    Conversation conversation =
        Conversation.create(
            EmbeddedStore.at(temporary.resolve(store)), ID, ConversationOptions.DEFAULT);
    try (TurnDraft turn = conversation.begin("?", null)) {
      turn.record();
    }
    return conversation;
  }

  /** The blocks that a conversation reads back. */
  private static List<ContentBlock> recorded(Conversation conversation) throws StoreException {
    try (EventStream events = conversation.log().newestFirst()) {
      return ((ToolResult) Objects.requireNonNull(events.next())).response().content();
    }
  }

  private static String text(ContentBlock block) throws IOException {
    return TestConversation.read(((TextBlock) block).text());
  }

  private String history(String store) throws IOException {
    return Files.readString(temporary.resolve(store + "/conversations/a/events.jsonl"));
  }

  @Test
  void textsOfToolsUpTo256BytesStandInTheHistoryAndLargerOnesInTheStore() throws IOException {
    Conversation conversation = conversation("one");
    conversation.result(
        "c",
        "t",
        ToolResponse.of(
            TextBlock.of(SMALL), TextBlock.of(LARGE), new OtherBlock("image", large("image"))));
    assertThat(history("one")).contains(SMALL).doesNotContain(LARGE);
    List<ContentBlock> blocks = recorded(conversation);
    assertThat(text(blocks.get(0))).isEqualTo(SMALL);
    assertThat(text(blocks.get(1))).isEqualTo(LARGE);
    assertThat(TestConversation.read(((OtherBlock) blocks.get(2)).json()))
        .isEqualTo("{\"type\":\"image\",\"data\":\"" + LARGE + "\"}");
  }

  private static ResourceContent large(String type) {
    return ResourceContent.text("{\"type\":\"" + type + "\",\"data\":\"" + LARGE + "\"}");
  }

  @Test
  void contentsOfResourcesNeverStandInTheHistoryHoweverSmall() throws IOException {
    Conversation conversation = conversation("one");
    Resource resource =
        Resource.builder(ResourceUri.of("x:a"), ResourceContent.text("tiny"))
            .formatted("shaped")
            .build();
    conversation.result("c", "t", ToolResponse.of(DeliveredBlock.of(resource)));
    assertThat(history("one")).doesNotContain("tiny").doesNotContain("shaped");
    var block = (DeliveredBlock) recorded(conversation).get(0);
    assertThat(TestConversation.read(block.resource().content())).isEqualTo("tiny");
    assertThat(TestConversation.read(Objects.requireNonNull(block.formatted())))
        .isEqualTo("shaped");
  }

  @Test
  void aSmallTextThatAnotherStoreHoldsIsStoredHere() throws IOException {
    Conversation other = conversation("other");
    other.result("c", "t", ToolResponse.of(TextBlock.of(LARGE), small(other)));
    Conversation conversation = conversation("one");
    conversation.result("c", "t", new ToolResponse(recorded(other), false, Map.of()));
    assertThat(text(recorded(conversation).get(0))).isEqualTo(LARGE);
    assertThat(text(recorded(conversation).get(1))).isEqualTo("small");
  }

  /** A text that the store of a conversation holds. */
  private static TextBlock small(Conversation conversation) throws StoreException {
    Resource resource =
        Resource.builder(ResourceUri.of("x:a"), ResourceContent.text("small")).build();
    conversation.result("r", "t", ToolResponse.of(DeliveredBlock.of(resource)));
    return new TextBlock(
        ((DeliveredBlock) recorded(conversation).get(0)).resource().content(), null, null);
  }
}
