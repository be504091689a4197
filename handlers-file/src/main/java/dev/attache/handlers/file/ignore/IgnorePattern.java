package dev.attache.handlers.file.ignore;

import dev.attache.handlers.file.place.PathBytes;
import dev.attache.support.glob.AsciiCase;
import dev.attache.support.glob.WildMatch;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One line of an ignore file: what it matches, and where it stands, so that a user can be told.
 *
 * <p>The rules are those of gitignore(5), "PATTERN FORMAT". A pattern without a slash, but for one
 * at its end, is compared with the name; any other with the path from the ignore file's directory.
 * As in git, the bytes before the first wildcard of a path are compared as they are and only the
 * rest is a wildmatch, so that the stars of {@code foo**}{@code /bar} open a pattern and cross
 * slashes. A pattern that folds case disregards that of ASCII letters, by the rules of {@link
 * WildMatch} after the first wildcard. Immutable and thread-safe.
 */
public final class IgnorePattern {
  private enum Kind {
    NAME,
    NAME_SUFFIX,
    NAME_WILD,
    PATH
  }

  private final String origin;
  private final int line;
  private final String text;
  private final boolean negated;
  private final boolean directoryOnly;
  private final boolean foldsCase;
  private final Kind kind;

  /** The pattern without {@code !} and without the slashes at its ends. */
  private final byte[] bytes;

  /** How many of the bytes stand before the first wildcard. */
  private final int literal;

  /**
   * What the bytes after the literal ones match, or the whole of a name; null without wildcards.
   */
  private final @Nullable WildMatch wild;

  private IgnorePattern(
      String origin, int line, byte[] source, int from, int to, boolean foldsCase) {
    this.origin = origin;
    this.line = line;
    this.foldsCase = foldsCase;
    this.text = new String(source, from, to - from, StandardCharsets.UTF_8);
    this.negated = from < to && source[from] == '!';
    int start = negated ? from + 1 : from;
    this.directoryOnly = start < to && source[to - 1] == '/';
    int end = directoryOnly ? to - 1 : to;
    boolean isName = indexOf(source, start, end, '/') < 0;
    this.bytes =
        Arrays.copyOfRange(source, isAnchored(source, start, end) ? start + 1 : start, end);
    this.literal = firstWildcard(bytes, 0);
    this.kind = isName ? nameKind() : Kind.PATH;
    this.wild = compile();
  }

  /**
   * The pattern in {@code [from, to)}, a line whose end and trailing spaces {@link IgnoreFile} has
   * taken off.
   */
  static IgnorePattern of(
      String origin, int line, byte[] source, int from, int to, boolean foldsCase) {
    return new IgnorePattern(origin, line, source, from, to, foldsCase);
  }

  /** Whether the line begins with {@code !}, and so includes again what an earlier line ignores. */
  boolean isNegated() {
    return negated;
  }

  /** The file that holds the line, as shown to users. */
  String origin() {
    return origin;
  }

  /** Whether that file lies outside of the root, so that its path tells where things are. */
  public boolean isOutside() {
    return origin.startsWith("/");
  }

  /** The line's number, from 1. */
  int line() {
    return line;
  }

  /** The line as written, without its trailing spaces; bytes that are not UTF-8 become U+FFFD. */
  String text() {
    return text;
  }

  /** Where the rule stands and what it says: {@code src/.gitignore:3 `*.log`}. */
  @Override
  public String toString() {
    return origin + ":" + line + " `" + text + "`";
  }

  /**
   * Whether the pattern matches the entry whose path from the ignore file's directory is in {@code
   * [start, end)} and whose name begins at {@code nameStart}.
   */
  boolean matches(byte[] path, int start, int end, int nameStart, boolean isDirectory) {
    if (directoryOnly && !isDirectory) {
      return false;
    }
    return switch (kind) {
      case NAME -> equal(path, nameStart, end, 0, bytes.length);
      case NAME_SUFFIX -> {
        int suffix = end - (bytes.length - 1);
        yield suffix >= nameStart && equal(path, suffix, end, 1, bytes.length);
      }
      case NAME_WILD -> matchesFrom(path, nameStart, end);
      case PATH -> matchesFrom(path, start, end);
    };
  }

  /**
   * Where the bytes begin that every name this pattern matches must equal, but for case if it folds
   * case, or -1 if names may differ. They end with the pattern.
   */
  int fixedName() {
    int segment = lastSegment();
    return slashesMayVanish() || firstWildcard(bytes, segment) < bytes.length ? -1 : segment;
  }

  /**
   * Where the extension begins, dot included, that every name this pattern matches must end with,
   * but for case if it folds case, or -1 if there is none. It ends with the pattern.
   */
  int fixedExtension() {
    int segment = lastSegment();
    boolean isSuffix = segment < bytes.length && bytes[segment] == '*';
    if (!isSuffix || slashesMayVanish() || firstWildcard(bytes, segment + 1) < bytes.length) {
      return -1;
    }
    return PathBytes.lastIndexOf(bytes, segment + 1, bytes.length, '.');
  }

  byte[] bytes() {
    return bytes;
  }

  private boolean matchesFrom(byte[] path, int start, int end) {
    int rest = start + literal;
    if (rest > end || !equal(path, start, rest, 0, literal)) {
      return false;
    }
    return wild == null ? rest == end : wild.matches(path, rest, end);
  }

  /** Whether a range of the path is a range of the pattern. */
  @SuppressWarnings(
      "ArgumentSelectionDefectChecker") // start is where path, from where bytes begins
  private boolean equal(byte[] path, int start, int end, int from, int to) {
    return foldsCase
        ? end - start == to - from && AsciiCase.equal(path, start, bytes, from, to - from)
        : Arrays.equals(path, start, end, bytes, from, to);
  }

  private Kind nameKind() {
    if (literal == bytes.length) {
      return Kind.NAME;
    }
    boolean isSuffix = bytes[0] == '*' && firstWildcard(bytes, 1) == bytes.length;
    return isSuffix ? Kind.NAME_SUFFIX : Kind.NAME_WILD;
  }

  private @Nullable WildMatch compile() {
    return switch (kind) {
      case NAME, NAME_SUFFIX -> null;
      case NAME_WILD, PATH ->
          literal == bytes.length ? null : WildMatch.of(bytes, literal, bytes.length, foldsCase);
    };
  }

  /**
   * Whether the last slash may be none in the path, so that what follows it is not a whole name: in
   * a bracket, or after stars that follow literal bytes, as {@code foo**}{@code /bar} matches
   * foobar.
   */
  private boolean slashesMayVanish() {
    boolean opensInName = literal > 0 && literal < bytes.length && bytes[literal - 1] != '/';
    boolean opensDeep = opensInName && kind == Kind.PATH && bytes[literal] == '*';
    return opensDeep || indexOf(bytes, 0, bytes.length, '[') >= 0;
  }

  private int lastSegment() {
    return PathBytes.lastIndexOf(bytes, 0, bytes.length, '/') + 1;
  }

  private static boolean isAnchored(byte[] source, int start, int end) {
    return start < end && source[start] == '/';
  }

  private static int firstWildcard(byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length && !isWildcard(bytes[at])) {
      at++;
    }
    return at;
  }

  private static boolean isWildcard(byte b) {
    return b == '*' || b == '?' || b == '[' || b == '\\';
  }

  private static int indexOf(byte[] bytes, int from, int to, char wanted) {
    for (int at = from; at < to; at++) {
      if (bytes[at] == wanted) {
        return at;
      }
    }
    return -1;
  }
}
