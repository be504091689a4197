package dev.attache.conversation;

import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.DeliveredResource;
import dev.attache.history.StoreException;
import java.time.Duration;
import java.util.List;

/**
 * A listener to a conversation: what was recorded, what of it was delivered in full or by a
 * reference, and what models had read again. For counters, timers and logs.
 *
 * <p>It is called after the fact, by the thread that recorded; what takes long holds up that.
 * Several threads may call it at once, so it has to be thread-safe. A {@link RuntimeException} that
 * it throws breaks nothing: what was recorded is recorded, and {@link Conversation#listenerProblem}
 * says what it was.
 */
public interface ConversationListener {

  /** The listener that does nothing. */
  ConversationListener NONE = new ConversationListener() {};

  /**
   * Hears of events that are safe in the history.
   *
   * @param id the conversation
   * @param events what was recorded at once, in order
   * @param took how long that took, waiting for other writers included
   */
  default void appended(ConversationId id, List<ConversationEvent> events, Duration took) {}

  /**
   * Hears of events that could not be recorded, or were refused.
   *
   * @param id the conversation
   * @param problem why nothing was recorded
   * @param took how long that took
   */
  default void refused(ConversationId id, StoreException problem, Duration took) {}

  /**
   * Hears of each resource among events that were appended: attached, or in the result of a call.
   * Its delivery says how the model gets it, its resource how many bytes it has.
   *
   * @param id the conversation
   * @param resource the resource, with how it was delivered
   */
  default void delivered(ConversationId id, DeliveredResource resource) {}

  /**
   * Hears of an answer to {@code refresh_resource}, an error or not.
   *
   * @param id the conversation
   * @param result what the model is given, an error or not
   * @param took how long reading and recording took
   */
  default void refreshed(ConversationId id, ToolResult result, Duration took) {}
}
