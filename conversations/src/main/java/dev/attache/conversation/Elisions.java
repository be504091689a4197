package dev.attache.conversation;

import dev.attache.delivery.RequestItems;
import dev.attache.delivery.SupersededSettings;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationView;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The events by which snapshots are left out of the requests of a conversation. */
final class Elisions {

  private Elisions() {}

  /**
   * Returns the event of what a new turn has superseded and is left out from now on; null if all
   * stays.
   *
   * @param turn the events of that turn, which are not recorded yet
   */
  static @Nullable Elision ofTurn(
      Conversation conversation, ConversationView now, List<ConversationEvent> turn)
      throws StoreException {
    ConversationSummary before = now.summary();
    SupersededSettings settings =
        ConversationSettings.of(before.settings()).superseded(conversation.options().superseded());
    if (!settings.isEnabled()) {
      return null;
    }
    try (EventStream events = new FollowedStream(now.oldestFirst(), turn)) {
      Instant time = conversation.time();
      return RequestItems.read(events, conversation.options().channel())
          .elision(settings.policyAt(time, before.exchanged()), time, before.turns());
    }
  }

  /**
   * Returns the event of leaving out what somebody names.
   *
   * @throws StoreException {@code REFUSED} if one of the places is not in the request in full, or
   *     is a reference to what is not left out with it
   */
  static Elision of(
      Conversation conversation, ConversationView now, String reason, List<DeliveryPlace> places)
      throws StoreException {
    int turn = conversation.current(now);
    try (EventStream events = now.oldestFirst()) {
      RequestItems items = RequestItems.read(events, conversation.options().channel());
      List<DeliveryPlace> dropped =
          reason.equals(Elision.QUARANTINED) || reason.equals(Elision.WITHHELD)
              ? items.withAllOfTheSame(places)
              : places.stream().distinct().toList();
      Set<DeliveryPlace> possible = items.canBeLeftOut(dropped);
      for (DeliveryPlace place : places) {
        if (!possible.contains(place)) {
          throw StoreException.of(
              StoreException.Kind.REFUSED,
              name(place)
                  + " cannot be omitted: it is not in the requests of "
                  + conversation.id()
                  + " in full");
        }
      }
      return items.elision(reason, dropped, conversation.time(), turn);
    }
  }

  private static String name(DeliveryPlace place) {
    String what =
        place.call() == null
            ? "attachment " + place.index()
            : "block " + place.index() + " of call " + place.call();
    return what + " of turn " + place.turn();
  }

  /** The events of a history and, after them, some that are not recorded yet. Not thread-safe. */
  private static final class FollowedStream implements EventStream {

    private final EventStream recorded;
    private final Iterator<ConversationEvent> following;

    FollowedStream(EventStream recorded, List<ConversationEvent> following) {
      this.recorded = recorded;
      this.following = following.iterator();
    }

    @Override
    public @Nullable ConversationEvent next() throws StoreException {
      ConversationEvent event = recorded.next();
      if (event != null) {
        return event;
      }
      return following.hasNext() ? following.next() : null;
    }

    @Override
    public void close() {
      recorded.close();
    }
  }
}
