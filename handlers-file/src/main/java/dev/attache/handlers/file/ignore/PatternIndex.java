package dev.attache.handlers.file.ignore;

import dev.attache.support.glob.AsciiCase;
import java.util.Arrays;

/**
 * A hash table from a name, or from an extension, to the patterns of one ignore file that can only
 * match entries with it.
 *
 * <p>A key's patterns come out in the reverse of the order in which they went in, so the last match
 * of a file is the first one met. Immutable once its owner has filled it.
 */
final class PatternIndex {
  private final IgnorePattern[] patterns;
  private final boolean foldsCase;
  private int[] heads = new int[16];
  private int[] hashes = new int[8];
  private int[] ordinals = new int[8];
  private int[] next = new int[8];
  private int size;

  /** An index over ordinals of the given patterns, all of which fold case or none. */
  PatternIndex(IgnorePattern[] patterns, boolean foldsCase) {
    this.patterns = patterns;
    this.foldsCase = foldsCase;
    Arrays.fill(heads, -1);
  }

  /** Adds a pattern, which must stand after all those added before, under the end of its bytes. */
  void add(int ordinal, int keyStart) {
    byte[] bytes = patterns[ordinal].bytes();
    if (size == hashes.length) {
      grow();
    }
    hashes[size] = hash(bytes, keyStart, bytes.length);
    ordinals[size] = ordinal;
    link(size++);
  }

  /**
   * The ordinal of the last pattern under the key in {@code [keyStart, end)} that matches, or -1.
   */
  int lastMatch(byte[] path, int start, int end, int nameStart, int keyStart, boolean isDirectory) {
    if (size == 0) {
      return -1;
    }
    int hash = hash(path, keyStart, end);
    for (int slot = heads[hash & (heads.length - 1)]; slot >= 0; slot = next[slot]) {
      if (hashes[slot] == hash
          && patterns[ordinals[slot]].matches(path, start, end, nameStart, isDirectory)) {
        return ordinals[slot];
      }
    }
    return -1;
  }

  private void link(int slot) {
    int bucket = hashes[slot] & (heads.length - 1);
    next[slot] = heads[bucket];
    heads[bucket] = slot;
  }

  private void grow() {
    hashes = Arrays.copyOf(hashes, size * 2);
    ordinals = Arrays.copyOf(ordinals, size * 2);
    next = Arrays.copyOf(next, size * 2);
    heads = new int[size * 4];
    Arrays.fill(heads, -1);
    for (int slot = 0; slot < size; slot++) {
      link(slot);
    }
  }

  private int hash(byte[] bytes, int from, int to) {
    return foldsCase ? foldedHash(bytes, from, to) : exactHash(bytes, from, to);
  }

  /** A hash that is the same for keys that differ in case alone. */
  private static int foldedHash(byte[] bytes, int from, int to) {
    int hash = to - from;
    for (int at = from; at < to; at++) {
      hash = 31 * hash + AsciiCase.lower(bytes[at]);
    }
    return hash ^ (hash >>> 15);
  }

  private static int exactHash(byte[] bytes, int from, int to) {
    int hash = to - from;
    for (int at = from; at < to; at++) {
      hash = 31 * hash + bytes[at];
    }
    return hash ^ (hash >>> 15);
  }
}
