package dev.attache.support.glob;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled git wildmatch pattern over bytes, in the mode where wildcards stop at {@code /}.
 *
 * <p>The rules are those of gitignore(5), "PATTERN FORMAT", and of git's {@code
 * t/t3070-wildmatch.sh}: {@code ?} is one byte, {@code *} any bytes of one segment, {@code **}
 * between slashes (or at an end of the pattern) any bytes at all, and {@code **}{@code /} also
 * nothing; elsewhere {@code **} is {@code *}. A backslash quotes the next byte; at the end of the
 * pattern it matches nothing. On texts without a slash this is git's other mode as well.
 *
 * <p>A pattern may fold the case of ASCII letters, as git does with {@code WM_CASEFOLD}: it puts
 * the text into lower case, and of the pattern only what is neither quoted nor in a bracket. So
 * {@code a} and {@code A} match both cases, but {@code \A} none. It is compiled into the same
 * tokens, a letter into the bracket of its two cases, so that matching need not know.
 *
 * <p>Matching takes at most the product of the two lengths: a wildcard is never tried again once a
 * later one of the same rank has been reached. Immutable and thread-safe.
 */
public final class WildMatch {
  private static final int ANY = 256;
  private static final int STAR = 257;
  private static final int DEEP = 258;
  private static final int DEEP_DIRECTORIES = 259;
  private static final int FIRST_BRACKET = 260;
  private static final WildMatch NOTHING = new WildMatch(null, new ByteBracket[0]);

  /** One number per token: a byte, one of the constants, or a bracket; null matches nothing. */
  private final int @Nullable [] tokens;

  private final ByteBracket[] brackets;

  private WildMatch(int @Nullable [] tokens, ByteBracket[] brackets) {
    this.tokens = tokens;
    this.brackets = brackets;
  }

  /**
   * Compiles the pattern in {@code [from, to)}; one that is malformed matches nothing, as in git.
   *
   * @param pattern bytes of any encoding, as a line of {@code .gitignore} has them
   * @param from the index of the first byte
   * @param to the index after the last one
   * @param foldsCase whether ASCII letters match in either case ({@code core.ignoreCase})
   * @return the pattern
   */
  public static WildMatch of(byte[] pattern, int from, int to, boolean foldsCase) {
    var tokens = new int[to - from];
    List<ByteBracket> brackets = new ArrayList<>();
    int count = 0;
    for (int at = from; at < to; count++) {
      byte b = pattern[at++];
      if (b == '*') {
        int end = endOfStars(pattern, at, to);
        tokens[count] = stars(pattern, from, at - 1, end, to);
        at = tokens[count] == DEEP_DIRECTORIES ? end + 1 : end;
      } else if (b == '[') {
        ByteBracket bracket = ByteBracket.parse(pattern, at, to, foldsCase);
        if (bracket == null) {
          return NOTHING;
        }
        tokens[count] = FIRST_BRACKET + brackets.size();
        brackets.add(bracket);
        at = bracket.end();
      } else if (b == '\\') {
        if (at == to || (foldsCase && AsciiCase.isUpper(pattern[at]))) {
          return NOTHING;
        }
        tokens[count] = literal(pattern[at++], foldsCase, brackets);
      } else {
        tokens[count] = b == '?' ? ANY : literal(b, foldsCase, brackets);
      }
    }
    return new WildMatch(Arrays.copyOf(tokens, count), brackets.toArray(ByteBracket[]::new));
  }

  private static int literal(byte b, boolean foldsCase, List<ByteBracket> brackets) {
    byte lower = AsciiCase.lower(b);
    if (!foldsCase || lower < 'a' || lower > 'z') {
      return b & 0xff;
    }
    brackets.add(ByteBracket.ofLetter(lower));
    return FIRST_BRACKET + brackets.size() - 1;
  }

  private static int endOfStars(byte[] pattern, int from, int to) {
    int at = from;
    while (at < to && pattern[at] == '*') {
      at++;
    }
    return at;
  }

  /** What the stars in {@code [first, end)} of the pattern mean. */
  private static int stars(byte[] pattern, int from, int first, int end, int to) {
    boolean opens = first == from || pattern[first - 1] == '/';
    if (end - first < 2 || !opens) {
      return STAR;
    }
    if (end < to && pattern[end] == '/') {
      return DEEP_DIRECTORIES;
    }
    // A quoted slash ends the stars too, but then they may not stand for nothing.
    boolean closes = end == to || (pattern[end] == '\\' && end + 1 < to && pattern[end + 1] == '/');
    return closes ? DEEP : STAR;
  }

  /**
   * {@return whether the whole of a text matches}
   *
   * @param text bytes of the same encoding as the pattern
   * @param from the index of the first byte
   * @param to the index after the last one
   */
  public boolean matches(byte[] text, int from, int to) {
    int[] program = tokens;
    if (program == null) {
      return false;
    }
    int p = 0;
    int t = from;
    int starToken = -1;
    int starEnd = 0;
    int deepToken = -1;
    int deepEnd = 0;
    while (true) {
      int token = p < program.length ? program[p] : -1;
      if (token == STAR) {
        starToken = ++p;
        starEnd = t;
      } else if (token == DEEP || token == DEEP_DIRECTORIES) {
        if (p + 1 == program.length && token == DEEP) {
          return true;
        }
        deepToken = ++p;
        deepEnd = t;
        starToken = -1;
      } else if (t < to && accepts(token, text[t])) {
        if (token == '/') {
          // The segment is settled: only one length of its last star could reach this slash.
          starToken = -1;
        }
        p++;
        t++;
      } else if (token == -1 && t == to) {
        return true;
      } else if (starToken >= 0 && starEnd < to && text[starEnd] != '/') {
        p = starToken;
        starEnd = nextStart(p < program.length ? program[p] : ANY, text, starEnd + 1, to);
        t = starEnd;
      } else if (deepToken >= 0) {
        deepEnd = extend(program[deepToken - 1], text, deepEnd, to);
        if (deepEnd < 0) {
          return false;
        }
        t = deepEnd;
        p = deepToken;
        starToken = -1;
      } else {
        return false;
      }
    }
  }

  /** The first place from which on the token after a star may match, or where the star must end. */
  private static int nextStart(int token, byte[] text, int from, int to) {
    int at = from;
    if (token < ANY) {
      while (at < to && (text[at] & 0xff) != token && text[at] != '/') {
        at++;
      }
    }
    return at;
  }

  private boolean accepts(int token, byte b) {
    if (token < ANY) {
      return token == (b & 0xff);
    }
    return token == ANY ? b != '/' : brackets[token - FIRST_BRACKET].contains(b);
  }

  /** The next end of what a {@code **} stands for, or -1 if there is none. */
  private static int extend(int token, byte[] text, int end, int to) {
    if (token == DEEP) {
      return end < to ? end + 1 : -1;
    }
    for (int at = end; at < to; at++) {
      if (text[at] == '/') {
        return at + 1;
      }
    }
    return -1;
  }
}
