package dev.attache.store;

import dev.attache.history.AppendToken;
import dev.attache.history.AttachmentState;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationSummary;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store that is another one, as far as a test does not say otherwise. */
public class ForwardingStore implements ConversationStore {

  protected final ConversationStore real;

  public ForwardingStore(ConversationStore real) {
    this.real = real;
  }

  /** Returns how a conversation is seen here. */
  protected ConversationLog log(ConversationLog log) {
    return log;
  }

  @Override
  public ConversationLog create(ConversationId id) throws StoreException {
    return log(real.create(id));
  }

  @Override
  public ConversationLog open(ConversationId id) throws StoreException {
    return log(real.open(id));
  }

  @Override
  public List<ConversationId> conversations(boolean archived) throws StoreException {
    return real.conversations(archived);
  }

  @Override
  public Listed list(boolean archived, @Nullable String after, int limit) throws StoreException {
    return real.list(archived, after, limit);
  }

  @Override
  public void archive(ConversationId id, boolean archived) throws StoreException {
    real.archive(id, archived);
  }

  @Override
  public void exchange(ConversationId id, ConversationId other, ConversationSummary before)
      throws StoreException {
    real.exchange(id, other, before);
  }

  @Override
  public void remove(ConversationId id) throws StoreException {
    real.remove(id);
  }

  @Override
  public BlobBatch begin() throws StoreException {
    return real.begin();
  }

  @Override
  public Collected collect(boolean isTrial) throws StoreException {
    return real.collect(isTrial);
  }

  @Override
  public Collected collect(BooleanSupplier isEnough) throws StoreException {
    return real.collect(isEnough);
  }

  @Override
  public Verified verify(@Nullable String from, BooleanSupplier isEnough, Consumer<String> problems)
      throws StoreException {
    return real.verify(from, isEnough, problems);
  }

  @Override
  public Usage usage() throws StoreException {
    return real.usage();
  }

  /** A conversation that is that of another store, as far as a test does not say otherwise. */
  public static class Log implements ConversationLog {

    protected final ConversationLog real;

    public Log(ConversationLog real) {
      this.real = real;
    }

    @Override
    public ConversationId id() {
      return real.id();
    }

    @Override
    public ConversationSummary summary() throws StoreException {
      return real.summary();
    }

    @Override
    public List<AttachmentState> attachments() throws StoreException {
      return real.attachments();
    }

    @Override
    public EventStream oldestFirst() throws StoreException {
      return real.oldestFirst();
    }

    @Override
    public EventStream newestFirst() throws StoreException {
      return real.newestFirst();
    }

    @Override
    public Appended append(
        @Nullable AppendToken token, @Nullable BlobBatch blobs, Composer composer)
        throws StoreException {
      return real.append(token, blobs, composer);
    }

    @Override
    public List<ConversationEvent> appended(AppendToken token) throws StoreException {
      return real.appended(token);
    }

    @Override
    public List<String> problems() {
      return real.problems();
    }
  }
}
