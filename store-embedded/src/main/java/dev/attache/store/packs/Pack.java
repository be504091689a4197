package dev.attache.store.packs;

import dev.attache.resource.ContentDigest;
import dev.attache.store.files.BlobDamage;
import dev.attache.store.files.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that holds many contents, in the form of {@link PackFormat}. A few look-ups read a few
 * entries of its index; after that, it is kept in memory. Thread-safe.
 */
public final class Pack {

  private static final int LOOK_UPS_IN_THE_FILE = 4;
  private static final int LARGEST_IN_MEMORY = 32 * 1024 * 1024;

  private final Path file;
  private int lookUps;
  private @Nullable Footer footer;
  private byte @Nullable [] index;

  private record Footer(long index, int count, int crc) {}

  Pack(Path file) {
    this.file = file;
  }

  public Path file() {
    return file;
  }

  /**
   * Returns where a content is, or null if it is not here.
   *
   * @throws BlobDamage if the index is not what was written
   */
  synchronized @Nullable PackEntry find(ContentDigest digest) throws IOException {
    byte[] key = PackFormat.digest(digest);
    byte[] loaded = index;
    if (loaded != null) {
      return search(BlobBytes.of(loaded), 0, loaded.length / PackFormat.ENTRY_BYTES, key);
    }
    try (FileChannel channel = StoreFiles.open(file)) {
      Footer known = footer(channel);
      if (++lookUps > LOOK_UPS_IN_THE_FILE
          && (long) known.count * PackFormat.ENTRY_BYTES <= LARGEST_IN_MEMORY) {
        loaded = load(channel, known);
        index = loaded;
        return search(BlobBytes.of(loaded), 0, known.count, key);
      }
      return search(BlobBytes.of(channel), known.index, known.count, key);
    }
  }

  private static @Nullable PackEntry search(BlobBytes from, long start, int count, byte[] key)
      throws IOException {
    ByteBuffer entry = ByteBuffer.allocate(PackFormat.ENTRY_BYTES);
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      readFully(from, entry.clear(), start + (long) middle * PackFormat.ENTRY_BYTES);
      int order =
          Arrays.compareUnsigned(
              entry.array(), 0, PackFormat.DIGEST_BYTES, key, 0, PackFormat.DIGEST_BYTES);
      if (order == 0) {
        return PackFormat.entry(entry, 0);
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return null;
  }

  /** Opens a content that {@link #find} has found. */
  public BlobBytes open() throws IOException {
    return BlobBytes.of(StoreFiles.open(file));
  }

  /**
   * Returns all contents, in the order in which they stand.
   *
   * @throws BlobDamage if they do not fill the file, or the index is not what was written
   */
  public List<PackEntry> entries() throws IOException {
    ByteBuffer all;
    Footer known;
    try (FileChannel channel = StoreFiles.open(file)) {
      synchronized (this) {
        known = footer(channel);
        all = ByteBuffer.wrap(load(channel, known));
      }
      requireHeader(channel);
    }
    List<PackEntry> entries = new ArrayList<>(known.count);
    for (int i = 0; i < known.count; i++) {
      entries.add(PackFormat.entry(all, i * PackFormat.ENTRY_BYTES));
    }
    entries.sort((a, b) -> Long.compare(a.offset(), b.offset()));
    long end = PackFormat.HEADER_BYTES;
    for (PackEntry each : entries) {
      if (each.offset() != end || each.length() < BlobFormat.HEADER_BYTES) {
        throw new BlobDamage("its contents do not follow each other at byte " + end);
      }
      end += each.length();
    }
    if (end != known.index) {
      throw new BlobDamage("its index does not follow its contents at byte " + end);
    }
    return entries;
  }

  private static void requireHeader(FileChannel channel) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(PackFormat.HEADER_BYTES);
    readFully(BlobBytes.of(channel), header, 0);
    if (header.getInt(0) >>> 8 == PackFormat.HEADER >>> 8
        && (header.getInt(0) & 0xff) > (PackFormat.HEADER & 0xff)) {
      throw BlobDamage.ofLaterVersion(
          "its version (" + (header.getInt(0) & 0xff) + ") is not known to this one");
    }
    if (header.getInt(0) != PackFormat.HEADER) {
      throw new BlobDamage("it does not begin like a pack");
    }
  }

  private Footer footer(FileChannel channel) throws IOException {
    Footer known = footer;
    if (known != null) {
      return known;
    }
    long start = channel.size() - PackFormat.FOOTER_BYTES;
    if (start < PackFormat.HEADER_BYTES) {
      throw new BlobDamage("it is cut off");
    }
    ByteBuffer bytes = ByteBuffer.allocate(PackFormat.FOOTER_BYTES);
    readFully(BlobBytes.of(channel), bytes, start);
    known = new Footer(bytes.getLong(0), bytes.getInt(8), bytes.getInt(12));
    if (bytes.getInt(16) != PackFormat.FOOTER
        || known.count < 0
        || known.index != start - (long) known.count * PackFormat.ENTRY_BYTES) {
      throw new BlobDamage("it does not end like a pack");
    }
    footer = known;
    return known;
  }

  private static byte[] load(FileChannel channel, Footer footer) throws IOException {
    long size = (long) footer.count * PackFormat.ENTRY_BYTES;
    if (size > Integer.MAX_VALUE - 8) {
      throw new BlobDamage("its index (" + size + " bytes) is too long");
    }
    byte[] bytes = new byte[(int) size];
    readFully(BlobBytes.of(channel), ByteBuffer.wrap(bytes), footer.index);
    if (PackFormat.crc(bytes) != footer.crc) {
      throw new BlobDamage("its index does not match its checksum");
    }
    return bytes;
  }

  private static void readFully(BlobBytes from, ByteBuffer to, long position) throws IOException {
    while (to.hasRemaining()) {
      if (from.read(to, position + to.position()) < 0) {
        throw new BlobDamage("it is cut off");
      }
    }
  }
}
