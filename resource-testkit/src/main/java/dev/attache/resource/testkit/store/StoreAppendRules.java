package dev.attache.resource.testkit.store;

import static dev.attache.resource.testkit.store.SampleTurns.append;
import static dev.attache.resource.testkit.store.SampleTurns.attach;
import static dev.attache.resource.testkit.store.SampleTurns.newestFirst;
import static dev.attache.resource.testkit.store.SampleTurns.oldestFirst;
import static dev.attache.resource.testkit.store.SampleTurns.once;
import static dev.attache.resource.testkit.store.SampleTurns.request;
import static dev.attache.resource.testkit.store.SampleTurns.response;
import static dev.attache.resource.testkit.store.SampleTurns.rest;
import static dev.attache.resource.testkit.store.SampleTurns.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.AppendToken;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.HandedOver;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationLog.Appended;
import dev.attache.history.ConversationStore;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of what is appended: its order, what its composer sees, and what has a token. */
public abstract class StoreAppendRules extends StoreLifeRules {

  private static final AppendToken TOKEN = AppendToken.of("0d2e-again?");

  StoreAppendRules() {}

  @Test
  void givesBackWhatWasAppendedInBothOrders() throws Exception {
    ConversationLog log = store().create(ID);
    Request awaiting =
        new Request(request(1, "c").at(), 1, request(1, "c").request(), List.of("declared"), true);
    ConversationEvent handedOver = new HandedOver(awaiting.at(), 1, null);
    log.append(null, now -> List.of(request(0, "a"), response(0, "b")));
    log.append(null, now -> List.of(awaiting));
    log.append(null, now -> List.of(handedOver));
    assertThat(oldestFirst(sameStore().open(ID)))
        .as("oldestFirst() gives back all that was appended, in its order")
        .containsExactly(request(0, "a"), response(0, "b"), awaiting, handedOver);
    assertThat(newestFirst(sameStore().open(ID)))
        .as("newestFirst() gives the same from the end")
        .containsExactly(handedOver, awaiting, response(0, "b"), request(0, "a"));
    assertThat(log.problems()).isEmpty();
  }

  @Test
  void streamsTheHistoryAsItWasWhenTheStreamWasOpened() throws Exception {
    ConversationLog log = created(ID);
    try (EventStream forward = log.oldestFirst();
        EventStream backward = log.newestFirst()) {
      append(log, "later");
      assertThat(rest(forward))
          .as("a stream gives what there was when it was opened")
          .containsExactly(request(0, "hello"));
      assertThat(rest(backward)).containsExactly(request(0, "hello"));
    }
  }

  @Test
  void tellsTheComposerWhatTheConversationIsThen() throws Exception {
    ConversationLog log = created(ID);
    append(sameStore().open(ID), "from elsewhere");
    var turns = new ArrayList<Integer>();
    log.append(
        null,
        now -> {
          turns.add(now.summary().turns());
          return List.of(request(now.summary().turns(), "c"));
        });
    assertThat(turns)
        .as("the composer's view is the conversation as it is then, whoever has written it")
        .containsExactly(2);
  }

  @Test
  void showsTheComposerTheConversation() throws Exception {
    ConversationLog log = store().create(ID);
    attach(store(), log, "hello", "a.txt");
    append(log, "more");
    List<ConversationEvent> before = oldestFirst(log);
    List<ConversationEvent> back = new ArrayList<>(before);
    Collections.reverse(back);
    var seen = new ArrayList<Object>();
    log.append(
        null,
        now -> {
          seen.addAll(List.of(now.id(), now.summary(), oldestFirst(now), newestFirst(now)));
          seen.add(SampleTurns.lost(now));
          seen.add(now.attachments().size());
          return List.of(request(2, "b"));
        });
    assertThat(seen.get(0)).isEqualTo(ID);
    assertThat(seen.get(1))
        .as("the view's summary() is that before")
        .extracting("turns")
        .isEqualTo(2);
    assertThat(seen.get(2)).as("the view's oldestFirst()").isEqualTo(before);
    assertThat(seen.get(3)).as("the view's newestFirst()").isEqualTo(back);
    assertThat(seen.get(4)).as("contents of the view's events can be read").isEqualTo(List.of());
    assertThat(seen.get(5)).as("the view's attachments()").isEqualTo(1);
    assertThat(texts(log)).containsExactly("hello", "more", "b");
  }

  @Test
  void showsTheComposerOfTheFirstEventsThatThereAreNone() throws Exception {
    ConversationLog log = store().create(ID);
    var seen = new ArrayList<ConversationEvent>();
    var turns = new ArrayList<Integer>();
    log.append(
        null,
        now -> {
          seen.addAll(newestFirst(now));
          seen.addAll(oldestFirst(now));
          turns.add(now.attachments().size());
          turns.add(now.summary().turns());
          return List.of(request(0, "a"));
        });
    assertThat(seen).as("a new conversation has no events").isEmpty();
    assertThat(turns).containsExactly(0, 0);
    assertThat(texts(log)).containsExactly("a");
  }

