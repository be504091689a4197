package dev.attache.agent;

import dev.attache.conversation.Conversation;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.DeliveryPlace;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ModelException;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The leaving out of what a provider refuses: a request with it would be refused for ever, and so
 * would each later one of the conversation.
 */
public final class Quarantine {

  /** The statuses of a request that is wrong; 0 is that of an error in a stream. */
  private static final Set<Integer> STATUSES = Set.of(0, 400, 422);

  private final Conversation conversation;
  private final String wire;
  private final LoopListener listener;

  Quarantine(Conversation conversation, String wire, LoopListener listener) {
    this.conversation = conversation;
    this.wire = wire;
    this.listener = listener;
  }

  /**
   * {@return whether a content of the request can be why a provider refuses it}
   *
   * @param refusal what the provider says
   */
  public static boolean isPossible(ModelException refusal) {
    return refusal.kind() == ModelException.Kind.BAD_REQUEST && STATUSES.contains(refusal.status());
  }

  /**
   * Leaves out of the conversation what a refusal names.
   *
   * @return whether it names anything, so that another request can go out without it
   */
  boolean take(ModelException refusal, RequestBody body) throws IOException {
    if (!isPossible(refusal)) {
      return false;
    }
    List<Deliverable> parts = new RefusedParts(body, wire).named(refusal.message());
    if (parts.isEmpty()) {
      return false;
    }
    conversation.leaveOut(
        Elision.QUARANTINED, parts.stream().map(part -> place(part.place())).toList());
    Set<String> names = new LinkedHashSet<>();
    parts.forEach(part -> names.add(name(part)));
    listener.leftOut(String.join(", ", names), refusal);
    return true;
  }

  private static DeliveryPlace place(PartPlace place) {
    return new DeliveryPlace(place.turn(), place.call(), place.index());
  }

  private static String name(Deliverable part) {
    if (part instanceof RenderedPart.Resource resource) {
      return resource.label();
    }
    String type = part.mimeType() == null ? "block" : part.mimeType();
    return type + " of tool call " + part.place().call();
  }
}
