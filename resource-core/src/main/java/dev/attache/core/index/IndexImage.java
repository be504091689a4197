package dev.attache.core.index;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An index in memory, as it will stand in a file: records in segments, none across the border of
 * two, and a table of where they begin, by the hash of their addresses. It holds so much and no
 * more. Not thread-safe.
 */
final class IndexImage {

  /** So many bytes are added at once as it grows. */
  static final int SEGMENT = 1 << 18;

  private static final int FIRST_SLOTS = 1 << 10;

  private final long seed;
  private final long maxBytes;
  private final List<byte[]> segments = new ArrayList<>();
  private int used = SEGMENT; // of the last segment
  private int[] slots = new int[FIRST_SLOTS]; // 0, or one more than where a record begins
  private int[] hashes = new int[FIRST_SLOTS]; // of the addresses, by the same slots
  private int count;

  /**
   * An empty one.
   *
   * @param seed that of the hashes
   * @param maxBytes how many bytes its records may have
   */
  IndexImage(long seed, long maxBytes) {
    this.seed = seed;
    this.maxBytes = maxBytes;
  }

  int count() {
    return count;
  }

  int slots() {
    return slots.length;
  }

  /** How many bytes {@link #writeTo} writes. */
  long length() {
    return 4L * slots.length + records();
  }

  private long records() {
    return segments.isEmpty() ? 0 : (segments.size() - 1L) * SEGMENT + used;
  }

  /** Adds a record, unless its address is there, or there is no room. */
  void add(byte[] body) {
    add(body, 0, body.length);
  }

  /** Adds the record whose body is there. */
  void add(byte[] bytes, int start, int length) {
    int end = start + 2 + IndexRecord.addressLength(bytes, start);
    int hash = IndexRecord.hash(bytes, start + 2, end, seed);
    int slot = slot(bytes, start, end, hash);
    if (slots[slot] != 0) {
      return;
    }
    if (used + IndexRecord.HEAD + length > SEGMENT) {
      if ((segments.size() + 1L) * SEGMENT > maxBytes) {
        return;
      }
      segments.add(new byte[SEGMENT]);
      used = 0;
    }
    byte[] segment = segments.get(segments.size() - 1);
    IndexRecord.put(length, segment, used);
    IndexRecord.put(IndexRecord.sum(bytes, start, length), segment, used + 4);
    System.arraycopy(bytes, start, segment, used + IndexRecord.HEAD, length);
    slots[slot] = (segments.size() - 1) * SEGMENT + used + 1;
    hashes[slot] = hash;
    used += IndexRecord.HEAD + length;
    if (++count > slots.length / 2) {
      grow();
    }
  }

  /** The slot of an address, which stands there behind its length. */
  private int slot(byte[] bytes, int start, int end, int hash) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0
        && !(hashes[slot] == hash && isAt(slots[slot] - 1, bytes, start, end))) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private boolean isAt(int offset, byte[] bytes, int start, int end) {
    byte[] segment = segments.get(offset / SEGMENT);
    int from = offset % SEGMENT + IndexRecord.HEAD;
    int to = from + 2 + IndexRecord.addressLength(segment, from);
    return Arrays.equals(segment, from, to, bytes, start, end);
  }

  private void grow() {
    int[] before = slots;
    int[] hashesBefore = hashes;
    slots = new int[2 * before.length];
    hashes = new int[slots.length];
    int mask = slots.length - 1;
    for (int i = 0; i < before.length; i++) {
      if (before[i] != 0) {
        int slot = hashesBefore[i] & mask;
        while (slots[slot] != 0) {
          slot = slot + 1 & mask;
        }
        slots[slot] = before[i];
        hashes[slot] = hashesBefore[i];
      }
    }
  }

  /** Writes the table, then the records; what is left of a segment is zeros. */
  void writeTo(OutputStream out) throws IOException {
    byte[] table = new byte[4 * slots.length];
    for (int i = 0; i < slots.length; i++) {
      IndexRecord.put(slots[i], table, 4 * i);
    }
    out.write(table);
    for (int i = 0; i < segments.size(); i++) {
      out.write(segments.get(i), 0, i < segments.size() - 1 ? SEGMENT : used);
    }
  }
}
