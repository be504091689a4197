package dev.attache.server.attached;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.attache.delivery.Delivered;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ContentBlock;
import dev.attache.history.ContentBlock.ResourceBlock;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationLog;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * The attachments that the client of a session has read of what servers attached, now or before,
 * and what it was answered by tools: only that can have reached its model, and nothing of other
 * sessions. The turns of a kept conversation that were sent to a model otherwise were sent with all
 * that they attach. Thread-safe.
 */
public final class ReadAttachments implements Delivered {

  /** So much is known to be read; what is forgotten is given once more. */
  private static final int MOST_READ = 1 << 16;

  private final ConversationLog log;
  private final Set<DeliveryPlace> read =
      Collections.newSetFromMap(
          Caffeine.newBuilder()
              .maximumSize(MOST_READ)
              .executor(Runnable::run)
              .<DeliveryPlace, Boolean>build()
              .asMap());
  private final BitSet served = new BitSet();
  private int known;

  public ReadAttachments(ConversationLog log) {
    this.log = log;
  }

  /** Says that the client gets an attachment; returns whether that is new. */
  boolean add(DeliveryPlace place) {
    return read.add(place);
  }

  /** Says that the client did not get it after all. */
  void remove(DeliveryPlace place) {
    read.remove(place);
  }

  @Override
  public boolean counts(DeliveryPlace place, Attachment attachment) {
    return read.contains(place) || !isServed(place.turn());
  }

  /** Says that the client is answered with the result of a call. */
  void add(ToolResult result) {
    List<ContentBlock> blocks = result.response().content();
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i) instanceof ResourceBlock block
          && block.delivery() instanceof Delivery.Full) {
        read.add(DeliveryPlace.ofResult(result.turn(), result.id(), i));
      }
    }
  }

  @Override
  public boolean countsResult(DeliveryPlace place) {
    String call = place.call();
    return call == null || !SessionTools.isOfServer(call) || read.contains(place);
  }

  /** Whether a turn is one of a server, and not of somebody who asks a model. */
  private synchronized boolean isServed(int turn) {
    try {
      if (turn >= known) {
        readTurns();
      }
      return served.get(turn);
    } catch (StoreException e) {
      return true; // then the content is given once more
    }
  }

  private void readTurns() throws StoreException {
    int next = known;
    try (EventStream events = log.newestFirst()) {
      for (ConversationEvent event = events.next();
          event != null && event.turn() >= known;
          event = events.next()) {
        if (event instanceof Request request) {
          next = Math.max(next, request.turn() + 1);
          served.set(request.turn(), request.request().author() != Author.USER);
        }
      }
    }
    known = next;
  }
}
