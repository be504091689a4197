package dev.attache.support.glob;

import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * A named class of ASCII characters, as in {@code [[:alpha:]]} (POSIX.1-2017, XBD 9.3.5, "C"
 * locale).
 *
 * <p>{@code space} is git's: blank, tab, line feed and carriage return, without form feed and
 * vertical tab. No byte above 127 belongs to any class.
 */
enum PosixClass {
  ALNUM(c -> isLetter(c) || isDigit(c)),
  ALPHA(PosixClass::isLetter),
  BLANK(c -> c == ' ' || c == '\t'),
  CNTRL(c -> c < ' ' || c == 127),
  DIGIT(PosixClass::isDigit),
  GRAPH(c -> c > ' ' && c < 127),
  LOWER(c -> c >= 'a' && c <= 'z'),
  PRINT(c -> c >= ' ' && c < 127),
  PUNCT(c -> c > ' ' && c < 127 && !isLetter(c) && !isDigit(c)),
  SPACE(c -> c == ' ' || c == '\t' || c == '\n' || c == '\r'),
  UPPER(c -> c >= 'A' && c <= 'Z'),
  XDIGIT(c -> isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));

  /** One bit for each of the characters 0 to 63, and 64 to 127. */
  private final long low;

  private final long high;

  PosixClass(IntPredicate members) {
    this.low = bits(members, 0);
    this.high = bits(members, 64);
  }

  /** The class written {@code [:name:]}; names are lower case. */
  static Optional<PosixClass> parse(String name) {
    for (PosixClass candidate : values()) {
      if (candidate.name().toLowerCase(Locale.ROOT).equals(name)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  boolean contains(int c) {
    return c >= 0 && c < 128 && ((c < 64 ? low : high) >>> c & 1) != 0;
  }

  private static long bits(IntPredicate members, int from) {
    long bits = 0;
    for (int i = 0; i < 64; i++) {
      bits |= members.test(from + i) ? 1L << i : 0;
    }
    return bits;
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
