package dev.attache.types.text;

import java.nio.ByteBuffer;

/**
 * One pass over bytes that tells ASCII, other UTF-8 (RFC 3629), and neither apart, and finds NUL
 * bytes.
 */
enum Utf8Scan {
  ASCII,
  UTF_8,
  MALFORMED,
  /** There is a NUL byte, whatever the rest is. */
  HAS_NUL;

  private static final long HIGHS = 0x8080808080808080L;
  private static final long ONES = 0x0101010101010101L;

  static Utf8Scan of(byte[] bytes, int from, int length) {
    var longs = ByteBuffer.wrap(bytes);
    boolean ascii = true;
    int at = from;
    while (at < length) {
      if (at + 8 <= length && isPlain(longs.getLong(at))) {
        at += 8;
      } else if (bytes[at] > 0) {
        at++;
      } else if (bytes[at] == 0) {
        return HAS_NUL;
      } else {
        int size = sequence(bytes, at, length);
        if (size == 0) {
          return hasNul(bytes, at, length) ? HAS_NUL : MALFORMED;
        }
        ascii = false;
        at += size;
      }
    }
    return ascii ? ASCII : UTF_8;
  }

  /** Whether none of eight bytes is NUL or above ASCII. */
  private static boolean isPlain(long eight) {
    return ((eight - ONES | eight) & HIGHS) == 0;
  }

  /** The size of the well-formed sequence at a byte above ASCII; 0 if there is none. */
  static int sequence(byte[] bytes, int at, int end) {
    int lead = bytes[at] & 0xff;
    int second = at + 1 < end ? bytes[at + 1] & 0xff : 0;
    if (lead < 0xC2 || lead > 0xF4 || second < 0x80 || second > 0xBF) {
      return 0;
    } else if (lead < 0xE0) {
      return 2;
    } else if (!isContinuation(bytes, at + 2, end)) {
      return 0;
    } else if (lead < 0xF0) {
      return (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ? 0 : 3;
    }
    boolean outside = (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
    return outside || !isContinuation(bytes, at + 3, end) ? 0 : 4;
  }

  private static boolean isContinuation(byte[] bytes, int at, int end) {
    return at < end && (bytes[at] & 0xC0) == 0x80;
  }

  static boolean hasNul(byte[] bytes, int from, int length) {
    for (int i = from; i < length; i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }

  /** The length without a sequence that the end of a buffer may have cut. */
  static int withoutCutSequence(byte[] bytes, int length) {
    for (int at = length - 1; at >= 0 && at >= length - 3; at--) {
      int lead = bytes[at] & 0xff;
      if (lead >= 0xC0) {
        int size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        return at + size > length ? at : length;
      } else if (lead < 0x80) {
        return length;
      }
    }
    return length;
  }
}
