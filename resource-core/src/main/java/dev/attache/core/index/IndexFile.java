package dev.attache.core.index;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.support.places.OwnedPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
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

  /** So much is read at once, as Java needs as much memory again for it. */
  private static final int PIECE = 1 << 16;

  private final byte[] bytes;
  private final int slots;
  private final long seed;
  private final int count;
  private final int records;
  private final KnownTypes types = new KnownTypes();

  private IndexFile(byte[] bytes, int slots, int count, long seed) {
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
      try (InputStream in =
          Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
        long size = Files.size(file);
        if (size < HEAD || size > maxBytes) {
          return null;
        }
        byte[] bytes = new byte[(int) size];
        int length = 0;
        int read = 0;
        while (read >= 0 && length < bytes.length) {
          read = in.read(bytes, length, Math.min(bytes.length - length, PIECE));
          length += Math.max(read, 0);
        }
        return length < bytes.length ? null : of(bytes, rules, now);
      }
    } catch (IOException | UnsupportedOperationException e) {
      return null;
    }
  }

  private static @Nullable IndexFile of(byte[] bytes, byte[] rules, Instant now) {
    byte[] head = Arrays.copyOf(bytes, HEAD);
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
            && length == bytes.length
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
    return bytes.length - records > maxBytes - 2L * IndexImage.SEGMENT;
  }

  /** Finds a record by its address; null if it is not there whole. */
  ReadIndex.@Nullable Found find(byte[] address) {
    int start = start(address);
    if (start < 0) {
      return null;
    }
    int end = start + IndexRecord.number(bytes, start - IndexRecord.HEAD);
    var fields = new RecordFields(bytes, start + 2 + address.length);
    String version = version(fields, end);
    KnownReading reading = version == null ? null : KnownReading.parse(fields, end, types);
    return version == null || reading == null ? null : new ReadIndex.Found(version, reading);
  }

  private static @Nullable String version(RecordFields fields, int end) {
    try {
      String version = fields.readText();
      return fields.position() <= end ? version : null;
    } catch (IndexOutOfBoundsException e) {
      return null;
    }
  }

  /** Whether there is a whole record of that address. */
  boolean has(byte[] address) {
    return start(address) >= 0;
  }

  /** Where the body of the record with an address begins; less than 0 if it is not there whole. */
  private int start(byte[] address) {
    int mask = slots - 1;
    int slot = IndexRecord.hash(address, 0, address.length, seed) & mask;
    for (int i = 0; i < slots; i++) {
      int offset = IndexRecord.number(bytes, HEAD + 4 * slot);
      if (offset == 0) {
        return -1;
      }
      int start = body(offset - 1);
      if (start >= 0 && IndexRecord.isAt(address, bytes, start) && isWhole(start)) {
        return start;
      }
      slot = slot + 1 & mask;
    }
    return -1;
  }

  /** Where the body of the record begins that begins there; less than 0 if there is no room. */
  private int body(int offset) {
    long start = (long) records + offset + IndexRecord.HEAD;
    if (offset < 0 || start + 2 > bytes.length) {
      return -1;
    }
    int length = IndexRecord.number(bytes, (int) start - IndexRecord.HEAD);
    return length < 2 || length > IndexRecord.MAX_BODY || start + length > bytes.length
        ? -1
        : (int) start;
  }

  /** Whether the body of a record that begins there has its sum, and room for its address. */
  private boolean isWhole(int start) {
    int length = IndexRecord.number(bytes, start - IndexRecord.HEAD);
    return IndexRecord.number(bytes, start - 4) == IndexRecord.sum(bytes, start, length)
        && 2 + IndexRecord.addressLength(bytes, start) <= length;
  }

  /** Adds all records that are whole to an image, unless it has newer ones. */
  void addTo(IndexImage image) {
    for (int slot = 0; slot < slots; slot++) {
      int offset = IndexRecord.number(bytes, HEAD + 4 * slot);
      int start = offset == 0 ? -1 : body(offset - 1);
      if (start >= 0 && isWhole(start)) {
        image.add(bytes, start, IndexRecord.number(bytes, start - IndexRecord.HEAD));
      }
    }
  }
}
