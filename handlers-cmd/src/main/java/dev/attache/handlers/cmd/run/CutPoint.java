package dev.attache.handlers.cmd.run;

/**
 * The place near a wanted one at which a stream is best cut: between two lines, else between two
 * characters of UTF-8, else there. Only what would have been kept is given up for it.
 */
final class CutPoint {

  /** How much may be given up for a whole line. */
  private static final int NEAR = 4 << 10;

  private static final int LONGEST_CHARACTER = 4;

  private CutPoint() {}

  /** Where the beginning of a stream should end, of which {@code end} bytes could be kept. */
  static int endBefore(byte[] bytes, int end) {
    int limit = end - Math.min(NEAR, end / 4);
    for (int at = end; at > limit; at--) {
      if (bytes[at - 1] == '\n') {
        return at;
      }
    }
    return characterEnd(bytes, end);
  }

  private static int characterEnd(byte[] bytes, int end) {
    for (int at = end - 1; at >= 0 && at > end - LONGEST_CHARACTER; at--) {
      if (!isContinuation(bytes[at])) {
        return at + sizeOf(bytes[at]) > end ? at : end;
      }
    }
    return end; // not UTF-8
  }

  /** How many bytes a character has that begins so; 1 also for what begins none. */
  private static int sizeOf(byte lead) {
    int value = lead & 0xff;
    if (value < 0xc2 || value > 0xf4) {
      return 1;
    }
    return value < 0xe0 ? 2 : value < 0xf0 ? 3 : 4;
  }

  /** Where the end of a stream should start, of which the bytes from {@code start} on are there. */
  static int startAfter(byte[] bytes, int start) {
    if (start > 0 && bytes[start - 1] == '\n') {
      return start;
    }
    int limit = start + Math.min(NEAR, (bytes.length - start) / 4);
    for (int at = start; at < limit; at++) {
      if (bytes[at] == '\n') {
        return at + 1;
      }
    }
    return characterStart(bytes, start);
  }

  private static int characterStart(byte[] bytes, int start) {
    int at = start;
    while (at < bytes.length && isContinuation(bytes[at])) {
      at++;
      if (at - start == LONGEST_CHARACTER) {
        return start; // not UTF-8
      }
    }
    return at;
  }

  private static boolean isContinuation(byte b) {
    return (b & 0xc0) == 0x80;
  }
}
