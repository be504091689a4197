package dev.attache.conversation;

import dev.attache.history.AppendToken;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.StoreException;
import dev.attache.store.ForwardingStore;
import org.jspecify.annotations.Nullable;

/**
 * A store in which somebody removes a conversation and collects what nobody needs, just before
 * anything is appended to a new one.
 */
final class RemovingStore extends ForwardingStore {

  private final ConversationId removed;

  RemovingStore(ConversationStore store, ConversationId removed) {
    super(store);
    this.removed = removed;
  }

  @Override
  public ConversationLog create(ConversationId id) throws StoreException {
    return new Log(real.create(id)) {
      @Override
      public Appended append(
          @Nullable AppendToken token, @Nullable BlobBatch blobs, Composer composer)
          throws StoreException {
        RemovingStore.this.real.remove(removed);
        RemovingStore.this.real.collect(false);
        return super.append(token, blobs, composer);
      }
    };
  }
}
