package dev.attache.support.glob;

import java.util.Arrays;
import java.util.List;

/**
 * One element of a glob: a character, a wildcard, or a bracket expression over code points.
 *
 * <p>Immutable and thread-safe.
 */
final class GlobToken {
  static final GlobToken STAR = new GlobToken(-1, true, new int[0]);

  /** {@code ?}, as the bracket that excludes nothing. */
  static final GlobToken ANY = new GlobToken(-1, true, new int[0]);

  private final int codePoint;
  private final boolean negated;

  /** Pairs of first and last code point. */
  private final int[] ranges;

  private GlobToken(int codePoint, boolean negated, int[] ranges) {
    this.codePoint = codePoint;
    this.negated = negated;
    this.ranges = ranges;
  }

  static GlobToken literal(int codePoint) {
    return new GlobToken(codePoint, false, new int[0]);
  }

  /** A bracket that holds these pairs of first and last code point. */
  static GlobToken bracket(boolean negated, List<Integer> ranges) {
    return new GlobToken(-1, negated, ranges.stream().mapToInt(Integer::intValue).toArray());
  }

  boolean isLiteral() {
    return codePoint >= 0;
  }

  int codePoint() {
    return codePoint;
  }

  boolean is(int character) {
    return codePoint == character;
  }

  /** Whether the character at {@code at} matches; a star is not asked. */
  boolean matches(byte[] path, int at, int length) {
    int character = Utf8.codePoint(path, at, length);
    return isLiteral() ? character == codePoint : holds(character) != negated;
  }

  private boolean holds(int character) {
    for (int i = 0; i < ranges.length; i += 2) {
      if (ranges[i] <= character && character <= ranges[i + 1]) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return this == STAR
        ? "*"
        : isLiteral() ? Character.toString(codePoint) : Arrays.toString(ranges);
  }
}
