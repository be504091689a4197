package dev.attache.store.blobs;

import dev.attache.history.BlobBatch;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import dev.attache.store.files.StoreFiles;
import dev.attache.store.packs.BlobBytes;
import dev.attache.store.packs.BlobDirectory;
import dev.attache.store.packs.BlobFailures;
import dev.attache.store.packs.BlobSpool;
import dev.attache.store.packs.PackEntry;
import dev.attache.store.packs.PackWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A batch that compresses contents as they come, into memory and then into a temporary file.
 * Contents that the store has are kept from being collected until the batch is closed.
 */
final class BlobSpoolBatch implements BlobBatch {

  /** So many bytes are held in memory; with more, the temporary file becomes a pack. */
  private static final int MEMORY = 1024 * 1024;

  /** With so many new contents, one pack is faster than a file for each. */
  private static final int PACKED = 8;

  /** A larger content is compressed on its way into the temporary file. */
  private static final int LARGE = 1024 * 1024;

  private static final int KNOWN = 256;
  private static final long KNOWN_BYTES = 4 * 1024 * 1024;

  private final Blobs blobs;
  private final BlobDirectory directory;
  private final BlobPipeline pipeline = new BlobPipeline(this::take);

  /** All that was added. */
  private final Set<ContentDigest> added = new HashSet<>();

  /** What the store had, and may have lost since. */
  private final Map<ContentDigest, ResourceContent> known = new LinkedHashMap<>();

  /** What the spool has. */
  private final Map<ContentDigest, PackEntry> fresh = new LinkedHashMap<>();

  /** What of it the store had, but damaged. */
  private final Set<ContentDigest> damaged = new HashSet<>();

  private long knownBytes;
  private @Nullable String name; // until it has a file, which most turns do without
  private @Nullable BlobSpool spool;
  private @Nullable BlobPins pins;
  private boolean isSharing;
  private boolean isClosed;

  BlobSpoolBatch(Blobs blobs, BlobDirectory directory) {
    this.blobs = blobs;
    this.directory = directory;
  }

  boolean isOf(Blobs store) {
    return blobs == store;
  }

  @Override
  public Stored add(ResourceContent content) throws StoreException {
    ContentDigest digest = content.digest();
    try {
      boolean isThere = blobs.has(digest);
      // what is stored cannot be had elsewhere: it is as it is
      boolean isStored = isThere && (content instanceof Stored || blobs.isSound(content));
      synchronized (this) {
        requireOpen();
        if (!added.contains(digest)) {
          if (isThere && !isStored) {
            damaged.add(digest);
          }
          add(digest, content, isStored);
          added.add(digest);
        }
      }
    } catch (IOException e) {
      throw BlobFailures.writing(directory.root(), e);
    }
    Stored.Source source = () -> open(digest);
    return content.isText()
        ? Stored.text(content.size(), digest, source)
        : Stored.blob(content.size(), digest, source);
  }

  private void add(ContentDigest digest, ResourceContent content, boolean isStored)
      throws IOException {
    if (!isStored) {
      spool(digest, content);
      return;
    }
    known.put(digest, content);
    knownBytes += content.size();
    if (known.size() >= KNOWN || knownBytes >= KNOWN_BYTES) {
      keepKnown();
    }
  }

  private void spool(ContentDigest digest, ResourceContent content) throws IOException {
    if (content.size() <= LARGE) {
      pipeline.add(content);
      return;
    }
    pipeline.finish();
    BlobSpool to = open();
    long offset = to.position();
    try {
      pipeline.encode(content, to);
    } catch (IOException e) {
      to.truncate(offset);
      throw e;
    }
    fresh.put(digest, new PackEntry(digest, offset, to.position() - offset, content.size()));
  }

  /** Takes what the pipeline has compressed. */
  private void take(ContentDigest digest, long size, byte[] bytes) throws IOException {
    BlobSpool to = open();
    long offset = to.position();
    to.write(bytes, 0, bytes.length);
    fresh.put(digest, new PackEntry(digest, offset, bytes.length, size));
  }

  private BlobSpool open() throws IOException {
    BlobSpool known = spool;
    if (known == null) {
      known = new BlobSpool(MEMORY, this::newFile);
      PackWriter.begin(known);
      spool = known;
    }
    return known;
  }

  private FileChannel newFile() throws IOException {
    if (isSharing) {
      keep(List.of());
      return StoreFiles.create(file());
    }
    BlobLock.Held held = blobs.share();
    try {
      keep(List.of());
      return StoreFiles.create(file());
    } finally {
      held.close();
    }
  }

  private Path file() {
    return directory.temporary().resolve(name() + ".spool");
  }

