package dev.attache.support.glob;

import java.util.ArrayList;
import java.util.List;

/**
 * A path pattern as users write it in references, anchored at the workspace: {@code *.md} is in the
 * workspace itself, {@code **}{@code /*.md} anywhere.
 *
 * <p>The rules are those of bash with {@code globstar}: {@code *} and {@code ?} stay in a segment,
 * {@code **} as a whole segment is any number of them, {@code [a-z]}, {@code [!a]} and {@code
 * [[:digit:]]} are one character, {@code {a,b}} nests, a backslash quotes. A wildcard at the start
 * of a segment does not match a dot, and {@code **} enters no segment that begins with one, unless
 * {@link #withHidden()}. A bracket never matches a slash. Characters are those of UTF-8, and a byte
 * that is none counts as one, which a literal never matches. {@code .} and empty segments are
 * dropped; {@code ..} is a name like any other. A slash at the end stands for all below the
 * directories that match.
 *
 * <p>A glob that begins with a slash is compared with absolute paths. Immutable and thread-safe.
 */
public final class Glob {
  private final String text;
  private final List<GlobPath> paths;
  private final boolean hidden;

  private Glob(String text, List<GlobPath> paths, boolean hidden) {
    this.text = text;
    this.paths = paths;
    this.hidden = hidden;
  }

  /**
   * Reads a glob.
   *
   * @param text the pattern, with {@code /} between segments on every platform
   * @return the pattern, whose wildcards do not match hidden names
   * @throws IllegalArgumentException if it is not closed, stands for too much or for nothing
   */
  public static Glob parse(String text) {
    List<GlobPath> paths = new ArrayList<>();
    for (List<GlobToken> tokens : GlobParser.parse(text)) {
      List<GlobSegment> segments = segments(text, tokens);
      if (endsWithSlash(tokens)) {
        segments.add(GlobSegment.DEEP);
      }
      paths.add(GlobPath.of(isAbsolute(tokens), segments));
    }
    return new Glob(text, List.copyOf(paths), false);
  }

  /**
   * {@return whether the text has a wildcard, a bracket or a brace that no backslash quotes}
   *
   * @param text any text, also one that is no glob
   */
  public static boolean hasMagic(String text) {
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '*' || c == '?' || c == '[' || c == '{') {
        return true;
      }
      at += c == '\\' ? 1 : 0;
    }
    return false;
  }

  /** {@return whether some alternatives begin with a slash and others do not} */
  public boolean mixesAbsoluteAndRelative() {
    return paths.stream().anyMatch(path -> path.isAbsolute() != paths.get(0).isAbsolute());
  }

  /** Its alternatives. */
  List<GlobPath> paths() {
    return paths;
  }

  /**
   * {@return whether something may match in whatever directory there is below the {@linkplain
   * #literalPrefix prefix}, hidden ones too if the glob takes them}
   */
  public boolean isDeep() {
    int prefix = commonDirectories().size();
    return paths.stream().allMatch(path -> path.isDeepAt(prefix));
  }

  /** {@return the same glob whose wildcards match hidden names too} */
  public Glob withHidden() {
    return new Glob(text, paths, true);
  }

  /** {@return the same glob whose wildcards match no hidden names} */
  public Glob withoutHidden() {
    return new Glob(text, paths, false);
  }

  /**
   * {@return the directory that every match lies in, as far as it is written without wildcards:
   * {@code src/main} for {@code src/main/**}{@code /*.java}; empty if there is none} Quoting is
   * undone.
   */
  public String literalPrefix() {
    boolean isAbsolute = paths.get(0).isAbsolute() && !mixesAbsoluteAndRelative();
    return (isAbsolute ? "/" : "") + String.join("/", commonDirectories());
  }

  private List<String> commonDirectories() {
    if (mixesAbsoluteAndRelative()) {
      return List.of();
    }
    List<String> common = paths.get(0).literalDirectories();
    for (GlobPath path : paths) {
      common = common.subList(0, commonLength(common, path.literalDirectories()));
    }
    return common;
  }

  /**
   * {@return whether the path in {@code [from, to)} matches; separated by {@code /}}
   *
   * @param path bytes of UTF-8, relative to the workspace or absolute
   * @param from the index of the first byte
   * @param to the index after the last one
   */
  public boolean matches(byte[] path, int from, int to) {
    boolean isAbsolute = from < to && path[from] == '/';
    for (GlobPath each : paths) {
      if (each.isAbsolute() == isAbsolute && each.matches(path, from, to, hidden)) {
        return true;
      }
    }
    return false;
  }

  /**
   * {@return whether a path below the directory in {@code [from, to)} could match; an empty path is
   * the workspace} If not, a walk need not enter the directory.
   *
   * @param directory bytes of UTF-8, relative to the workspace or absolute, without a slash at the
   *     end
   * @param from the index of the first byte
   * @param to the index after the last one
   */
  public boolean couldMatchBelow(byte[] directory, int from, int to) {
    boolean isAbsolute = from < to && directory[from] == '/';
    for (GlobPath each : paths) {
      if (each.isAbsolute() == isAbsolute && each.couldMatchBelow(directory, from, to, hidden)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return text;
  }

  /** The segments of one alternative. */
  static List<GlobSegment> segments(String text, List<GlobToken> tokens) {
    List<GlobSegment> segments = new ArrayList<>();
    int start = 0;
    for (int end = 0; end <= tokens.size(); end++) {
      if (end == tokens.size() || tokens.get(end).is('/')) {
        List<GlobToken> segment = tokens.subList(start, end);
        boolean isHere = segment.isEmpty() || (segment.size() == 1 && segment.get(0).is('.'));
        if (!isHere) {
          segments.add(GlobSegment.of(segment));
        }
        start = end + 1;
      }
    }
    if (segments.isEmpty()) {
      throw new IllegalArgumentException("glob (" + text + ") must name something");
    }
    if (segments.size() >= GlobPath.MAX_SEGMENTS) {
      throw new IllegalArgumentException(
          "glob (" + text + ") must have fewer than " + GlobPath.MAX_SEGMENTS + " segments");
    }
    return segments;
  }

  static boolean isAbsolute(List<GlobToken> tokens) {
    return !tokens.isEmpty() && tokens.get(0).is('/');
  }

  static boolean endsWithSlash(List<GlobToken> tokens) {
    return !tokens.isEmpty() && tokens.get(tokens.size() - 1).is('/');
  }

  private static int commonLength(List<String> left, List<String> right) {
    int length = 0;
    while (length < left.size()
        && length < right.size()
        && left.get(length).equals(right.get(length))) {
      length++;
    }
    return length;
  }
}
