package dev.attache.micrometer;

import dev.attache.conversation.ConversationListener;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.DeliveredResource;
import dev.attache.history.Delivery;
import dev.attache.history.StoreException;
import dev.attache.resource.tool.ContentBlock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The meters of conversations:
 *
 * <ul>
 *   <li>{@code attache.conversation.appends}, a timer of what was recorded: {@code result} is
 *       {@code appended}, or the kind of what went wrong: {@code refused}, {@code busy}, …
 *   <li>{@code attache.conversation.events}, a counter of the events that were recorded
 *   <li>{@code attache.conversation.delivered}, a summary of the bytes of resources, by {@code
 *       delivery}: {@code full}, {@code reference} and {@code delta}, of which the model was spared
 *       them, or {@code described}
 *   <li>{@code attache.conversation.refreshes}, a timer of answers to {@code refresh_resource}:
 *       {@code result} is {@code full}, {@code reference}, {@code delta}, {@code error} or {@code
 *       nothing}
 * </ul>
 *
 * One for all conversations of a program. Thread-safe.
 *
 * <pre>{@code
 * Attache.builder(workspace).conversationListener(ConversationMeters.in(meters)).build();
 * }</pre>
 */
public final class ConversationMeters implements ConversationListener {

  static final String APPENDS = "attache.conversation.appends";
  static final String EVENTS = "attache.conversation.events";
  static final String DELIVERED = "attache.conversation.delivered";
  static final String REFRESHES = "attache.conversation.refreshes";

  private static final String RESULT = "result";

  private final MeterRegistry meters;

  private ConversationMeters(MeterRegistry meters) {
    this.meters = meters;
  }

  /**
   * {@return the listener that feeds a registry}
   *
   * @param meters where the meters are registered, each when it first counts something
   */
  public static ConversationMeters in(MeterRegistry meters) {
    return new ConversationMeters(meters);
  }

  @Override
  public void appended(ConversationId id, List<ConversationEvent> events, Duration took) {
    meters.timer(APPENDS, RESULT, "appended").record(took);
    meters.counter(EVENTS).increment(events.size());
  }

  @Override
  public void refused(ConversationId id, StoreException problem, Duration took) {
    String kind = problem.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    meters.timer(APPENDS, RESULT, kind).record(took);
  }

  @Override
  public void delivered(ConversationId id, DeliveredResource resource) {
    meters
        .summary(DELIVERED, "delivery", word(resource.delivery()))
        .record((double) resource.resource().content().size());
  }

  @Override
  public void refreshed(ConversationId id, ToolResult result, Duration took) {
    meters.timer(REFRESHES, RESULT, word(result)).record(took);
  }

  private static String word(ToolResult result) {
    if (result.response().isError()) {
      return "error";
    }
    for (ContentBlock block : result.response().content()) {
      if (block instanceof DeliveredBlock each) {
        return word(each.delivery());
      }
    }
    return "nothing";
  }

  private static String word(Delivery delivery) {
    if (delivery instanceof Delivery.Reference) {
      return "reference";
    } else if (delivery instanceof Delivery.Delta) {
      return "delta";
    }
    return delivery instanceof Delivery.Described ? "described" : "full";
  }
}
