package dev.attache.support.glob;

import java.util.ArrayList;
import java.util.List;

/**
 * A reader of glob text: braces are multiplied out, and what remains is tokens.
 *
 * <p>{@code /} is the literal token of that character and never part of a bracket.
 */
final class GlobParser {
  static final int MAX_ALTERNATIVES = 1_000;
  static final int MAX_LENGTH = 4_096;

  private final String glob;
  private int at;

  private GlobParser(String glob) {
    this.glob = glob;
  }

  /**
   * The alternatives of a glob, in the order of their text.
   *
   * @throws IllegalArgumentException with the position, from 1, of what is wrong
   */
  static List<List<GlobToken>> parse(String glob) {
    if (glob.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "glob (" + glob.substring(0, 40) + "…) must not be longer than " + MAX_LENGTH);
    }
    return new GlobParser(glob).sequence(false);
  }

  private List<List<GlobToken>> sequence(boolean inBraces) {
    List<List<GlobToken>> read = new ArrayList<>();
    read.add(new ArrayList<>());
    while (at < glob.length()) {
      char c = glob.charAt(at);
      if (inBraces && (c == ',' || c == '}')) {
        break;
      } else if (c == '{') {
        read = product(read, braces());
      } else {
        GlobToken token = token();
        read.forEach(alternative -> alternative.add(token));
      }
    }
    return read;
  }

  private List<List<GlobToken>> braces() {
    int opened = at;
    List<List<GlobToken>> alternatives = new ArrayList<>();
    do {
      at++;
      alternatives.addAll(sequence(true));
      limit(alternatives.size());
    } while (at < glob.length() && glob.charAt(at) == ',');
    if (at == glob.length()) {
      throw wrong("has an unclosed {", opened);
    }
    at++;
    return alternatives;
  }

  private List<List<GlobToken>> product(List<List<GlobToken>> left, List<List<GlobToken>> right) {
    limit((long) left.size() * right.size());
    List<List<GlobToken>> all = new ArrayList<>();
    for (List<GlobToken> start : left) {
      for (List<GlobToken> end : right) {
        var joined = new ArrayList<>(start);
        joined.addAll(end);
        all.add(joined);
      }
    }
    return all;
  }

  private void limit(long alternatives) {
    if (alternatives > MAX_ALTERNATIVES) {
      throw new IllegalArgumentException(
          "glob (" + glob + ") must not expand to more than " + MAX_ALTERNATIVES + " alternatives");
    }
  }

  private GlobToken token() {
    return switch (glob.charAt(at)) {
      case '*' -> wildcard(GlobToken.STAR);
      case '?' -> wildcard(GlobToken.ANY);
      case '[' -> bracket();
      default -> GlobToken.literal(character());
    };
  }

  private GlobToken wildcard(GlobToken token) {
    at++;
    return token;
  }

  /** The next character, or the one after a backslash. */
  private int character() {
    if (glob.charAt(at) == '\\' && ++at == glob.length()) {
      throw wrong("ends with a lone backslash", at - 1);
    }
    int codePoint = glob.codePointAt(at);
    if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
      throw wrong("has half a surrogate pair", at);
    }
    at += Character.charCount(codePoint);
    return codePoint;
  }

  private GlobToken bracket() {
    int opened = at++;
    boolean negated = at < glob.length() && (glob.charAt(at) == '!' || glob.charAt(at) == '^');
    at += negated ? 1 : 0;
    List<Integer> ranges = new ArrayList<>();
    while (at < glob.length() && (ranges.isEmpty() || glob.charAt(at) != ']')) {
      if (!glob.startsWith("[:", at) || !posixClass(ranges)) {
        range(ranges, opened);
      }
    }
    if (at == glob.length()) {
      throw wrong("has an unclosed [", opened);
    }
    at++;
    return GlobToken.bracket(negated, ranges);
  }

  private void range(List<Integer> ranges, int opened) {
    int start = at;
    int first = member(opened);
    int last = first;
    boolean isRange =
        at + 1 < glob.length() && glob.charAt(at) == '-' && glob.charAt(at + 1) != ']';
    if (isRange) {
      at++;
      last = member(opened);
    }
    if (last < first) {
      throw wrong("has a range that ends before it begins", start);
    }
    ranges.add(first);
    ranges.add(last);
  }

  private int member(int opened) {
    int member = character();
    if (member == '/') {
      throw wrong("has a [ with a / before its ]", opened);
    }
    return member;
  }

  private boolean posixClass(List<Integer> ranges) {
    int close = glob.indexOf(":]", at + 2);
    if (close < 0) {
      return false;
    }
    String name = glob.substring(at + 2, close);
    PosixClass posix =
        PosixClass.parse(name)
            .orElseThrow(() -> wrong("has an unknown class [:" + name + ":]", at));
    for (int c = 0; c < 128; c++) {
      if (posix.contains(c)) {
        ranges.add(c);
        ranges.add(c);
      }
    }
    at = close + 2;
    return true;
  }

  private IllegalArgumentException wrong(String what, int index) {
    return new IllegalArgumentException(
        "glob (" + glob + ") " + what + ", at character " + (index + 1));
  }
}
