package dev.attache.handlers.cmd.run;

import java.util.Arrays;
import java.util.Objects;

/**
 * A buffer of what a command prints on one stream, up to a limit: everything if it fits, else the
 * first half and the last half.
 *
 * <p>Costs memory for what was printed and never much more than the limit; what is dropped costs no
 * more than the copying. Written to by one thread, asked by any at any time.
 */
public final class Capture {

  private static final int FIRST_CAPACITY = 256;

  /** What any JVM can allocate, if there is memory. */
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private final int headLimit;
  private final int tailLimit;
  private byte[] head = {};
  private int headSize;

  /**
   * A ring once it is full: the byte at position {@code n} behind the head is at {@code n % limit}.
   */
  private byte[] tail = {};

  private long behindHead;

  /**
   * Starts with nothing.
   *
   * @param limit how many bytes to keep; what no array can hold is not kept in any case
   */
  public Capture(long limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("limit (" + limit + ") must not be negative");
    }
    int possible = (int) Math.min(limit, MAX_ARRAY);
    this.tailLimit = possible / 2;
    this.headLimit = possible - tailLimit;
  }

  /** Takes the next bytes of the stream. */
  public synchronized void write(byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    int first = Math.min(length, headLimit - headSize);
    if (first > 0) {
      head = withRoom(head, headSize + first, headLimit);
      System.arraycopy(buffer, offset, head, headSize, first);
      headSize += first;
    }
    if (length > first) {
      writeTail(buffer, offset + first, length - first);
    }
  }

  private void writeTail(byte[] buffer, int offset, int length) {
    int kept = Math.min(length, tailLimit);
    behindHead += length - kept;
    if (kept > 0) {
      tail = withRoom(tail, Math.min(behindHead + kept, tailLimit), tailLimit);
      int from = offset + length - kept;
      int at = (int) (behindHead % tailLimit);
      int untilEnd = Math.min(kept, tailLimit - at);
      System.arraycopy(buffer, from, tail, at, untilEnd);
      System.arraycopy(buffer, from + untilEnd, tail, 0, kept - untilEnd);
      behindHead += kept;
    }
  }

  private static byte[] withRoom(byte[] bytes, long needed, int limit) {
    if (needed <= bytes.length) {
      return bytes;
    }
    long wanted = Math.max(FIRST_CAPACITY, Math.max(needed, 2L * bytes.length));
    return Arrays.copyOf(bytes, (int) Math.min(wanted, limit));
  }

  /** What has been printed so far. */
  public synchronized Captured captured() {
    if (behindHead <= tailLimit) {
      byte[] whole = Arrays.copyOf(head, headSize + (int) behindHead);
      System.arraycopy(tail, 0, whole, headSize, (int) behindHead);
      return Captured.whole(whole);
    }
    byte[] end = unrolledTail();
    int start = CutPoint.startAfter(end, 0);
    return new Captured(
        Arrays.copyOf(head, CutPoint.endBefore(head, headSize)),
        start == 0 ? end : Arrays.copyOfRange(end, start, end.length),
        headSize + behindHead);
  }

  private byte[] unrolledTail() {
    byte[] end = new byte[tailLimit];
    if (tailLimit > 0) {
      int oldest = (int) (behindHead % tailLimit);
      System.arraycopy(tail, oldest, end, 0, tailLimit - oldest);
      System.arraycopy(tail, 0, end, tailLimit - oldest, oldest);
    }
    return end;
  }
}
