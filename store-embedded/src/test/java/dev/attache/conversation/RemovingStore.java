package dev.attache.conversation;

import dev.attache.history.AttachmentState;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationSummary;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store in which somebody removes a conversation and collects what nobody needs, just before
 * anything is appended to a new one.
 */
final class RemovingStore implements ConversationStore {

  private final ConversationStore store;
  private final ConversationId removed;

  RemovingStore(ConversationStore store, ConversationId removed) {
    this.store = store;
    this.removed = removed;
  }

  @Override
  public ConversationLog create(ConversationId id) throws StoreException {
    return new RemovingLog(store.create(id));
  }

  @Override
  public ConversationLog open(ConversationId id) throws StoreException {
    return store.open(id);
  }

  @Override
  public List<ConversationId> conversations(boolean archived) throws StoreException {
    return store.conversations(archived);
  }

  @Override
  public void archive(ConversationId id, boolean archived) throws StoreException {
    store.archive(id, archived);
  }

  @Override
  public void exchange(ConversationId id, ConversationId other, ConversationSummary before)
      throws StoreException {
    store.exchange(id, other, before);
  }

  @Override
  public void remove(ConversationId id) throws StoreException {
    store.remove(id);
  }

  @Override
  public BlobBatch begin() throws StoreException {
    return store.begin();
  }

  @Override
  public Collected collect(boolean isTrial) throws StoreException {
    return store.collect(isTrial);
  }

  @Override
  public Usage verify(Consumer<String> problems) throws StoreException {
    return store.verify(problems);
  }

  @Override
  public Usage usage() throws StoreException {
    return store.usage();
  }

  private final class RemovingLog implements ConversationLog {
    private final ConversationLog log;

    RemovingLog(ConversationLog log) {
      this.log = log;
    }

    @Override
    public ConversationSummary append(@Nullable BlobBatch blobs, Composer composer)
        throws StoreException {
      store.remove(removed);
      store.collect(false);
      return log.append(blobs, composer);
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
      return log.attachments();
    }

    @Override
    public EventStream oldestFirst() throws StoreException {
      return log.oldestFirst();
    }

    @Override
    public EventStream newestFirst() throws StoreException {
      return log.newestFirst();
    }

    @Override
    public List<String> problems() {
      return log.problems();
    }
  }
}
