package dev.attache.server.attached;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.attache.delivery.Delivered;
import dev.attache.history.Attachment;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.resource.tool.ContentBlock;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * The deliveries that the client of a session was given: the attachments that it has read, and what
 * it was answered by tools. Only these can have reached its model; what others were sent of a kept
 * conversation is nothing that a client which begins anew knows of. Thread-safe.
 */
public final class ReadAttachments implements Delivered {

  /** So much is known to be read; what is forgotten is given once more. */
  private static final int MOST_READ = 1 << 16;

  private final Set<DeliveryPlace> read =
      Collections.newSetFromMap(
          Caffeine.newBuilder()
              .maximumSize(MOST_READ)
              .executor(Runnable::run)
              .<DeliveryPlace, Boolean>build()
              .asMap());

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
    return read.contains(place);
  }

  @Override
  public boolean countsWhatToolsAttach() {
    return true;
  }

  /**
   * Says that the client is answered with the result of a call: with contents, or with references,
   * after which a model that asks again is given the content.
   */
  void add(ToolResult result) {
    List<ContentBlock> blocks = result.response().content();
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i) instanceof DeliveredBlock block
          && !(block.delivery() instanceof Delivery.Described)) {
        read.add(DeliveryPlace.ofResult(result.turn(), result.id(), i));
      }
    }
  }

  @Override
  public boolean countsResult(DeliveryPlace place) {
    return read.contains(place);
  }
}