  private String name() {
    String known = name;
    if (known == null) {
      known = BlobDirectory.temporaryName();
      name = known;
    }
    return known;
  }

  /** Keeps what the store has from being collected, and takes what it has no more. */
  private void keepKnown() throws IOException {
    List<ContentDigest> kept = new ArrayList<>();
    List<ResourceContent> lost = new ArrayList<>();
    BlobLock.Held held = blobs.share();
    try {
      blobs.refresh();
      for (Map.Entry<ContentDigest, ResourceContent> each : known.entrySet()) {
        if (blobs.has(each.getKey())) {
          kept.add(each.getKey());
        } else {
          lost.add(each.getValue());
        }
      }
      keep(kept);
    } finally {
      held.close();
    }
    known.clear();
    knownBytes = 0;
    for (ResourceContent each : lost) {
      spool(each.digest(), each);
    }
  }

  private void keep(List<ContentDigest> digests) throws IOException {
    BlobPins kept = pins;
    if (kept == null) {
      kept = BlobPins.create(directory, name());
      pins = kept;
    }
    kept.add(digests);
  }

  /** Opens a content, also before it is in the store. */
  private InputStream open(ContentDigest digest) throws IOException {
    synchronized (this) {
      ResourceContent content = known.get(digest);
      if (content == null) {
        content = pipeline.waiting(digest);
      }
      if (content != null) {
        return content.open();
      }
      PackEntry part = fresh.get(digest);
      BlobSpool from = spool;
      if (part != null && from != null) {
        return open(from, part);
      }
    }
    return blobs.open(digest);
  }

  private InputStream open(BlobSpool from, PackEntry part) throws IOException {
    if (from.isHeld(part.offset())) {
      byte[] bytes = from.read(part.offset(), (int) part.length());
      return NamedBlobStream.open(part.digest(), file(), BlobBytes.of(bytes), 0, part.length());
    }
    from.drain();
    BlobBytes bytes = BlobBytes.of(StoreFiles.open(file()));
    return NamedBlobStream.open(part.digest(), file(), bytes, part.offset(), part.length());
  }

  /** Does all that can be done before the lock is held. */
  void prepare() throws IOException {
    requireOpen();
    pipeline.finish();
  }

  /** Makes all that was added safe from a crash, while nothing can be collected. */
  void settle() throws IOException {
    isSharing = true;
    try {
      blobs.refresh();
      for (Map.Entry<ContentDigest, ResourceContent> each : known.entrySet()) {
        if (!blobs.has(each.getKey())) {
          spool(each.getKey(), each.getValue());
        }
      }
      pipeline.finish();
      known.clear();
      List<PackEntry> missing = new ArrayList<>();
      for (PackEntry each : fresh.values()) {
        if (damaged.contains(each.digest()) || !blobs.has(each.digest())) {
          missing.add(each);
        }
      }
      BlobSpool from = spool;
      if (from != null && !missing.isEmpty()) {
        write(from, missing);
      }
      fresh.clear();
      damaged.clear();
      discard();
    } finally {
      isSharing = false;
    }
  }

  private void write(BlobSpool from, List<PackEntry> missing) throws IOException {
    boolean isPacked = missing.size() >= PACKED || !from.isInMemory();
    if (isPacked) {
      from.drain();
    }
    BlobWriter writer = new BlobWriter(directory);
    for (PackEntry each : missing) {
      if (!isPacked || damaged.contains(each.digest())) { // a file of its own is found first
        try (BlobBytes bytes = bytes(from, each)) {
          writer.write(each.digest(), bytes, isPacked ? each.offset() : 0, each.length());
        }
      }
    }
    writer.sync();
    if (isPacked) {
      new PackWriter(directory).seal(from, file(), new ArrayList<>(fresh.values()));
    }
  }

  /** The part of a spool that is in memory, or all that is in its file. */
  private BlobBytes bytes(BlobSpool from, PackEntry part) throws IOException {
    return from.isHeld(part.offset())
        ? BlobBytes.of(from.read(part.offset(), (int) part.length()))
        : BlobBytes.of(StoreFiles.open(file()));
  }

  private void discard() throws IOException {
    BlobSpool old = spool;
    spool = null;
    if (old != null) {
      old.close();
      Files.deleteIfExists(file());
    }
  }

  private void requireOpen() {
    if (isClosed) {
      throw new IllegalStateException("the batch is closed");
    }
  }

  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    pipeline.close();
    known.clear();
    fresh.clear();
    try {
      discard();
    } catch (IOException e) {
      // collect removes what is left of it
    }
    if (pins != null) {
      pins.close();
    }
  }
}
