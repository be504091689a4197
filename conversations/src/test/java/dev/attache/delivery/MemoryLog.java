package dev.attache.delivery;

import dev.attache.history.AppendToken;
import dev.attache.history.AttachmentState;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationSummary;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.fold.AttachmentFold;
import dev.attache.history.fold.SummaryFold;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A history in memory. */
public final class MemoryLog implements ConversationLog {

  public static final ConversationId ID = ConversationId.of("test");

  private final List<ConversationEvent> events;
  private final List<ConversationEvent> later = new ArrayList<>();

  public MemoryLog(List<ConversationEvent> events) {
    this.events = new ArrayList<>(events);
  }

  /** Lets somebody append an event after the history was opened once. */
  public void appendWhenOpenedAgain(ConversationEvent event) {
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
  public Appended append(@Nullable AppendToken token, @Nullable BlobBatch blobs, Composer composer)
      throws StoreException {
    List<ConversationEvent> added = composer.compose(this);
    events.addAll(added);
    return new Appended(summary(), added, false);
  }

  @Override
  public List<ConversationEvent> appended(AppendToken token) {
    return List.of(); // it is for reading
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
