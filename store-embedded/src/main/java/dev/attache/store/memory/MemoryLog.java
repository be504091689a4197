package dev.attache.store.memory;

import dev.attache.history.AppendToken;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentState;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationView;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.fold.AttachmentFold;
import dev.attache.history.fold.SummaryFold;
import dev.attache.history.json.EventJson;
import dev.attache.resource.ContentDigest;
import dev.attache.store.files.StoreFailure;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A conversation in memory. */
final class MemoryLog implements ConversationLog {

  private final MemoryStore store;
  private final ConversationId id;
  private final MemoryBlobs blobs;
  private final ReentrantLock writing = new ReentrantLock();
  private AttachmentFold attachments = AttachmentFold.after(List.of());
  private SummaryFold fold;
  private MemoryTokens tokens = new MemoryTokens();
  private volatile State state;
  private volatile long usedNanos;

  /** Where a conversation is in its life. */
  private enum Life {
    NEW,
    OPEN,
    ARCHIVED,
    REMOVED
  }

  /** What readers see of it at one moment. */
  private record State(
      Life life,
      MemoryEvents events,
      ConversationSummary summary,
      List<AttachmentState> attachments) {

    State in(Life next) {
      return new State(next, events, summary, attachments);
    }
  }

  /** The conversation at one moment. */
  private record Seen(ConversationId id, State state) implements ConversationView {

    @Override
    public Object lineage() {
      return state.events().lineage();
    }

    @Override
    public ConversationSummary summary() {
      return state.summary();
    }

    @Override
    public List<AttachmentState> attachments() {
      return state.attachments();
    }

    @Override
    public EventStream oldestFirst() {
      return state.events().oldestFirst();
    }

    @Override
    public EventStream newestFirst() {
      return state.events().newestFirst();
    }
  }

  MemoryLog(MemoryStore store, ConversationId id, MemoryBlobs blobs) {
    this.store = store;
    this.id = id;
    this.blobs = blobs;
    this.fold = SummaryFold.of(id, false);
    this.state = new State(Life.NEW, MemoryEvents.none(), fold.summary(), List.of());
  }

  @Override
  public ConversationId id() {
    return id;
  }

  private State read() throws StoreException {
    State now = state;
    if (now.life() == Life.REMOVED) {
      throw StoreException.of(StoreException.Kind.NOT_FOUND, "conversation " + id + " was removed");
    }
    return now;
  }

  @Override
  public Object lineage() throws StoreException {
    return read().events().lineage();
  }

  @Override
  public ConversationSummary summary() throws StoreException {
    return read().summary();
  }

  @Override
  public List<AttachmentState> attachments() throws StoreException {
    return read().attachments();
  }

  @Override
  public EventStream oldestFirst() throws StoreException {
    return read().events().oldestFirst();
  }

  @Override
  public EventStream newestFirst() throws StoreException {
    return read().events().newestFirst();
  }

  @Override
  public List<String> problems() {
    return List.of();
  }

  boolean isArchived() {
    return state.life() == Life.ARCHIVED;
  }

  @Override
  public Appended append(@Nullable AppendToken token, @Nullable BlobBatch batch, Composer composer)
      throws StoreException {
    if (writing.isHeldByCurrentThread()) {
      throw StoreException.of(
          StoreException.Kind.REFUSED,
          "conversation " + id + " cannot be written while this thread composes what to append");
    }
    writing.lock();
    try {
      State before = writable();
      List<ConversationEvent> known = token == null ? List.of() : tokens.events(token);
      if (!known.isEmpty()) {
        return new Appended(before.summary(), known, true);
      }
      List<ConversationEvent> events = List.copyOf(composer.compose(new Seen(id, before)));
      if (!events.isEmpty()) {
        blobs.commit(batch, events, kept -> add(before, token, kept));
      }
      return new Appended(state.summary(), events, false);
    } finally {
      writing.unlock();
    }
  }

  @Override
  public List<ConversationEvent> appended(AppendToken token) throws StoreException {
    writing.lock();
    try {
      State unused = read();
      return tokens.events(token);
    } finally {
      writing.unlock();
    }
  }

