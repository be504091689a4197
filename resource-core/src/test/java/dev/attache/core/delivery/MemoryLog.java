package dev.attache.core.delivery;

import dev.attache.core.history.AttachmentFold;
import dev.attache.core.history.AttachmentState;
import dev.attache.core.history.BlobBatch;
import dev.attache.core.history.ConversationEvent;
import dev.attache.core.history.ConversationId;
import dev.attache.core.history.ConversationLog;
import dev.attache.core.history.ConversationSummary;
import dev.attache.core.history.EventStream;
import dev.attache.core.history.StoreException;
import dev.attache.core.history.SummaryFold;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A history in memory. */
final class MemoryLog implements ConversationLog {

  static final ConversationId ID = ConversationId.of("test");

  private final List<ConversationEvent> events;
  private final List<ConversationEvent> later = new ArrayList<>();

  MemoryLog(List<ConversationEvent> events) {
    this.events = new ArrayList<>(events);
  }

  /** Lets somebody append an event after the history was opened once. */
  void appendWhenOpenedAgain(ConversationEvent event) {
    later.add(event);
  }

  @Override
  public ConversationId id() {
    return ID;
  }

  @Override
  public ConversationSummary summary() {
    SummaryFold fold = SummaryFold.of(ID, false);
    events.forEach(fold::add);
    return fold.summary();
  }

  @Override
  public List<AttachmentState> attachments() {
    AttachmentFold fold = AttachmentFold.after(List.of());
    events.forEach(fold::add);
    return fold.attachments();
  }

  @Override
  public EventStream oldestFirst() {
    EventStream stream = stream(new ArrayList<>(events));
    events.addAll(later);
    later.clear();
    return stream;
  }

  @Override
  public EventStream newestFirst() {
    var reversed = new ArrayList<>(events);
    Collections.reverse(reversed);
    return stream(reversed);
  }

  @Override
  public ConversationSummary append(@Nullable BlobBatch blobs, Composer composer)
      throws StoreException {
    events.addAll(composer.compose(summary()));
    return summary();
  }

  @Override
  public List<String> problems() {
    return List.of();
  }

  static EventStream stream(List<ConversationEvent> events) {
    Iterator<ConversationEvent> rest = events.iterator();
    return new EventStream() {
      @Override
      public @Nullable ConversationEvent next() {
        return rest.hasNext() ? rest.next() : null;
      }

      @Override
      public void close() {}
    };
  }
}
