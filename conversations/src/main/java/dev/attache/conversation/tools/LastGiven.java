package dev.attache.conversation.tools;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationLog;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * The search for the snapshot of an attached resource that the model was given last: by the
 * attachment, or by a refresh since. Costs a look at the events since the attachment.
 */
final class LastGiven {

  private LastGiven() {}

  /** Returns where that snapshot is. */
  static DeliveryPlace of(AttachmentState state, ConversationLog log) throws StoreException {
    try (EventStream events = log.newestFirst()) {
      for (ConversationEvent event = events.next();
          event != null && event.turn() >= state.place().turn();
          event = events.next()) {
        DeliveryPlace place = event instanceof ToolResult result ? place(result, state) : null;
        if (place != null) {
          return place;
        }
      }
      return state.place();
    }
  }

  private static @Nullable DeliveryPlace place(ToolResult result, AttachmentState state) {
    if (!result.name().equals(RefreshResourceTool.NAME) || result.response().isError()) {
      return null;
    }
    Snapshot attached = state.attachment().snapshot();
    var blocks = result.response().content();
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i) instanceof DeliveredBlock block
          && block.resource().uri().equals(attached.resource().uri())
          && attached.address().value().equals(address(result, block))) {
        return block.delivery() instanceof Delivery.Reference reference
            ? reference.target()
            : DeliveryPlace.ofResult(result.turn(), result.id(), i);
      }
    }
    return null;
  }

  private static Object address(ToolResult result, DeliveredBlock block) {
    Object address = result.response().meta().get(ToolResult.ADDRESS);
    return address == null ? block.resource().uri().value() : address;
  }
}