  private State writable() throws StoreException {
    State now = read();
    MemoryLog known = store.get(id);
    if (now.life() == Life.NEW && known != null) {
      throw StoreFailure.exists(id);
    }
    if (now.life() == Life.ARCHIVED) {
      throw StoreException.of(
          StoreException.Kind.REFUSED, "conversation " + id + " is archived; unarchive it first");
    }
    return now;
  }

  private void add(State before, @Nullable AppendToken token, List<ConversationEvent> kept)
      throws StoreException {
    store.written(id, this);
    tokens.add(token, kept);
    kept.forEach(fold::add);
    kept.forEach(attachments::add);
    state =
        new State(Life.OPEN, before.events().and(kept), fold.summary(), attachments.attachments());
  }

  void archive(boolean archived) throws StoreException {
    writing.lock();
    try {
      ConversationSummary now = read().summary();
      if (isArchived() != archived) {
        fold = SummaryFold.after(now.archived(archived));
        State next = state.in(archived ? Life.ARCHIVED : Life.OPEN);
        state = new State(next.life(), next.events(), fold.summary(), next.attachments());
      }
    } finally {
      writing.unlock();
    }
  }

  /** Takes over the history of another one, which has this one's from then on, archived. */
  void exchange(MemoryLog other, ConversationSummary before) throws StoreException {
    writing.lock();
    try {
      State own = read();
      if (isArchived() || !own.summary().equals(before)) {
        throw StoreFailure.changed(id, isArchived());
      }
      List<ConversationEvent> events = other.read().events().all();
      MemoryTokens known = other.tokens;
      other.take(own.events().all(), tokens, Life.ARCHIVED);
      take(events, known, Life.OPEN);
    } finally {
      writing.unlock();
    }
  }

  private void take(List<ConversationEvent> events, MemoryTokens known, Life life) {
    tokens = known;
    boolean isArchived = life == Life.ARCHIVED;
    fold = SummaryFold.of(id, isArchived);
    attachments = AttachmentFold.after(List.of());
    events.forEach(fold::add);
    events.forEach(attachments::add);
    state =
        new State(life, MemoryEvents.none().and(events), fold.summary(), attachments.attachments());
  }

  /** Takes note of when it was used last, by the clock of the store. */
  void used(long nanos) {
    usedNanos = nanos;
  }

  long usedNanos() {
    return usedNanos;
  }

  /**
   * Removes it if nobody has used it since a time; returns false if somebody has, or is writing it.
   */
  boolean forget(long nanos) throws StoreException {
    if (!writing.tryLock()) {
      return false;
    }
    try {
      boolean isIdle = usedNanos - nanos <= 0 && state.life() != Life.REMOVED;
      if (isIdle) {
        remove();
      }
      return isIdle;
    } finally {
      writing.unlock();
    }
  }

  void remove() throws StoreException {
    writing.lock();
    try {
      store.removed(id);
      state = new State(Life.REMOVED, MemoryEvents.none(), read().summary(), List.of());
    } finally {
      writing.unlock();
    }
  }

  /** How many bytes the history has when it is written. */
  long bytes() throws StoreException {
    long bytes = 0;
    try {
      for (ConversationEvent event : state.events().all()) {
        bytes += EventJson.write(event).length + 1;
      }
    } catch (IOException e) {
      throw StoreFailure.of("conversation " + id + " cannot be read", e);
    }
    return bytes;
  }

  /** Adds the digests of all that it names. */
  void addDigests(Set<ContentDigest> digests) {
    for (ConversationEvent event : state.events().all()) {
      if (event instanceof Request request) {
        for (Attachment each : request.request().resources()) {
          digests.add(each.snapshot().resource().content().digest());
          if (each.formatted() != null) {
            digests.add(each.formatted().digest());
          }
        }
      } else if (event instanceof ToolResult result) {
        DeliveredBlock.mapped(
            result.response(),
            (content, isOwn) -> {
              digests.add(content.digest());
              return content;
            });
      }
    }
  }
}
