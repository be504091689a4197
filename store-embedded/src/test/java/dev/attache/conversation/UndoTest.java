package dev.attache.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.Declaration;
import dev.attache.history.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a conversation whose last turn is taken back. */
class UndoTest {

  private static final ConversationId ASIDE = ConversationId.of("aside");

  @TempDir Path temporary;

  private Turns turns;
  private Conversation conversation;

  @BeforeEach
  void recordTwoTurns() throws StoreException {
    turns = Turns.in(temporary);
    conversation = turns.conversation;
    turns.attach("x:a", "one");
    conversation.respond("One.");
    turns.pass(Duration.ofSeconds(1));
  }

  @Test
  void isWhatItWasBeforeThatTurn() throws StoreException {
    List<ConversationEvent> before = turns.events();
    turns.attach("x:b", "two");
    conversation.respond("Two.");
    List<ConversationEvent> all = turns.events();
    conversation.undo(ASIDE);
    assertThat(turns.events()).isEqualTo(before);
    assertThat(conversation.summary().turns()).isEqualTo(1);
    assertThat(conversation.summary().declarations())
        .extracting(each -> each.declaration().reference())
        .containsExactly("x:a");
    Conversation aside = Conversation.open(turns.store, ASIDE, conversation.options());
    assertThat(Turns.events(aside)).isEqualTo(all);
    assertThat(aside.summary().isArchived()).isTrue();
    assertThat(aside.summary().id()).isEqualTo(ASIDE);
  }

  @Test
  void takesBackOneTurnAfterTheOtherUntilNoneIsLeft() throws StoreException {
    turns.attach("x:b", "two");
    conversation.undo(ASIDE);
    conversation.undo(ConversationId.of("aside-2"));
    assertThat(conversation.summary().turns()).isZero();
    assertThat(turns.events()).noneMatch(event -> event instanceof ConversationEvent.Request);
    assertThatThrownBy(() -> conversation.undo(ConversationId.of("aside-3")))
        .isInstanceOf(StoreException.class)
        .hasMessage("conversation " + Turns.ID + " has no turn to undo");
  }

  @Test
  void isLeftAsItIsWhereTheNameIsTaken() throws StoreException {
    List<ConversationEvent> before = turns.events();
    conversation.fork(ASIDE, 1);
    assertThatThrownBy(() -> conversation.undo(ASIDE)).hasMessageContaining("aside");
    assertThat(turns.events()).isEqualTo(before);
  }

  @Test
  void declaresAgainWhatWasDeclaredBefore() throws StoreException {
    turns.attach("x:b", "two");
    conversation.undo(ASIDE);
    assertThat(Turns.pending(conversation)).isEmpty();
    turns.attach("x:b", "two");
    assertThat(conversation.summary().declarations())
        .extracting(each -> each.declaration())
        .extracting(Declaration::reference)
        .containsExactly("x:a", "x:b");
  }
}
