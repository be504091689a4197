package dev.attache.support.glob;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One bracket expression of a git pattern, as the set of bytes it accepts.
 *
 * <p>The rules are git's (its test suite {@code t/t3070-wildmatch.sh}): {@code !} or {@code ^}
 * negates; a {@code ]} in first place is a member; a backslash quotes the next byte; {@code a-z} is
 * a range unless the hyphen stands first or last; {@code [:alpha:]} is a class. A {@code [:}
 * without its {@code :]} is two members. An unknown class, or a bracket that is never closed, makes
 * the whole pattern match nothing.
 *
 * <p>Where case is folded, git looks for the text's byte in lower case, and for its capital as well
 * in ranges and in {@code [:upper:]}, but not among single members: {@code [A-Z]} accepts letters
 * of both cases, {@code [A]} accepts nothing, and {@code [!A]} accepts all but {@code /}.
 */
final class ByteBracket {
  private static final ByteBracket[] LETTERS = letters();

  private final byte[] pattern;
  private final int to;
  private final boolean foldsCase;
  private final boolean[] members = new boolean[256];
  private int at;

  /** The member that may start a range, or 0. No pattern contains a NUL. */
  private int rangeStart;

  private ByteBracket(byte[] pattern, int from, int to, boolean foldsCase) {
    this.pattern = pattern;
    this.at = from;
    this.to = to;
    this.foldsCase = foldsCase;
  }

  /**
   * Reads the bracket whose first byte after {@code [} is at {@code from}; null if it is malformed.
   */
  static @Nullable ByteBracket parse(byte[] pattern, int from, int to, boolean foldsCase) {
    var bracket = new ByteBracket(pattern, from, to, foldsCase);
    return bracket.readAll() ? bracket : null;
  }

  /** The bracket that accepts one letter, given in lower case, in both its cases. */
  static ByteBracket ofLetter(byte lower) {
    return LETTERS[lower - 'a'];
  }

  private static ByteBracket[] letters() {
    var letters = new ByteBracket[26];
    for (int i = 0; i < letters.length; i++) {
      letters[i] = new ByteBracket(new byte[0], 0, 0, true);
      letters[i].members['a' + i] = true;
      letters[i].members['A' + i] = true;
    }
    return letters;
  }

  /** The index after the closing {@code ]}. */
  int end() {
    return at;
  }

  boolean contains(byte b) {
    return members[b & 0xff];
  }

  private boolean readAll() {
    boolean negated = at < to && (pattern[at] == '!' || pattern[at] == '^');
    if (negated) {
      at++;
    }
    for (boolean first = true; at < to; first = false) {
      if (pattern[at] == ']' && !first) {
        at++;
        settle(negated);
        return true;
      }
      if (!readMember()) {
        return false;
      }
    }
    return false;
  }

  private boolean readMember() {
    byte b = pattern[at];
    if (b == '-' && rangeStart != 0 && at + 1 < to && pattern[at + 1] != ']') {
      return readRange();
    }
    if (b == '[' && at + 1 < to && pattern[at + 1] == ':') {
      return readClass();
    }
    return readByte();
  }

  private boolean readByte() {
    if (pattern[at] == '\\' && ++at == to) {
      return false;
    }
    rangeStart = pattern[at++] & 0xff;
    members[rangeStart] = true;
    return true;
  }

  private boolean readRange() {
    int low = rangeStart;
    at++;
    if (pattern[at] == '\\' && ++at == to) {
      return false;
    }
    int high = pattern[at++] & 0xff;
    for (int b = low; b <= high; b++) {
      add(b);
    }
    rangeStart = 0;
    return true;
  }

  private boolean readClass() {
    int nameStart = at + 2;
    int close = nameStart;
    while (close < to && pattern[close] != ']') {
      close++;
    }
    if (close == to) {
      return false;
    }
    if (close == nameStart || pattern[close - 1] != ':') {
      return readByte();
    }
    var name = new String(pattern, nameStart, close - 1 - nameStart, StandardCharsets.ISO_8859_1);
    Optional<PosixClass> posix = PosixClass.parse(name);
    posix.ifPresent(this::addAll);
    at = close + 1;
    rangeStart = 0;
    return posix.isPresent();
  }

  private void addAll(PosixClass posix) {
    for (int b = 0; b < 128; b++) {
      if (posix.contains(b)) {
        add(b);
      }
    }
  }

  /** Adds a byte of a range or a class. */
  private void add(int b) {
    members[b] = true;
    if (foldsCase && AsciiCase.isUpper(b)) {
      members[AsciiCase.lower((byte) b)] = true;
    }
  }

  /** Applies the negation, and takes {@code /} out: no bracket matches it. */
  private void settle(boolean negated) {
    for (int b = 'A'; foldsCase && b <= 'Z'; b++) {
      members[b] = members[AsciiCase.lower((byte) b)];
    }
    for (int b = 0; b < members.length; b++) {
      members[b] ^= negated;
    }
    members['/'] = false;
  }
}
