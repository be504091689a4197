package dev.attache.types.tables;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of the clauses of {@link MagicTable} over one content; {@code
 * org.apache.tika.detect.MagicDetector} in place of objects by bytes. Not thread-safe.
 */
final class MagicEvaluation {
  static final int ALL = 'A';
  static final int ANY = 'O';
  static final int AT_LEAST = 'M';
  static final int BYTES = 'B';
  static final int MASKED = 'K';
  static final int IGNORE_CASE = 'I';
  static final int REGEX = 'R';

  /** How far a regular expression looks; Tika's own figure. */
  static final int REGEX_WINDOW = 8 * 1024;

  private final byte[] code;
  private final Map<Integer, Pattern> expressions;
  private final byte[] data;
  private final int length;
  private @Nullable BytePairs pairs;

  /**
   * @param expressions keeps the regular expressions of the code, by their places; thread-safe
   */
  MagicEvaluation(byte[] code, Map<Integer, Pattern> expressions, byte[] data, int length) {
    this.code = code;
    this.expressions = expressions;
    this.data = data;
    this.length = length;
  }

  static boolean isIn(byte[] code, int set, byte b) {
    return (code[set + ((b & 0xff) >> 3)] & 1 << (b & 7)) != 0;
  }

  /** Evaluates the clause at {@code at}: its kind, the length of what follows, and that. */
  boolean matches(int at) {
    int end = at + 3 + u16(at + 1);
    return switch (code[at]) {
      case ALL -> allMatch(at + 3, end);
      case ANY -> someMatch(1, at + 3, end);
      case AT_LEAST -> someMatch(code[at + 3], at + 4, end);
      case REGEX -> matchesRegex(at);
      default -> matchesBytes(at);
    };
  }

  private boolean allMatch(int from, int to) {
    for (int at = from; at < to; at += 3 + u16(at + 1)) {
      if (!matches(at)) {
        return false;
      }
    }
    return true;
  }

  private boolean someMatch(int needed, int from, int to) {
    int left = needed;
    for (int at = from; at < to && left > 0; at += 3 + u16(at + 1)) {
      if (matches(at)) {
        left--;
      }
    }
    return left == 0;
  }

  private boolean matchesBytes(int at) {
    int begin = u16(at + 3);
    int end = u16(at + 5);
    int size = code[at] == MASKED ? (u16(at + 1) - 4) / 2 : u16(at + 1) - 4;
    if (length < begin + size) {
      return false;
    }
    for (int offset = firstPlace(at, begin, end); offset <= end && offset < length; offset++) {
      offset = nextPlace(at, size, offset, Math.min(end, length - 1));
      if (offset < 0) {
        break;
      } else if (matchesAt(at, size, offset)) {
        return true;
      }
    }
    // Beyond the content there are only zeros, the same at every place.
    return end >= length && matchesAt(at, size, length);
  }

  /**
   * Where a search begins: near the end, if a pattern's first two bytes are nowhere side by side.
   */
  private int firstPlace(int at, int begin, int end) {
    boolean pays = end - begin > 64 && code[at] != MASKED && u16(at + 1) > 5;
    return !pays || end >= BytePairs.REACH || mayHold(at) ? begin : Math.max(begin, length - 1);
  }

  private boolean mayHold(int at) {
    byte first = code[at + 7];
    byte second = code[at + 8];
    return pairs().has(first, second)
        || (code[at] == IGNORE_CASE
            && (pairs().has(first, upper(second))
                || pairs().has(upper(first), second)
                || pairs().has(upper(first), upper(second))));
  }

  private static byte upper(byte b) {
    return b >= 'a' && b <= 'z' ? (byte) (b - 32) : b;
  }

  private BytePairs pairs() {
    var seen = pairs;
    if (seen == null) {
      seen = BytePairs.of(data, length);
      pairs = seen;
    }
    return seen;
  }

  /**
   * The first place from {@code from} to {@code last} where the first byte of a pattern fits, or
   * -1.
   */
  private int nextPlace(int at, int size, int from, int last) {
    int first = code[at + 7];
    int mask = code[at] == MASKED ? code[at + 7 + size] : -1;
    int other = code[at] == IGNORE_CASE && first >= 'a' && first <= 'z' ? first - 32 : first;
    for (int i = from; i <= last; i++) {
      int b = (byte) (data[i] & mask);
      if (b == first || b == other) {
        return i;
      }
    }
    return -1;
  }

  /** Compares at one place; like Tika, it sees zeros beyond the end of the content. */
  private boolean matchesAt(int at, int size, int offset) {
    int pattern = at + 7;
    for (int i = 0; i < size; i++) {
      int b = offset + i < length ? data[offset + i] : 0;
      if (code[at] == MASKED) {
        b &= code[pattern + size + i];
      } else if (code[at] == IGNORE_CASE && b >= 'A' && b <= 'Z') {
        b += 'a' - 'A';
      }
      if ((byte) b != code[pattern + i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * The expression comes after the set of the bytes it may begin with and, if they are few, the
   * pairs of bytes; most contents it never sees.
   */
  private boolean matchesRegex(int at) {
    int begin = u16(at + 3);
    int end = u16(at + 5);
    if (begin > length || isRuledOut(at, begin, end)) {
      return false;
    }
    Matcher matcher = null;
    for (int i = begin; i <= end; i++) {
      if (isIn(code, at + 7, i < length ? data[i] : 0)) {
        matcher = matcher == null ? matcher(at) : matcher;
        if (matcher.region(i - begin, REGEX_WINDOW + i - begin).lookingAt()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a searched expression's possible first pairs are known and all missing. */
  private boolean isRuledOut(int at, int begin, int end) {
    int count = code[at + 39];
    for (int i = 0; i < count; i++) {
      if (pairs().has(code[at + 40 + 2 * i], code[at + 41 + 2 * i])) {
        return false;
      }
    }
    return count > 0 && end - begin > 64 && end < BytePairs.REACH;
  }

  private Matcher matcher(int at) {
    int begin = u16(at + 3);
    byte[] window = new byte[REGEX_WINDOW + u16(at + 5) - begin];
    System.arraycopy(data, begin, window, 0, Math.min(window.length, length - begin));
    return expressions
        .computeIfAbsent(at, this::expression)
        .matcher(new String(window, StandardCharsets.ISO_8859_1));
  }

  private Pattern expression(int at) {
    int expression = at + 40 + 2 * code[at + 39];
    return Pattern.compile(
        new String(code, expression, at + 3 + u16(at + 1) - expression, StandardCharsets.UTF_8));
  }

  private int u16(int at) {
    return ((code[at] & 0xff) << 8) | (code[at + 1] & 0xff);
  }
}
