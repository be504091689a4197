package dev.attache.delivery.names;

import dev.attache.history.AppendToken;
import dev.attache.history.AttachmentState;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationSummary;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A history as models see it. Thread-safe, as the history is. */
final class ShownLog implements ConversationLog {

  private final ConversationLog log;
  private final UriNames names;

  ShownLog(ConversationLog log, UriNames names) {
    this.log = log;
    this.names = names;
  }

  @Override
  public ConversationId id() {
    return log.id();
  }

  @Override
  public ConversationSummary summary() throws StoreException {
    return log.summary();
  }

  @Override
  public List<AttachmentState> attachments() throws StoreException {
    var events = new ShownEvents(names);
    return log.attachments().stream().map(events::of).toList();
  }

  @Override
  public EventStream oldestFirst() throws StoreException {
    return new Shown(log.oldestFirst(), names);
  }

  @Override
  public EventStream newestFirst() throws StoreException {
    return new Shown(log.newestFirst(), names);
  }

  @Override
  public Appended append(@Nullable AppendToken token, @Nullable BlobBatch blobs, Composer composer)
      throws StoreException {
    Appended appended = log.append(token, blobs, composer);
    return new Appended(appended.summary(), shown(appended.events()), appended.isRepeated());
  }

  @Override
  public List<ConversationEvent> appended(AppendToken token) throws StoreException {
    return shown(log.appended(token));
  }

  private List<ConversationEvent> shown(List<ConversationEvent> events) {
    return events.stream().map(names::shown).toList();
  }

  @Override
  public List<String> problems() {
    return log.problems();
  }

  private record Shown(EventStream events, UriNames names) implements EventStream {
    @Override
    public @Nullable ConversationEvent next() throws StoreException {
      ConversationEvent event = events.next();
      return event == null ? null : names.shown(event);
    }

    @Override
    public void close() {
      events.close();
    }
  }
}
