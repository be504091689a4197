package dev.attache.types.tables;

/**
 * The pairs of bytes that stand side by side in the beginning of a content: one pass that spares
 * {@link MagicEvaluation} most of its searches for patterns that may lie anywhere in there.
 */
final class BytePairs {
  /**
   * How much is looked at: as far as any pattern of Tika's is searched, and the longest pattern.
   */
  static final int REACH = 8 * 1024 + 64;

  private final long[] seen = new long[65536 / 64];

  private BytePairs() {}

  static BytePairs of(byte[] data, int length) {
    var pairs = new BytePairs();
    int pair = length > 0 ? data[0] & 0xff : 0;
    for (int i = 1; i < length && i < REACH; i++) {
      pair = ((pair << 8) & 0xff00) | (data[i] & 0xff);
      pairs.seen[pair >> 6] |= 1L << pair;
    }
    return pairs;
  }

  boolean has(byte first, byte second) {
    int pair = ((first & 0xff) << 8) | (second & 0xff);
    return (seen[pair >> 6] & 1L << pair) != 0;
  }
}
