package dev.attache.core.secrets;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The shape of one kind of key: the beginnings that it may have, and how it goes on. Thread-safe.
 *
 * <p>Where most are random, what repeats itself is a placeholder: a key needs an entropy of some
 * bits for each of its characters.
 */
final class KeyShape {

  private static final double LEAST_ENTROPY = 2.4;

  private final String name;
  private final List<String> beginnings;
  private final String expression;
  private @Nullable Pattern pattern; // compiled when a text has one of the beginnings

  /**
   * @param name what it is, with its article
   * @param beginnings what it begins with, separated by blanks; each of 3 characters or more
   * @param rest a regular expression for what follows
   */
  KeyShape(String name, String beginnings, String rest) {
    this.name = name;
    this.beginnings = List.of(beginnings.split(" "));
    this.expression = rest;
  }

  String name() {
    return name;
  }

  List<String> beginnings() {
    return beginnings;
  }

  /**
   * Whether there is such a key in a text.
   *
   * @param start where it begins
   * @param rest where what follows the beginning begins
   */
  boolean isAt(CharSequence text, int start, int rest) {
    Matcher matcher = compiled().matcher(text).region(rest, text.length());
    matcher.useTransparentBounds(true).useAnchoringBounds(false);
    return matcher.lookingAt()
        && !isContinued(text, start)
        && isRandom(text.subSequence(rest, matcher.end()).toString());
  }

  private synchronized Pattern compiled() {
    Pattern known = pattern;
    if (known == null) {
      known = Pattern.compile(expression);
      pattern = known;
    }
    return known;
  }

  /**
   * Whether it is the end of a longer word. The {@code n} of an escaped line end is no part of one.
   */
  private static boolean isContinued(CharSequence text, int start) {
    return start > 0
        && isWord(text.charAt(start))
        && isWord(text.charAt(start - 1))
        && !(start > 1
            && text.charAt(start - 2) == '\\'
            && "nrt".indexOf(text.charAt(start - 1)) >= 0);
  }

  private static boolean isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  private static boolean isRandom(String body) {
    if (body.contains("EXAMPLE") || body.contains("example")) {
      return false;
    }
    int[] counts = new int[256];
    body.chars().forEach(c -> counts[c & 0xFF]++);
    double bits = 0;
    for (int count : counts) {
      if (count > 0) {
        double share = (double) count / body.length();
        bits -= share * Math.log(share) / Math.log(2);
      }
    }
    return bits >= LEAST_ENTROPY;
  }
}