  @Test
  void refusesAnAppendWithinAnother() throws Exception {
    ConversationLog log = created(ID);
    assertFails(
        "a composer that appends to its own conversation is refused, and does not wait for ever",
        Kind.REFUSED,
        () -> log.append(null, now -> List.of(request(append(log, "x").turns(), ""))));
    assertThat(texts(log)).containsExactly("hello");
  }

  @Test
  void appendsNothingWhenTheComposerFails() throws Exception {
    ConversationLog log = created(ID);
    assertThatThrownBy(
            () ->
                log.append(
                    null,
                    now -> {
                      throw StoreException.of(Kind.REFUSED, "no");
                    }))
        .as("what the composer throws comes out as it is")
        .hasMessage("no");
    assertThatThrownBy(
            () ->
                log.append(
                    TOKEN,
                    null,
                    now -> {
                      throw new IllegalStateException("broken");
                    }))
        .hasMessage("broken");
    assertThat(texts(log)).as("a composer that fails appends nothing").containsExactly("hello");
    append(log, "again");
    assertThat(texts(log)).containsExactly("hello", "again");
    assertThat(log.appended(TOKEN)).as("and leaves no token").isEmpty();
  }

  @Test
  void appendsNothingWhenThereIsNothingToAppend() throws Exception {
    ConversationLog log = store().create(ID);
    assertThat(log.append(null, now -> List.of()).turns()).isZero();
    assertThat(store().conversations(false)).as("no event makes no conversation").isEmpty();
    append(log, "a");
    assertThat(log.append(TOKEN, null, now -> List.of()).isRepeated()).isFalse();
    assertThat(log.append(TOKEN, null, now -> List.of(request(1, "b"))).isRepeated())
        .as("an append of no events leaves no token")
        .isFalse();
    assertThat(texts(log)).containsExactly("a", "b");
  }

  @Test
  void appendsOnceWhatHasOneToken() throws Exception {
    ConversationLog log = created(ID);
    Appended first = once(TOKEN, store(), log, "again?", List.of("yes", "no"), "a.txt");
    append(log, "then");
    ConversationStore same = sameStore();
    Appended second = once(TOKEN, same, same.open(ID), "another text", List.of(), "b.txt");
    assertThat(first.isRepeated()).isFalse();
    assertThat(first.events()).as("the events that were appended").hasSize(3);
    assertThat(second.isRepeated())
        .as("append() knows a token again that an append to this conversation had")
        .isTrue();
    assertThat(second.summary().turns()).isEqualTo(3);
    assertThat(second.events())
        .as("the second append of a token returns what the first one has appended")
        .isEqualTo(oldestFirst(log).subList(1, 4));
    assertThat(texts(log))
        .as("the second append of a token adds nothing")
        .containsExactly("hello", "again?", "then");
    assertThat(sameStore().open(ID).appended(TOKEN)).isEqualTo(second.events());
    assertThat(log.appended(AppendToken.of("other"))).isEmpty();
  }

  @Test
  void knowsTheTokenOfTheFirstEvents() throws Exception {
    once(TOKEN, store(), store().create(ID), "first", List.of("yes"));
    ConversationLog log = store().open(ID);
    assertThat(once(TOKEN, store(), log, "first", List.of("yes")).isRepeated()).isTrue();
    assertThat(texts(log)).containsExactly("first");
  }

  @Test
  void knowsATokenInItsOwnConversationOnly() throws Exception {
    once(TOKEN, store(), store().create(ID), "here", List.of());
    assertThat(once(TOKEN, store(), store().create(OTHER), "there", List.of()).isRepeated())
        .as("a token is that of one conversation")
        .isFalse();
    assertThat(texts(store().open(OTHER))).containsExactly("there");
  }

  @Test
  void remembersATokenForAThousandEvents() throws Exception {
    ConversationLog log = created(ID);
    once(TOKEN, store(), log, "once", List.of());
    var many = new ArrayList<ConversationEvent>();
    for (int i = 0; i < AppendToken.REMEMBERED; i++) {
      many.add(response(1, "answer " + i));
    }
    log.append(null, now -> many);
    assertThat(once(TOKEN, store(), store().open(ID), "once", List.of()).isRepeated())
        .as("a token is known as long as no more than AppendToken.REMEMBERED events came after it")
        .isTrue();
  }

  @Test
  void exchangesTokensWithHistories() throws Exception {
    ConversationLog log = created(ID);
    created(OTHER);
    once(TOKEN, store(), log, "taken back", List.of());
    store().exchange(ID, OTHER, log.summary());
    assertThat(store().open(OTHER).appended(TOKEN))
        .as("the token is that of the history")
        .hasSize(1);
    assertThat(once(TOKEN, store(), log, "asked again", List.of()).isRepeated())
        .as("what was taken back can be asked again")
        .isFalse();
    assertThat(texts(log)).containsExactly("hello", "asked again");
  }
}
