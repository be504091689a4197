package dev.attache.core.index;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.support.places.OwnedPath;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * An index in a file, read at once: a head, a table, and records. It is not mapped into memory, as
 * a map of a file that somebody cuts takes down whatever the thread is about to do.
 *
 * <p>The head has its sum, and every record its own, which is checked when it is looked up: a table
 * that leads nowhere finds nothing. Immutable and thread-safe.
 */
final class IndexFile {

  /** The name and the version of the form. */
  private static final byte[] MAGIC = "attidx\n1".getBytes(ISO_8859_1);

  private static final int DIGEST_BYTES = 32;
  private static final int HEAD = 80;
  private static final int SUMMED = HEAD - 8;

  private final ByteBuffer bytes;
  private final int slots;
  private final long seed;
  private final int count;
  private final int records;

  private IndexFile(ByteBuffer bytes, int slots, int count, long seed) {
    this.bytes = bytes;
    this.slots = slots;
    this.count = count;
    this.seed = seed;
    this.records = HEAD + 4 * slots;
  }

  /**
   * Opens a file; null if there is none, or none that counts.
   *
   * @param rules what the records must have been made by
   * @param now an index of later is not believed: the clock was put back
   * @param maxBytes how large it may be
   */
  static @Nullable IndexFile open(Path file, byte[] rules, Instant now, long maxBytes) {
    try {
      OwnedPath.require(file, LinkOption.NOFOLLOW_LINKS);
      try (FileChannel in =
          FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
        long size = in.size();
        if (size < HEAD || size > maxBytes) {
          return null;
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) size);
        while (bytes.hasRemaining() && in.read(bytes) >= 0) {
          // until it is full, or the file is at an end
        }
        return bytes.hasRemaining() ? null : of(bytes, rules, now);
      }
    } catch (IOException | UnsupportedOperationException e) {
      return null;
    }
  }

  private static @Nullable IndexFile of(ByteBuffer bytes, byte[] rules, Instant now) {
    byte[] head = new byte[HEAD];
    bytes.get(0, head);
    var in = ByteBuffer.wrap(head);
    byte[] magic = new byte[MAGIC.length];
    byte[] madeBy = new byte[DIGEST_BYTES];
    in.get(magic).get(madeBy);
    long written = in.getLong();
    long seed = in.getLong();
    long length = in.getLong();
    int slots = in.getInt();
    int count = in.getInt();
    boolean isWhole =
        in.getLong() == sum(head)
            && Arrays.equals(magic, MAGIC)
            && Arrays.equals(madeBy, rules)
            && length == bytes.capacity()
            && slots > 0
            && Integer.bitCount(slots) == 1
            && HEAD + 4L * slots <= length;
    return isWhole && written <= now.toEpochMilli()
        ? new IndexFile(bytes, slots, count, seed)
        : null;
  }

  /** Writes an image as a file. */
  static void write(OutputStream out, IndexImage image, byte[] rules, long seed, Instant now)
      throws IOException {
    byte[] head = new byte[HEAD];
    ByteBuffer.wrap(head)
        .put(MAGIC)
        .put(rules)
        .putLong(now.toEpochMilli())
        .putLong(seed)
        .putLong(HEAD + image.length())
        .putInt(image.slots())
        .putInt(image.count());
    ByteBuffer.wrap(head).putLong(SUMMED, sum(head));
    out.write(head);
    image.writeTo(out);
  }

  private static long sum(byte[] head) {
    var sum = new CRC32();
    sum.update(head, 0, SUMMED);
    return sum.getValue();
  }

  /** How many records it has. */
  int count() {
    return count;
  }

  /** Whether an image that may have so many bytes has no room for more than it has. */
  boolean isFull(long maxBytes) {
    return bytes.capacity() - records > maxBytes - 2L * IndexImage.SEGMENT;
  }

  /** Finds the body of a record by its address; null if it is not there whole. */
  byte @Nullable [] find(byte[] address) {
    int mask = slots - 1;
    int slot = IndexRecord.hash(address, seed) & mask;
    for (int i = 0; i < slots; i++) {
      int offset = bytes.getInt(HEAD + 4 * slot);
      if (offset == 0) {
        return null;
      }
      byte[] body = body(offset - 1);
      if (body != null && IndexRecord.isAt(address, body)) {
        return body;
      }
      slot = slot + 1 & mask;
    }
    return null;
  }

  /** The body of a record that begins there; null if none does, or none that is whole. */
  private byte @Nullable [] body(int offset) {
    long start = (long) records + offset;
    if (offset < 0 || start + IndexRecord.HEAD > bytes.capacity()) {
      return null;
    }
    int length = bytes.getInt((int) start);
    if (length <= 0
        || length > IndexRecord.MAX_BODY
        || start + IndexRecord.HEAD + length > bytes.capacity()) {
      return null;
    }
    byte[] body = new byte[length];
    bytes.get((int) start + IndexRecord.HEAD, body);
    return bytes.getInt((int) start + 4) == IndexRecord.sum(body) && IndexRecord.isWhole(body)
        ? body
        : null;
  }

  /** Gives out the bodies of all records that are whole. */
  void forEach(Consumer<byte[]> action) {
    for (int slot = 0; slot < slots; slot++) {
      int offset = bytes.getInt(HEAD + 4 * slot);
      byte[] body = offset == 0 ? null : body(offset - 1);
      if (body != null) {
        action.accept(body);
      }
    }
  }
}
