package dev.attache.store.memory;

import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationSummary;
import dev.attache.history.StoreException;
import dev.attache.store.files.StoreFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The store in the memory of this process, within a bound: for conversations that nobody needs
 * again. What attachments have is kept as long as their conversation; what only tools have answered
 * is let go of when there is no room, the oldest first, and their calls when there are very many.
 * Thread-safe.
 */
public final class MemoryStore implements ConversationStore {

  private final MemoryBlobs blobs;
  private final Map<ConversationId, MemoryLog> logs = new LinkedHashMap<>(); // written last: last

  private MemoryStore(MemoryBlobs blobs) {
    this.blobs = blobs;
  }

  /**
   * Returns an empty store.
   *
   * @param maxBytes how many bytes all contents together may have; attaching more fails
   * @throws IllegalArgumentException if it is negative
   */
  public static MemoryStore of(long maxBytes) {
    if (maxBytes < 0) {
      throw new IllegalArgumentException("max bytes (" + maxBytes + ") must not be negative");
    }
    return new MemoryStore(new MemoryBlobs(maxBytes));
  }

  @Override
  public synchronized ConversationLog create(ConversationId id) throws StoreException {
    if (logs.containsKey(id)) {
      throw StoreFailure.exists(id);
    }
    return new MemoryLog(this, id, blobs);
  }

  @Override
  public synchronized ConversationLog open(ConversationId id) throws StoreException {
    return find(id);
  }

  private MemoryLog find(ConversationId id) throws StoreException {
    MemoryLog log = logs.get(id);
    if (log == null) {
      throw StoreException.of(
          StoreException.Kind.NOT_FOUND, "no conversation " + id + " in memory");
    }
    return log;
  }

  /** The conversation of that name; null if there is none. */
  synchronized @Nullable MemoryLog get(ConversationId id) {
    return logs.get(id);
  }

  /**
   * Says that a conversation was just written.
   *
   * @throws StoreException {@code EXISTS} if there is another one of that name
   */
  synchronized void written(ConversationId id, MemoryLog log) throws StoreException {
    MemoryLog known = logs.get(id);
    if (known != null && known != log) {
      throw StoreFailure.exists(id);
    }
    logs.remove(id);
    logs.put(id, log);
  }

  @Override
  public synchronized List<ConversationId> conversations(boolean archived) {
    var found = new ArrayList<ConversationId>();
    for (Map.Entry<ConversationId, MemoryLog> each : logs.entrySet()) {
      if (each.getValue().isArchived() == archived) {
        found.add(0, each.getKey());
      }
    }
    return found;
  }

  @Override
  public void archive(ConversationId id, boolean archived) throws StoreException {
    found(id).archive(archived);
  }

  private synchronized MemoryLog found(ConversationId id) throws StoreException {
    return find(id);
  }

  @Override
  public void exchange(ConversationId id, ConversationId other, ConversationSummary before)
      throws StoreException {
    found(id).exchange(found(other), before);
  }

  @Override
  public void remove(ConversationId id) throws StoreException {
    found(id).remove();
  }

  synchronized void removed(ConversationId id) {
    logs.remove(id);
  }

  @Override
  public BlobBatch begin() {
    return blobs.begin();
  }

  private synchronized List<MemoryLog> all() {
    return List.copyOf(logs.values());
  }

  @Override
  public Collected collect(boolean isTrial) {
    return blobs.collect(this::all, isTrial);
  }

  /** There is nothing that could be damaged. */
  @Override
  public Usage verify(Consumer<String> problems) throws StoreException {
    return usage();
  }

  @Override
  public Usage usage() throws StoreException {
    List<MemoryLog> now = all();
    long bytes = 0;
    for (MemoryLog log : now) {
      bytes += log.bytes();
    }
    return blobs.usage(now.size(), bytes);
  }
}
