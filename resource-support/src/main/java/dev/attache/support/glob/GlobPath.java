package dev.attache.support.glob;

import java.util.ArrayList;
import java.util.List;

/**
 * One alternative of a glob, without braces: the segments that a path must match one by one.
 *
 * <p>Matching runs all possibilities side by side as one set of bits, bit {@code i} for "segment
 * {@code i} is next", so no pattern is slow. A {@code **} in last place stands for at least one
 * segment, elsewhere also for none. Immutable and thread-safe.
 */
final class GlobPath {
  /** As many as there are bits, but for the one that says the path has matched. */
  static final int MAX_SEGMENTS = 62;

  private final boolean isAbsolute;
  private final GlobSegment[] segments;

  /** The states before a {@code **} that is not in last place. */
  private final long innerDeep;

  private GlobPath(boolean isAbsolute, List<GlobSegment> segments) {
    this.isAbsolute = isAbsolute;
    this.segments = segments.toArray(GlobSegment[]::new);
    long deep = 0;
    for (int i = 0; i < segments.size() - 1; i++) {
      deep |= segments.get(i) == GlobSegment.DEEP ? 1L << i : 0;
    }
    this.innerDeep = deep;
  }

  /** The path of at most {@link #MAX_SEGMENTS} segments; adjoining {@code **} count as one. */
  static GlobPath of(boolean isAbsolute, List<GlobSegment> segments) {
    var merged = new ArrayList<GlobSegment>();
    for (GlobSegment segment : segments) {
      boolean repeats = !merged.isEmpty() && merged.get(merged.size() - 1) == GlobSegment.DEEP;
      if (segment != GlobSegment.DEEP || !repeats) {
        merged.add(segment);
      }
    }
    return new GlobPath(isAbsolute, merged);
  }

  /** Whether the glob begins with a slash, and so is compared with absolute paths. */
  boolean isAbsolute() {
    return isAbsolute;
  }

  /** The names of the directories that every match lies in, outermost first. */
  List<String> literalDirectories() {
    var names = new ArrayList<String>();
    for (int i = 0; i < segments.length - 1; i++) {
      String name = segments[i].literal();
      if (name == null) {
        break;
      }
      names.add(name);
    }
    return names;
  }

  /** Whether {@code **} follows so many segments. */
  boolean isDeepAt(int index) {
    return index < segments.length && segments[index] == GlobSegment.DEEP;
  }

  /** The parts without wildcards that every match has, a character for each byte of UTF-8. */
  List<String> literals() {
    var all = new ArrayList<String>();
    for (GlobSegment segment : segments) {
      segment.addLiteralsTo(all);
    }
    return all;
  }

  boolean matches(byte[] path, int from, int to, boolean hidden) {
    return isMatch(run(path, from, to, hidden, false));
  }

  /** Whether the path or a directory around it matches; of the path itself only if asked to. */
  boolean matchesAround(byte[] path, int from, int to, boolean itself) {
    if (itself) {
      return isMatch(run(path, from, to, true, true));
    }
    int slash = lastSlash(path, from, to);
    return slash >= from && isMatch(run(path, from, slash, true, true));
  }

  private static int lastSlash(byte[] path, int from, int to) {
    int at = to - 1;
    while (at >= from && path[at] != '/') {
      at--;
    }
    return at;
  }

  /** Whether a path below the directory, which is empty for the top, could match. */
  boolean couldMatchBelow(byte[] path, int from, int to, boolean hidden) {
    long states = run(path, from, to, hidden, false);
    return (states & ~(1L << segments.length)) != 0;
  }

  private boolean isMatch(long states) {
    return (states >>> segments.length & 1) != 0;
  }

  /** The states after the path, or after the first segment that completes a match. */
  private long run(byte[] path, int from, int to, boolean hidden, boolean stopsAtMatch) {
    long states = withEmptyDeep(1);
    int at = from;
    while (at < to && states != 0) {
      int end = at;
      while (end < to && path[end] != '/') {
        end++;
      }
      if (end > at) {
        states = step(states, path, at, end, hidden);
        if (stopsAtMatch && isMatch(states)) {
          return states;
        }
      }
      at = end + 1;
    }
    return states;
  }

  private long step(long states, byte[] path, int from, int to, boolean hidden) {
    long next = 0;
    for (long rest = states; rest != 0; rest &= rest - 1) {
      int i = Long.numberOfTrailingZeros(rest);
      if (i == segments.length) {
        break;
      }
      if (segments[i] == GlobSegment.DEEP) {
        boolean enters = hidden || path[from] != '.';
        next |= enters ? (i == segments.length - 1 ? 3L : 1L) << i : 0;
      } else if (segments[i].matches(path, from, to, hidden)) {
        next |= 2L << i;
      }
    }
    return withEmptyDeep(next);
  }

  /** Adds to each state before an inner {@code **} the one after it; two never adjoin. */
  private long withEmptyDeep(long states) {
    return states | (states & innerDeep) << 1;
  }
}
