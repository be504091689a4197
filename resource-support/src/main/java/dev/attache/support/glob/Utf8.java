package dev.attache.support.glob;

/**
 * Characters in bytes that may or may not be UTF-8 (Unicode 16, table 3-7).
 *
 * <p>A byte that is not part of a well-formed sequence is a character of its own, which is no code
 * point.
 */
final class Utf8 {
  /** Stands for a byte that is no character. */
  static final int INVALID = -1;

  private Utf8() {}

  /** How many bytes the character at {@code at} has. */
  static int length(byte[] bytes, int at, int to) {
    int lead = bytes[at] & 0xff;
    int length = lead < 0xc2 || lead > 0xf4 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (length > to - at) {
      return 1;
    }
    for (int i = 1; i < length; i++) {
      if ((bytes[at + i] & 0xc0) != 0x80) {
        return 1;
      }
    }
    return length < 3 || isShortest(lead, bytes[at + 1] & 0xff) ? length : 1;
  }

  /** The character of that length, or {@link #INVALID}. */
  static int codePoint(byte[] bytes, int at, int length) {
    if (length == 1) {
      return bytes[at] < 0 ? INVALID : bytes[at];
    }
    int codePoint = bytes[at] & (0x7f >> length);
    for (int i = 1; i < length; i++) {
      codePoint = codePoint << 6 | (bytes[at + i] & 0x3f);
    }
    return codePoint;
  }

  /**
   * Whether the second byte makes neither an overlong form, nor a surrogate, nor more than
   * U+10FFFF.
   */
  private static boolean isShortest(int lead, int second) {
    return switch (lead) {
      case 0xe0 -> second >= 0xa0;
      case 0xed -> second < 0xa0;
      case 0xf0 -> second >= 0x90;
      case 0xf4 -> second < 0x90;
      default -> true;
    };
  }
}
