package dev.attache.store.log;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One line of a log as it stands in the file, without its line feed. What surrounds its object is
 * no part of it: blanks, a carriage return, a byte order mark, the NUL bytes that a file system
 * leaves behind when power fails.
 */
public final class LogLine {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final long offset;
  private final byte[] bytes;
  private final int from;
  private final int to;
  private final boolean isEnded;
  private final @Nullable LogSum sum;

  LogLine(long offset, byte[] bytes, boolean isEnded) {
    this.offset = offset;
    this.bytes = bytes;
    this.isEnded = isEnded;
    int first = offset == 0 && startsWithMark(bytes) ? BYTE_ORDER_MARK.length : 0;
    int end = bytes.length;
    while (end > first && isPadding(bytes[end - 1])) {
      end--;
    }
    while (first < end && isPadding(bytes[first])) {
      first++;
    }
    this.from = first;
    this.to = end;
    this.sum = LogSum.of(bytes, first, end);
  }

  private static boolean startsWithMark(byte[] bytes) {
    return bytes.length >= BYTE_ORDER_MARK.length
        && Arrays.equals(bytes, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, 3);
  }

  private static boolean isPadding(byte b) {
    return b == ' ' || b == '\t' || b == '\r' || b == 0;
  }

  /** All of it. */
  byte[] bytes() {
    return bytes.clone();
  }

  /** Where it begins in the file. */
  long offset() {
    return offset;
  }

  /** Whether a line feed follows. */
  boolean isEnded() {
    return isEnded;
  }

  /** Whether there is nothing in it that could be lost. */
  public boolean isBlank() {
    return from == to && !hasNul();
  }

  /** Whether there are NUL bytes around its object. */
  boolean hasNul() {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0 && (i < from || i >= to)) {
        return true;
      }
    }
    return false;
  }

  /** Whether it has anything but what surrounds an object. */
  boolean hasObject() {
    return from < to;
  }

  /** Its checksums; null if it has none. */
  @Nullable LogSum sum() {
    return sum;
  }

  /** Whether it is as its checksum says, or has none. */
  boolean isIntact() {
    return sum == null || own(sum.before()) == sum.own();
  }

  /**
   * The checksum that goes over it.
   *
   * @param before that of the line before
   */
  long own(long before) {
    return LogSum.own(before, bytes, from, Math.max(from, to - (sum == null ? 1 : LogSum.LENGTH)));
  }

  /** Its object, without its checksums. */
  byte[] unsummed() {
    if (sum == null) {
      return Arrays.copyOfRange(bytes, from, to);
    }
    byte[] object = Arrays.copyOfRange(bytes, from, to - LogSum.LENGTH + 1);
    object[object.length - 1] = '}';
    return object;
  }

  /** Its object, without checksums, token, and the mark that another line belongs to it. */
  byte[] object() {
    return LogToken.off(unmarked());
  }

  /** The token with which it was appended; null if there was none. */
  @Nullable String token() {
    return LogToken.of(unmarked());
  }

  /** Its object, without checksums and the mark that another line belongs to it. */
  byte[] unmarked() {
    byte[] object = unsummed();
    return LogMark.isOn(object) ? LogMark.off(object) : object;
  }

  /** Whether its append goes on with the next line. */
  boolean isContinued() {
    return LogMark.isOn(unsummed());
  }

  /** Where its object ends in the file. */
  long objectEnd() {
    return offset + to;
  }
}
