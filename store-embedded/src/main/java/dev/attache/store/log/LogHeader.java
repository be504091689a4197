package dev.attache.store.log;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The words at the beginning of a derived file, read in the order in which they were written. What
 * is not exactly as it was written is not read. Not thread-safe.
 */
final class LogHeader {

  private final byte[] bytes;
  private int at;
  private boolean isGood = true;

  LogHeader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Passes over what has to stand here. */
  LogHeader skip(String expected) {
    int end = at + expected.length();
    if (isGood
        && end <= bytes.length
        && new String(bytes, at, expected.length(), ISO_8859_1).equals(expected)) {
      at = end;
    } else {
      isGood = false;
    }
    return this;
  }

  /** Reads a number of at most 19 digits. */
  long number() {
    long value = 0;
    int start = at;
    while (at < bytes.length && at - start < 19 && bytes[at] >= '0' && bytes[at] <= '9') {
      value = 10 * value + (bytes[at++] - '0');
    }
    isGood &= at > start;
    return value;
  }

  private static boolean isLetterOrDigit(byte b) {
    return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z');
  }

  /** Reads small letters and digits. */
  String word() {
    int start = at;
    while (at < bytes.length && isLetterOrDigit(bytes[at])) {
      at++;
    }
    return new String(bytes, start, at - start, ISO_8859_1);
  }

  /** Where reading has come to; -1 if something was not as it has to be. */
  int position() {
    return isGood ? at : -1;
  }

  /** The check of something: what a file that was cut off or mixed up does not have. */
  static String check(String first, byte[] second, int from) {
    var check = new CRC32C();
    check.update(first.getBytes(ISO_8859_1));
    check.update(second, from, second.length - from);
    return Long.toHexString(check.getValue());
  }

  /** Returns the bytes from here on, without what has to be at the end; null if it is not. */
  byte @Nullable [] rest(String end) {
    int to = bytes.length - end.length();
    if (!isGood || to < at || !new String(bytes, to, end.length(), ISO_8859_1).equals(end)) {
      return null;
    }
    return Arrays.copyOfRange(bytes, at, to);
  }
}
