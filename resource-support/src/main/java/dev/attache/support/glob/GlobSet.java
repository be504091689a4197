package dev.attache.support.glob;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Many globs as one, compared with a path at the cost of those that may match it: each is found by
 * a literal part of it that few others have, wherever that stands in the path. Immutable and
 * thread-safe.
 */
public final class GlobSet {

  private final List<Glob> globs;
  private final int[] withoutLiteral;
  private final List<Literals> literals = new ArrayList<>(); // one for each length

  private GlobSet(List<Glob> globs) {
    this.globs = List.copyOf(globs);
    Map<String, Integer> frequency = new HashMap<>();
    for (Glob glob : globs) {
      glob.paths()
          .forEach(path -> path.literals().forEach(run -> frequency.merge(run, 1, Integer::sum)));
    }
    Map<Integer, Literals> byLength = new HashMap<>();
    int[] without = new int[globs.size()];
    int count = 0;
    for (int i = 0; i < globs.size(); i++) {
      List<String> keys = keys(globs.get(i), frequency);
      if (keys.isEmpty()) {
        without[count++] = i;
      }
      for (String key : keys) {
        byLength.computeIfAbsent(key.length(), Literals::new).add(key, i);
      }
    }
    withoutLiteral = Arrays.copyOf(without, count);
    literals.addAll(byLength.values());
  }

  /**
   * {@return a set of globs}
   *
   * @param globs the globs, which matches have the indexes of
   */
  public static GlobSet of(List<Glob> globs) {
    return new GlobSet(globs);
  }

  /** Returns for each alternative the literal that the fewest have; none if one has no literal. */
  private static List<String> keys(Glob glob, Map<String, Integer> frequency) {
    var keys = new ArrayList<String>();
    for (GlobPath path : glob.paths()) {
      String rarest = null;
      for (String run : path.literals()) {
        if (rarest == null || isRarer(run, rarest, frequency)) {
          rarest = run;
        }
      }
      if (rarest == null) {
        return List.of();
      }
      keys.add(rarest);
    }
    return keys;
  }

  private static boolean isRarer(String run, String other, Map<String, Integer> frequency) {
    int difference =
        Integer.compare(frequency.getOrDefault(run, 0), frequency.getOrDefault(other, 0));
    return difference < 0 || (difference == 0 && run.length() > other.length());
  }

  /**
   * {@return the indexes of the globs that a path matches, as {@link Glob#matches} has it}
   *
   * @param path bytes of UTF-8, relative to the workspace or absolute, with {@code /} between
   *     segments
   */
  public BitSet matches(byte[] path) {
    BitSet matches = candidates(path);
    for (int i = matches.nextSetBit(0); i >= 0; i = matches.nextSetBit(i + 1)) {
      matches.set(i, globs.get(i).matches(path, 0, path.length));
    }
    return matches;
  }

  /** Returns the indexes of those that have to be compared with a path. */
  BitSet candidates(byte[] path) {
    var candidates = new BitSet();
    for (int glob : withoutLiteral) {
      candidates.set(glob);
    }
    for (Literals each : literals) {
      each.find(path, candidates);
    }
    return candidates;
  }

  /** A hash table from literals of one length, a character for each byte, to globs. */
  private static final class Literals {

    private static final int BASE = 31;

    private final int length;
    private final int power; // of the byte that leaves a window
    private int[] heads = new int[16];
    private int[] hashes = new int[8];
    private int[] globs = new int[8];
    private int[] next = new int[8];
    private int size;

    Literals(int length) {
      this.length = length;
      int power = 1;
      for (int i = 1; i < length; i++) {
        power *= BASE;
      }
      this.power = power;
      Arrays.fill(heads, -1);
    }

    void add(String literal, int glob) {
      if (size == hashes.length) {
        grow();
      }
      int hash = 0;
      for (int i = 0; i < length; i++) {
        hash = BASE * hash + literal.charAt(i);
      }
      hashes[size] = hash;
      globs[size] = glob;
      link(size++);
    }

    /** Adds all whose literal a path has, and perhaps others with the same hash. */
    void find(byte[] path, BitSet found) {
      int hash = 0;
      for (int end = 0; end < path.length; end++) {
        if (end >= length) {
          hash -= power * (path[end - length] & 0xff);
        }
        hash = BASE * hash + (path[end] & 0xff);
        if (end + 1 >= length) {
          for (int slot = heads[bucket(hash)]; slot >= 0; slot = next[slot]) {
            if (hashes[slot] == hash) {
              found.set(globs[slot]);
            }
          }
        }
      }
    }

    private int bucket(int hash) {
      return (hash ^ (hash >>> 15)) & (heads.length - 1);
    }

    private void link(int slot) {
      int bucket = bucket(hashes[slot]);
      next[slot] = heads[bucket];
      heads[bucket] = slot;
    }

    private void grow() {
      hashes = Arrays.copyOf(hashes, size * 2);
      globs = Arrays.copyOf(globs, size * 2);
      next = Arrays.copyOf(next, size * 2);
      heads = new int[size * 4];
      Arrays.fill(heads, -1);
      for (int slot = 0; slot < size; slot++) {
        link(slot);
      }
    }
  }
}
