package dev.attache.agent;

import dev.attache.conversation.Conversation;
import dev.attache.delivery.RequestItems;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.answer.ModelUsage;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The leaving out of what is old once the window of the model is nearly full. */
final class RoomMaking {

  private final Conversation conversation;
  private final AskedModel asked;
  private final int keptTurns;
  private final LoopListener listener;
  private @Nullable ModelUsage last;

  private RoomMaking(
      Conversation conversation, AskedModel asked, int keptTurns, LoopListener listener) {
    this.conversation = conversation;
    this.asked = asked;
    this.keptTurns = keptTurns;
    this.listener = listener;
  }

  static RoomMaking of(
      Conversation conversation, AskedModel asked, int keptTurns, LoopListener listener)
      throws StoreException {
    var making = new RoomMaking(conversation, asked, keptTurns, listener);
    making.last = lastUsage(conversation);
    return making;
  }

  /** Takes note of what a request and its answer took. */
  void answered(ModelAnswer answer) {
    last = answer.usage() == null ? last : answer.usage();
  }

  /** Makes room if there is little, before something is asked in a turn. */
  void makeRoom(int turn) throws IOException {
    if (last == null || asked.windowUse(last) < AskedModel.NEARLY_FULL) {
      return;
    }
    last = null; // what it takes now the next answer says
    RequestItems items = conversation.items();
    List<DeliveryPlace> places = items.compactable(turn + 1 - keptTurns);
    if (!places.isEmpty()) {
      Elision elision = conversation.leaveOut(Elision.COMPACTED, places);
      listener.madeRoom(elision, items.cost(elision));
    }
  }

  /**
   * What was left out since the last answer makes no difference: then there is less to leave out.
   */
  private static @Nullable ModelUsage lastUsage(Conversation conversation) throws StoreException {
    try (EventStream events = conversation.log().newestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        if (event instanceof ModelAnswer answer && answer.usage() != null) {
          return answer.usage();
        }
      }
      return null;
    }
  }
}
