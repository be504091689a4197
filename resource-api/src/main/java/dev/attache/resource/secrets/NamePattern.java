package dev.attache.resource.secrets;

import java.util.List;
import java.util.Locale;

/**
 * One pattern of {@link NamePatterns}.
 *
 * @param places the patterns of the directories, the innermost last
 * @param name the pattern of the file's own name
 * @param verdict a bit
 */
record NamePattern(List<String> places, String name, int verdict) {

  static final int SENSITIVE = 1;
  static final int HARMLESS = 2;

  /** The most directories that a {@code **} stands for. */
  private static final int MAX_DEPTH = 3;

  static NamePattern of(String line) {
    boolean isException = line.charAt(0) == '!';
    String pattern = isException ? line.substring(1) : line;
    int slash = pattern.lastIndexOf('/');
    return new NamePattern(
        slash < 0 ? List.of() : List.of(pattern.substring(0, slash).split("/")),
        pattern.substring(slash + 1),
        isException ? HARMLESS : SENSITIVE);
  }

  /** Whether a file is meant, whose own name is in lower case. */
  boolean match(String directory, String lowerName) {
    return matches(name, lowerName) && isIn(directory, directory.length(), places.size() - 1);
  }

  /** Whether the part of a path before {@code end} ends in the places up to {@code last}. */
  private boolean isIn(String directory, int end, int last) {
    if (last < 0) {
      return true;
    }
    if (places.get(last).equals("**")) {
      int from = end;
      for (int depth = 0; depth <= MAX_DEPTH && from > 0; depth++) {
        if (isIn(directory, from, last - 1)) {
          return true;
        }
        from = directory.lastIndexOf('/', from - 1);
      }
      return false;
    }
    int start = end <= 0 ? 0 : directory.lastIndexOf('/', end - 1) + 1;
    return end > 0
        && matches(places.get(last), directory.substring(start, end).toLowerCase(Locale.ROOT))
        && isIn(directory, start - 1, last - 1);
  }

  private static boolean matches(String pattern, String name) {
    int star = pattern.indexOf('*');
    if (star < 0) {
      return pattern.equals(name);
    }
    int last = pattern.lastIndexOf('*');
    int end = name.length() - (pattern.length() - last - 1);
    if (end < star
        || !pattern.regionMatches(0, name, 0, star)
        || !pattern.regionMatches(last + 1, name, end, name.length() - end)) {
      return false;
    }
    int at = star;
    while (star < last) {
      int next = pattern.indexOf('*', star + 1);
      String part = pattern.substring(star + 1, next);
      int found = name.indexOf(part, at);
      if (found < 0 || found + part.length() > end) {
        return false;
      }
      at = found + part.length();
      star = next;
    }
    return true;
  }
}
