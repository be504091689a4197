package dev.attache.support.glob;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a glob between two slashes, compiled.
 *
 * <p>A wildcard matches whole UTF-8 characters; each byte that belongs to none counts as one, which
 * {@code ?} and {@code *} match, and of the brackets only the negated ones. Immutable and
 * thread-safe.
 */
final class GlobSegment {
  /** {@code **}: any number of segments. */
  static final GlobSegment DEEP = new GlobSegment(List.of());

  private final GlobToken[] tokens;

  /** The one name this segment matches; null if it has wildcards. */
  private final byte @Nullable [] literal;

  /** What every name ends with, if all before it is one star; else null. */
  private final byte @Nullable [] suffix;

  private GlobSegment(List<GlobToken> tokens) {
    this.tokens = tokens.toArray(new GlobToken[0]);
    this.literal = literal(tokens);
    boolean opens = !tokens.isEmpty() && tokens.get(0) == GlobToken.STAR;
    this.suffix = opens ? literal(tokens.subList(1, tokens.size())) : null;
  }

  /** The segment of these tokens; two stars or more and nothing else make {@link #DEEP}. */
  static GlobSegment of(List<GlobToken> tokens) {
    boolean isDeep = tokens.size() > 1;
    for (GlobToken token : tokens) {
      isDeep &= token == GlobToken.STAR;
    }
    return isDeep ? DEEP : new GlobSegment(tokens);
  }

  /** The name if the segment has no wildcard, else null. */
  @Nullable String literal() {
    return literal == null || this == DEEP ? null : new String(literal, StandardCharsets.UTF_8);
  }

  /** Adds the parts between its wildcards, a character for each byte of UTF-8. */
  void addLiteralsTo(List<String> all) {
    var run = new StringBuilder();
    for (GlobToken token : tokens) {
      if (token.isLiteral()) {
        byte[] bytes = Character.toString(token.codePoint()).getBytes(StandardCharsets.UTF_8);
        run.append(new String(bytes, StandardCharsets.ISO_8859_1));
      } else if (!run.isEmpty()) {
        all.add(run.toString());
        run.setLength(0);
      }
    }
    if (!run.isEmpty()) {
      all.add(run.toString());
    }
  }

  /**
   * Whether the name in {@code [from, to)} matches; unless {@code hidden}, a dot must match a dot.
   */
  boolean matches(byte[] path, int from, int to, boolean hidden) {
    if (literal != null) {
      return Arrays.equals(path, from, to, literal, 0, literal.length);
    }
    boolean isHidden = from < to && path[from] == '.';
    if (isHidden && !hidden && !tokens[0].is('.')) {
      return false;
    }
    return suffix == null ? matchesTokens(path, from, to) : endsWith(suffix, path, from, to);
  }

  /**
   * Right for characters too: a suffix begins with a byte that begins a character wherever it is.
   */
  private static boolean endsWith(byte[] suffix, byte[] path, int from, int to) {
    int start = to - suffix.length;
    return start >= from && Arrays.equals(path, start, to, suffix, 0, suffix.length);
  }

  /** Resumes at the last star only, as no earlier one can do better. */
  private boolean matchesTokens(byte[] path, int from, int to) {
    int token = 0;
    int at = from;
    int afterStar = -1;
    int starEnd = from;
    while (token < tokens.length || at < to) {
      if (token < tokens.length && tokens[token] == GlobToken.STAR) {
        afterStar = ++token;
        starEnd = at;
        continue;
      }
      int length = at < to ? Utf8.length(path, at, to) : 0;
      if (length > 0 && token < tokens.length && tokens[token].matches(path, at, length)) {
        token++;
        at += length;
      } else if (afterStar >= 0 && starEnd < to) {
        starEnd += Utf8.length(path, starEnd, to);
        token = afterStar;
        at = starEnd;
      } else {
        return false;
      }
    }
    return true;
  }

  private static byte @Nullable [] literal(List<GlobToken> tokens) {
    var bytes = new ByteArrayOutputStream();
    for (GlobToken token : tokens) {
      if (!token.isLiteral()) {
        return null;
      }
      bytes.writeBytes(Character.toString(token.codePoint()).getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
