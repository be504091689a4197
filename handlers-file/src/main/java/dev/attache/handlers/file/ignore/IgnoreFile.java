package dev.attache.handlers.file.ignore;

import dev.attache.handlers.file.place.PathBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one ignore file, of which the last that matches decides.
 *
 * <p>Parsed as git parses {@code .gitignore}: a UTF-8 byte order mark is dropped; lines end at LF
 * or CR LF, the last one also at a lone CR; a line ends early at a NUL; a line that begins with
 * {@code #} is a comment; spaces at the end are dropped unless a backslash quotes them, tabs are
 * not. Patterns that can only match one name or one extension are found by hash, so a file with
 * thousands of names costs no more than one with ten. Immutable and thread-safe.
 */
final class IgnoreFile {
  private final IgnorePattern[] patterns;
  private final PatternIndex names;
  private final PatternIndex extensions;

  /** Ordinals of the patterns in neither index, in the file's order. */
  private final int[] others;

  private IgnoreFile(IgnorePattern[] patterns, boolean foldsCase) {
    this.patterns = patterns;
    this.names = new PatternIndex(patterns, foldsCase);
    this.extensions = new PatternIndex(patterns, foldsCase);
    var rest = new int[patterns.length];
    int length = 0;
    for (int ordinal = 0; ordinal < patterns.length; ordinal++) {
      if (patterns[ordinal].fixedName() >= 0) {
        names.add(ordinal, patterns[ordinal].fixedName());
      } else if (patterns[ordinal].fixedExtension() >= 0) {
        extensions.add(ordinal, patterns[ordinal].fixedExtension());
      } else {
        rest[length++] = ordinal;
      }
    }
    this.others = Arrays.copyOf(rest, length);
  }

  /** Parses the content of an ignore file to which case matters. */
  static IgnoreFile parse(String origin, byte[] content) {
    return parse(origin, content, false);
  }

  /**
   * Parses the content of an ignore file; {@code origin} is the path that users see. Never fails.
   *
   * @param foldsCase whether the patterns disregard the case of ASCII letters, as git's do where
   *     {@code core.ignoreCase} is set
   */
  static IgnoreFile parse(String origin, byte[] content, boolean foldsCase) {
    List<IgnorePattern> patterns = new ArrayList<>();
    int line = 1;
    for (int from = afterByteOrderMark(content); from < content.length; line++) {
      int newline = endOf(content, from, content.length, '\n');
      int to = endOfLine(content, from, newline);
      if (from < to && content[from] != '#') {
        to = withoutTrailingSpaces(content, from, to);
        patterns.add(IgnorePattern.of(origin, line, content, from, to, foldsCase));
      }
      from = newline + 1;
    }
    return new IgnoreFile(patterns.toArray(new IgnorePattern[0]), foldsCase);
  }

  boolean isEmpty() {
    return patterns.length == 0;
  }

  /**
   * The rule that decides on an entry, or null if none matches.
   *
   * @param path holds the entry's path from the ignore file's directory in {@code [start, end)},
   *     separated by {@code /}, its name from {@code nameStart} on
   */
  @Nullable IgnorePattern lastMatch(
      byte[] path, int start, int end, int nameStart, boolean isDirectory) {
    int last = names.lastMatch(path, start, end, nameStart, nameStart, isDirectory);
    int dot = PathBytes.lastIndexOf(path, nameStart, end, '.');
    if (dot >= 0) {
      last = Math.max(last, extensions.lastMatch(path, start, end, nameStart, dot, isDirectory));
    }
    for (int i = others.length - 1; i >= 0 && others[i] > last; i--) {
      if (patterns[others[i]].matches(path, start, end, nameStart, isDirectory)) {
        last = others[i];
      }
    }
    return last < 0 ? null : patterns[last];
  }

  private static int afterByteOrderMark(byte[] content) {
    boolean hasMark =
        content.length >= 3
            && content[0] == (byte) 0xef
            && content[1] == (byte) 0xbb
            && content[2] == (byte) 0xbf;
    return hasMark ? 3 : 0;
  }

  private static int endOfLine(byte[] content, int from, int newline) {
    int to = newline > from && content[newline - 1] == '\r' ? newline - 1 : newline;
    return endOf(content, from, to, '\0');
  }

  private static int withoutTrailingSpaces(byte[] content, int from, int to) {
    int end = from;
    for (int at = from; at < to; at++) {
      if (content[at] == '\\') {
        at++;
        end = Math.min(at + 1, to);
      } else if (content[at] != ' ') {
        end = at + 1;
      }
    }
    return end;
  }

  private static int endOf(byte[] content, int from, int to, char wanted) {
    int at = from;
    while (at < to && content[at] != wanted) {
      at++;
    }
    return at;
  }
}
