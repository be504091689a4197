package dev.attache.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore;
import dev.attache.store.EmbeddedStore;
import dev.attache.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConversationLabelsTest {

  @TempDir Path directory;

  private List<ConversationStore> stores() {
    return List.of(MemoryStore.of(1 << 20), EmbeddedStore.at(directory.resolve("store")));
  }

  private static Conversation of(ConversationStore store, String id, ConversationLabels labels)
      throws IOException {
    Conversation conversation =
        Conversation.create(store, ConversationId.of(id), ConversationOptions.DEFAULT);
    conversation.label(labels);
    return conversation;
  }

  private static List<String> names(List<ConversationId> ids) {
    return ids.stream().map(ConversationId::value).sorted().toList();
  }

  @Test
  void everyStoreFindsConversationsByOwnerAndLabel() throws Exception {
    for (ConversationStore store : stores()) {
      of(store, "User-1", ConversationLabels.ownedBy("ada@example.org").and("support"));
      of(store, "user-1", ConversationLabels.ownedBy("Ada@example.org").and("Support"));
      of(store, "user-2", ConversationLabels.NONE.and("support").and("old"));
      assertThat(names(store.conversations(false, ConversationLabels.ofOwner("ada@example.org"))))
          .containsExactly("User-1");
      assertThat(names(store.conversations(false, ConversationLabels.labelled("support"))))
          .containsExactly("User-1", "user-2");
      assertThat(store.conversations(true, summary -> true)).isEmpty();
    }
  }

  @Test
  void labelsTakeThePlaceOfThoseBefore() throws Exception {
    for (ConversationStore store : stores()) {
      Conversation talk = of(store, "a", ConversationLabels.ownedBy("ada").and("x").and("y"));
      talk.label(talk.labels().without("x").and("z").and("z"));
      assertThat(talk.labels()).isEqualTo(new ConversationLabels("ada", List.of("y", "z")));
      talk.label(ConversationLabels.NONE);
      assertThat(talk.labels()).isEqualTo(ConversationLabels.NONE);
      assertThat(talk.summary().settings()).isEmpty();
    }
  }

  @Test
  void aForkAndWhatIsLeftAfterAnUndoBelongToTheSameOwner() throws Exception {
    for (ConversationStore store : stores()) {
      ConversationLabels labels = ConversationLabels.ownedBy("ada").and("x");
      Conversation talk = of(store, "a", ConversationLabels.NONE);
      for (int i = 0; i < 2; i++) {
        try (TurnDraft turn = talk.begin("turn " + i, null)) {
          turn.record();
        }
      }
      talk.label(labels);
      for (int turns = 0; turns <= 2; turns++) {
        assertThat(talk.fork(ConversationId.of("fork" + turns), turns).labels()).isEqualTo(labels);
      }
      for (int i = 0; i < 2; i++) {
        talk.undo(ConversationId.of("aside" + i));
        talk = Conversation.open(store, ConversationId.of("a"), ConversationOptions.DEFAULT);
        assertThat(talk.labels()).isEqualTo(labels);
      }
    }
  }

  @Test
  void whatSomebodyHasWrittenThereByHandCountsForNothing() throws Exception {
    for (ConversationStore store : stores()) {
      Conversation talk = of(store, "a", ConversationLabels.NONE);
      talk.setOwn(Map.of("owner", 7, "labels", List.of("x", 3, " ", "y")));
      assertThat(talk.labels()).isEqualTo(new ConversationLabels(null, List.of("x", "y")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb", "\u001b[31m"})
  void refusesWhatIsNoWord(String word) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConversationLabels.NONE.and(word))
        .withMessage(
            "label ("
                + word.replaceAll("\\p{Cntrl}", "?")
                + ") must be 1 to 200 characters that are not all blank, and none of them a control"
                + " character");
    assertThatIllegalArgumentException().isThrownBy(() -> ConversationLabels.ownedBy(word));
  }
}
