package dev.attache.store.log;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The field at the end of a line by which damage shows: {@code "sum":"BEFORE-OWN"}, each a CRC-32C
 * in eight hexadecimal digits. The first is that of the line before, the second goes over the first
 * and all else of the line. So a line that was changed does not match its own, and one that was
 * removed, repeated or moved is not what the next one names.
 *
 * @param before the checksum of the line before
 * @param own the checksum of the line
 */
record LogSum(long before, long own) {

  /** What the first line names. */
  static final long START = 0;

  private static final byte[] FIELD = ",\"sum\":\"".getBytes(US_ASCII);
  private static final int DIGITS = 8;

  /** How many bytes the field takes, with the brace after it. */
  static final int LENGTH = FIELD.length + 2 * DIGITS + 3;

  /** The checksums of an object that has a field, and is written after a line. */
  static LogSum after(long before, byte[] object) {
    return new LogSum(before, own(before, object, 0, object.length - 1));
  }

  /** Returns the object with them. */
  byte[] on(byte[] object) {
    byte[] marked = Arrays.copyOf(object, object.length - 1 + LENGTH);
    int at = object.length - 1;
    System.arraycopy(FIELD, 0, marked, at, FIELD.length);
    at += FIELD.length;
    System.arraycopy(digits(before), 0, marked, at, DIGITS);
    at += DIGITS;
    marked[at++] = '-';
    System.arraycopy(digits(own), 0, marked, at, DIGITS);
    at += DIGITS;
    marked[at++] = '"';
    marked[at] = '}';
    return marked;
  }

  /** Reads the checksums of an object that stands in some bytes; null if it has none. */
  static @Nullable LogSum of(byte[] bytes, int from, int to) {
    int start = to - LENGTH;
    if (start <= from
        || !Arrays.equals(bytes, start, start + FIELD.length, FIELD, 0, FIELD.length)
        || bytes[to - 2] != '"'
        || bytes[to - 1] != '}') {
      return null;
    }
    int first = start + FIELD.length;
    long before = number(bytes, first);
    long own = number(bytes, first + DIGITS + 1);
    return before < 0 || own < 0 || bytes[first + DIGITS] != '-' ? null : new LogSum(before, own);
  }

  /**
   * The checksum that a line has.
   *
   * @param before that of the line before
   * @param to where the object ends, without its brace and this field
   */
  static long own(long before, byte[] bytes, int from, int to) {
    var own = new CRC32C();
    own.update(digits(before));
    own.update(bytes, from, to - from);
    return own.getValue();
  }

  private static byte[] digits(long value) {
    byte[] digits = new byte[DIGITS];
    for (int i = 0; i < DIGITS; i++) {
      digits[i] = (byte) Character.forDigit((int) (value >> (4 * (DIGITS - 1 - i))) & 0xf, 16);
    }
    return digits;
  }

  /** Reads digits as they are written here, small letters among them; -1 if they are not. */
  private static long number(byte[] bytes, int from) {
    long value = 0;
    for (int i = from; i < from + DIGITS; i++) {
      byte b = bytes[i];
      int digit = b >= '0' && b <= '9' ? b - '0' : b >= 'a' && b <= 'f' ? b - 'a' + 10 : -1;
      if (digit < 0) {
        return -1;
      }
      value = (value << 4) | digit;
    }
    return value;
  }
}
