package dev.attache.store.memory;

import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationStore.Collected;
import dev.attache.history.ConversationStore.Usage;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The contents of a {@link MemoryStore}, each once, by their digests. Thread-safe. */
final class MemoryBlobs {

  private final long maxBytes;
  private final Map<ContentDigest, byte[]> attached = new HashMap<>();

  /** What only tools have answered, what was answered last at the end. */
  private final Map<ContentDigest, byte[]> answered = new LinkedHashMap<>();

  private long attachedBytes;
  private long answeredBytes;

  MemoryBlobs(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  BlobBatch begin() {
    return new MemoryBatch(this);
  }

  long maxBytes() {
    return maxBytes;
  }

  /** The bytes of a content; null if it is not here. */
  synchronized byte @Nullable [] bytes(ContentDigest digest) {
    byte[] bytes = attached.get(digest);
    return bytes == null ? answered.get(digest) : bytes;
  }

  /** Returns a content that is had from here each time it is opened, as long as it is here. */
  Stored find(ResourceContent content) {
    boolean isText = content.isText();
    ContentDigest digest = content.digest();
    Stored.Source source = () -> open(digest);
    return isText
        ? Stored.text(content.size(), digest, source)
        : Stored.blob(content.size(), digest, source);
  }

  private InputStream open(ContentDigest digest) throws StoreException {
    byte[] bytes = bytes(digest);
    if (bytes == null) {
      throw StoreException.of(
          StoreException.Kind.FAILED,
          "content "
              + digest
              + " is no longer in memory: the oldest tool results are dropped when all contents"
              + " exceed "
              + maxBytes
              + " bytes; call the tool again");
    }
    return new ByteArrayInputStream(bytes);
  }

  /** Something that is done together with what keeps the contents. */
  @FunctionalInterface
  interface Action {
    void run(List<ConversationEvent> kept) throws StoreException;
  }

  /**
   * Keeps what events name, and then does something.
   *
   * @throws StoreException {@code REFUSED} if what is attached does not fit; then nothing was done
   */
  synchronized void commit(@Nullable BlobBatch batch, List<ConversationEvent> events, Action action)
      throws StoreException {
    MemoryBatch own = batch == null ? new MemoryBatch(this) : own(batch);
    var names = new MemoryNames(this, own);
    List<ConversationEvent> kept = names.kept(events);
    long more = 0;
    for (Map.Entry<ContentDigest, byte[]> each : names.attached().entrySet()) {
      more += attached.containsKey(each.getKey()) ? 0 : each.getValue().length;
    }
    if (more > maxBytes - attachedBytes) {
      throw tooMuch(attachedBytes + more);
    }
    action.run(kept);
    names.attached().forEach(this::attach);
    names.answered().forEach(this::answer);
    makeRoom();
  }

  private MemoryBatch own(BlobBatch batch) {
    if (batch instanceof MemoryBatch own && own.isOf(this)) {
      return own;
    }
    throw new IllegalArgumentException("the batch is of another store");
  }

  StoreException tooMuch(long bytes) {
    return StoreException.of(
        StoreException.Kind.REFUSED,
        "the attachments would take "
            + bytes
            + " bytes of memory, but at most "
            + maxBytes
            + " are allowed; attach less");
  }

  private void attach(ContentDigest digest, byte[] bytes) {
    if (answered.remove(digest) != null) {
      answeredBytes -= bytes.length;
    }
    if (attached.putIfAbsent(digest, bytes) == null) {
      attachedBytes += bytes.length;
    }
  }

  private void answer(ContentDigest digest, byte[] bytes) {
    if (attached.containsKey(digest)) {
      return;
    }
    if (answered.remove(digest) == null) {
      answeredBytes += bytes.length;
    }
    answered.put(digest, bytes); // it comes to the end
  }

  private void makeRoom() {
    Iterator<byte[]> oldest = answered.values().iterator();
    while (answeredBytes > maxBytes - attachedBytes && oldest.hasNext()) {
      answeredBytes -= oldest.next().length;
      oldest.remove();
    }
  }

  synchronized Collected collect(
      Supplier<List<MemoryLog>> logs, boolean isTrial, BooleanSupplier isEnough) {
    Set<ContentDigest> needed = new HashSet<>();
    logs.get().forEach(log -> log.addDigests(needed));
    long blobs = 0;
    long bytes = 0;
    long kept = 0;
    for (Map<ContentDigest, byte[]> each : List.of(attached, answered)) {
      Iterator<Map.Entry<ContentDigest, byte[]>> contents = each.entrySet().iterator();
      while (contents.hasNext()) {
        Map.Entry<ContentDigest, byte[]> content = contents.next();
        if (needed.contains(content.getKey())) {
          kept++;
          continue;
        }
        if (blobs > 0 && isEnough.getAsBoolean()) {
          return new Collected(blobs, bytes, kept, false);
        }
        blobs++;
        bytes += content.getValue().length;
        if (!isTrial) {
          contents.remove();
          attachedBytes -= each == attached ? content.getValue().length : 0;
          answeredBytes -= each == answered ? content.getValue().length : 0;
        }
      }
    }
    return new Collected(blobs, bytes, kept);
  }

  synchronized Usage usage(long conversations, long logBytes) {
    long bytes = attachedBytes + answeredBytes;
    return new Usage(conversations, logBytes, attached.size() + answered.size(), bytes, bytes);
  }
}
