package dev.attache.conversation;

import static dev.attache.conversation.Turns.snapshot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.delivery.SupersededPolicy.Mode;
import dev.attache.history.AppendToken;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.StoreException;
import dev.attache.resource.spi.Requester;
import dev.attache.store.EmbeddedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is tried again without knowing what became of it, and recorded once. */
class RecordingOnceTest {

  private static final AppendToken TOKEN = AppendToken.of("request-17");

  @TempDir Path temporary;

  private static Request ask(Conversation conversation, AppendToken token, String word)
      throws StoreException {
    try (TurnDraft turn = conversation.begin("Look.", null)) {
      return turn.once(token)
          .declare(Requester.USER, "x:a")
          .attach(snapshot("x:a", word), "x:a", Requester.USER)
          .record();
    }
  }

  /** The same conversation as another process has it. */
  private Conversation again(Turns turns) throws StoreException {
    return Conversation.open(
        EmbeddedStore.at(temporary.resolve(".attache")), Turns.ID, turns.conversation.options());
  }

  @Test
  void aTurnIsRecordedOnceWhoeverTriesItAgain() throws IOException {
    Turns turns = Turns.in(temporary);
    Request first = ask(turns.conversation, TOKEN, "one");
    List<ConversationEvent> recorded = turns.events();
    Request second = ask(again(turns), TOKEN, "changed meanwhile");
    assertThat(second).isEqualTo(first);
    assertThat(turns.events()).isEqualTo(recorded);
    assertThat(ask(turns.conversation, AppendToken.of("request-18"), "one").turn()).isOne();
  }

  @Test
  void aTurnSaysAgainWhatItHasLeftOut() throws IOException {
    Turns turns = Turns.in(temporary, Mode.KEEP_UNTIL_COLD);
    turns.attach("x:a", "one");
    turns.pass(Duration.ofHours(1));
    for (int i = 0; i < 2; i++) {
      try (TurnDraft turn = turns.conversation.begin("Look.", null)) {
        turn.once(TOKEN).attach(snapshot("x:a", "two"), "x:a", Requester.USER).record();
        assertThat(turn.leftOut()).isOne();
      }
    }
    assertThat(turns.conversation.summary().turns()).isEqualTo(2);
  }

  @Test
  void anAnswerIsRecordedOnce() throws IOException {
    Turns turns = Turns.in(temporary);
    turns.ask("Hello?");
    turns.conversation.respond(TOKEN, "Hello!");
    again(turns).respond(TOKEN, "Hello!");
    assertThat(Turns.events(turns.conversation, Response.class))
        .extracting(Response::text)
        .containsExactly("Hello!");
  }

  @Test
  void aTokenIsNotForTwoThings() throws IOException {
    Turns turns = Turns.in(temporary);
    ask(turns.conversation, TOKEN, "one");
    assertThatThrownBy(() -> turns.conversation.respond(TOKEN, "Hello!"))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.REFUSED))
        .hasMessage("something else was recorded in talk with this token; use another one");
  }

  @Test
  void theLinesOfATurnHaveItsToken() throws IOException {
    Turns turns = Turns.in(temporary);
    ask(turns.conversation, TOKEN, "one");
    turns.ask("And?");
    assertThat(Files.readAllLines(temporary.resolve(".attache/conversations/talk/events.jsonl")))
        .satisfiesExactly(
            config -> assertThat(config).contains(",\"append\":\"request-17\",\"sum\":\""),
            request -> assertThat(request).contains(",\"append\":\"request-17\",\"sum\":\""),
            other -> assertThat(other).doesNotContain("append"));
  }
}
