package dev.attache.support.glob;

import java.util.ArrayList;
import java.util.List;

/**
 * A path pattern that leaves out what it matches, and all that lies below, like a line of an ignore
 * file.
 *
 * <p>Its syntax is {@link Glob}'s and its place is that of gitignore(5): without a slash, but for
 * one at the end, it matches at any depth; with one it is anchored at the workspace; one at the end
 * restricts it to directories. Each alternative of a brace has its own place. Wildcards match
 * hidden names. Immutable and thread-safe.
 */
public final class ExcludeGlob {
  private record Alternative(GlobPath path, boolean isDirectoryOnly) {}

  private final String text;
  private final List<Alternative> alternatives;

  private ExcludeGlob(String text, List<Alternative> alternatives) {
    this.text = text;
    this.alternatives = alternatives;
  }

  /**
   * Reads a glob, without the {@code !} that makes a reference an exclude.
   *
   * @param text the pattern, with {@code /} between segments on every platform
   * @return the pattern
   * @throws IllegalArgumentException as {@link Glob#parse}
   */
  public static ExcludeGlob parse(String text) {
    List<Alternative> alternatives = new ArrayList<>();
    for (List<GlobToken> tokens : GlobParser.parse(text)) {
      var segments = new ArrayList<>(Glob.segments(text, tokens));
      boolean isDirectoryOnly = Glob.endsWithSlash(tokens);
      List<GlobToken> place = tokens.subList(0, tokens.size() - (isDirectoryOnly ? 1 : 0));
      if (place.stream().noneMatch(token -> token.is('/'))) {
        segments.add(0, GlobSegment.DEEP);
      }
      alternatives.add(new Alternative(GlobPath.of(false, segments), isDirectoryOnly));
    }
    return new ExcludeGlob(text, List.copyOf(alternatives));
  }

  /**
   * {@return whether the entry whose path is in {@code [from, to)}, or a directory around it, is
   * left out}
   *
   * @param path bytes of UTF-8, relative to the workspace or absolute, with {@code /} between
   *     segments
   * @param from the index of the first byte
   * @param to the index after the last one
   * @param isDirectory whether the entry itself is one; what is around it always is
   */
  public boolean excludes(byte[] path, int from, int to, boolean isDirectory) {
    for (Alternative each : alternatives) {
      boolean itself = isDirectory || !each.isDirectoryOnly;
      if (each.path.matchesAround(path, from, to, itself)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return text;
  }
}
