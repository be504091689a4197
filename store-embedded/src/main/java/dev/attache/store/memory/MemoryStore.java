package dev.attache.store.memory;

import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationSummary;
import dev.attache.history.StoreException;
import dev.attache.store.files.StoreFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The store in the memory of this process, within a bound: for conversations that nobody needs
 * again. What attachments have is kept as long as their conversation; what only tools have answered
 * is let go of when there is no room, the oldest first, and their calls when there are very many.
 * Conversations are kept for ever, or until they have not been used for a while. Thread-safe.
 */
public final class MemoryStore implements ConversationStore {

  /** How often to look for conversations that are idle: so many times while one becomes it. */
  private static final int LOOKS = 8;

  private final MemoryBlobs blobs;
  private final long idleNanos;
  private final LongSupplier clock;
  private final Map<ConversationId, Entry> logs = new LinkedHashMap<>(16, 0.75f, true); // used last
  private final NavigableMap<Long, Entry> written = new TreeMap<>(); // written last: last
  private long writes;
  private long lookedAt;

  /**
   * A conversation and its place among the others.
   *
   * @param time how many writes there were before, in this store
   */
  private record Entry(ConversationId id, MemoryLog log, long time) {}

  private MemoryStore(MemoryBlobs blobs, long idleNanos, LongSupplier clock) {
    this.blobs = blobs;
    this.idleNanos = idleNanos;
    this.clock = clock;
    this.lookedAt = clock.getAsLong();
  }

  /**
   * {@return an empty store}
   *
   * @param maxBytes how many bytes all contents together may have; attaching more fails
   * @throws IllegalArgumentException if it is negative
   */
  public static MemoryStore of(long maxBytes) {
    return of(maxBytes, Long.MAX_VALUE, System::nanoTime);
  }

  /**
   * {@return an empty store that forgets conversations which have not been opened or written for a
   * while, archived ones among them} That is found out when the store is used again: it has no
   * thread.
   *
   * @param maxBytes how many bytes all contents together may have; attaching more fails
   * @param idle how long a conversation is kept at least; more than a turn takes, or its answer can
   *     no longer be recorded
   * @throws IllegalArgumentException if the one is negative, or the other not positive
   */
  public static MemoryStore of(long maxBytes, Duration idle) {
    if (idle.isNegative() || idle.isZero()) {
      throw new IllegalArgumentException("idle (" + idle + ") must be positive");
    }
    return of(maxBytes, idle.toNanos(), System::nanoTime);
  }

  static MemoryStore of(long maxBytes, long idleNanos, LongSupplier clock) {
    if (maxBytes < 0) {
      throw new IllegalArgumentException("max bytes (" + maxBytes + ") must not be negative");
    }
    return new MemoryStore(new MemoryBlobs(maxBytes), idleNanos, clock);
  }

  /** Forgets what has not been used for a while, and frees what it has attached. */
  private void forgetIdle() throws StoreException {
    if (idleNanos == Long.MAX_VALUE) {
      return;
    }
    long now = clock.getAsLong();
    var idle = new ArrayList<MemoryLog>();
    synchronized (this) {
      if (now - lookedAt < idleNanos / LOOKS) {
        return;
      }
      lookedAt = now;
      for (Entry each : logs.values()) { // the one that was used last is the last
        if (now - each.log().usedNanos() < idleNanos) {
          break;
        }
        idle.add(each.log());
      }
    }
    boolean isFree = false;
    for (MemoryLog each : idle) { // its lock is taken before that of the store, as by who writes
      isFree |= each.forget(now - idleNanos);
    }
    if (isFree) {
      Collected unused = blobs.collect(this::all, false, () -> false);
    }
  }

  @Override
  public ConversationLog create(ConversationId id) throws StoreException {
    forgetIdle();
    synchronized (this) {
      if (logs.containsKey(id)) {
        throw StoreFailure.exists(id);
      }
      return new MemoryLog(this, id, blobs);
    }
  }

  @Override
  public ConversationLog open(ConversationId id) throws StoreException {
    forgetIdle();
    return found(id);
  }

  private MemoryLog find(ConversationId id) throws StoreException {
    MemoryLog log = get(id);
    if (log == null) {
      throw StoreException.of(
          StoreException.Kind.NOT_FOUND, "no conversation " + id + " in memory");
    }
    return log;
  }

  /** The conversation of that name; null if there is none. */
  synchronized @Nullable MemoryLog get(ConversationId id) {
    Entry entry = logs.get(id);
    if (entry == null) {
      return null;
    }
    entry.log().used(clock.getAsLong());
    return entry.log();
  }

  /**
   * Says that a conversation was just written.
   *
   * @throws StoreException {@code EXISTS} if there is another one of that name
   */
  synchronized void written(ConversationId id, MemoryLog log) throws StoreException {
    Entry known = logs.get(id);
    if (known != null && known.log() != log) {
      throw StoreFailure.exists(id);
    }
    removed(id);
    log.used(clock.getAsLong());
    var entry = new Entry(id, log, writes++);
    logs.put(id, entry);
    written.put(entry.time(), entry);
  }

  @Override
  public List<ConversationId> conversations(boolean archived) throws StoreException {
    return list(archived, null, Integer.MAX_VALUE).conversations();
  }

  @Override
  public synchronized Listed list(boolean archived, @Nullable String after, int limit)
      throws StoreException {
    if (limit < 1) {
      throw new IllegalArgumentException("limit (" + limit + ") must be positive");
    }
    var found = new ArrayList<ConversationId>();
    long last = 0;
    for (Entry each : before(after).values()) {
      if (each.log().isArchived() != archived) {
        continue;
      }
      if (found.size() == limit) {
        return new Listed(found, Long.toString(last));
      }
      found.add(each.id());
      last = each.time();
    }
    return new Listed(found, null);
  }

  /** What was written before the last one of a page, the last one first. */
  private NavigableMap<Long, Entry> before(@Nullable String after) throws StoreException {
    if (after == null) {
      return written.descendingMap();
    }
    try {
      return written.headMap(Long.parseLong(after), false).descendingMap();
    } catch (NumberFormatException e) {
      throw StoreFailure.noPlace(after);
    }
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
    Entry gone = logs.remove(id);
    if (gone != null) {
      written.remove(gone.time());
    }
  }

  @Override
  public BlobBatch begin() throws StoreException {
    forgetIdle();
    return blobs.begin();
  }

  private synchronized List<MemoryLog> all() {
    return written.values().stream().map(Entry::log).toList();
  }

  @Override
  public Collected collect(boolean isTrial) {
    return blobs.collect(this::all, isTrial, () -> false);
  }

  @Override
  public Collected collect(BooleanSupplier isEnough) {
    return blobs.collect(this::all, false, isEnough);
  }

  /** There is nothing that could be damaged, and so one part. */
  @Override
  public Verified verify(@Nullable String from, BooleanSupplier isEnough, Consumer<String> problems)
      throws StoreException {
    if (from != null) {
      throw StoreFailure.noPlace(from);
    }
    return new Verified(usage(), null);
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

  /** The number of conversations. */
  @Override
  public synchronized String toString() {
    return "MemoryStore[conversations " + logs.size() + "]";
  }
}
