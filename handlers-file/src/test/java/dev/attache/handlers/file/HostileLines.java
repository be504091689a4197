package dev.attache.handlers.file;

import java.util.List;
import java.util.Random;

/** Lines for ignore files that try a parser hard, made from names that may be in the tree. */
final class HostileLines {
  private static final List<String> FRAGMENTS =
      List.of(
          "*",
          "**",
          "***",
          "?",
          "[a-z]",
          "[A-Z]",
          "[A-b]",
          "[Z-a]",
          "[!A-F]",
          "[A]",
          "[!A]",
          "[\\A-\\C]",
          "[[:upper:]]",
          "[![:upper:]]",
          "[[:lower:]]",
          "\\A",
          "[!a]",
          "[^b]",
          "[]a]",
          "[!]a]",
          "[]-a]",
          "[a-]",
          "[-a]",
          "[\\]]",
          "[\\-a]",
          "[a-\\z]",
          "[[:alpha:]]",
          "[[:digit:][:space:]]",
          "[![:lower:]]",
          "[[:nope:]]",
          "[[:alpha]",
          "[[:]",
          "[[::]]",
          "[a",
          "[",
          "[!",
          "[z-a]",
          "[a/b]",
          "[[-b]",
          "[\u0080-\u00ff]",
          "[\u00e9]",
          "\\*",
          "\\?",
          "\\[",
          "\\a",
          "\\\\",
          "\\/",
          "/",
          "**/",
          "/**",
          "/**/",
          "**/**/",
          "*/",
          "*.log",
          "*.b",
          ".*",
          "a",
          "b",
          "foo",
          "bar",
          "x",
          ".",
          "\u00ff",
          "\u00c3\u00a9",
          "a**b",
          "**b",
          "a**",
          "foo**/bar",
          "{a,b}",
          " ",
          "~",
          "#",
          "!");
  private static final List<String> TAILS =
      List.of(
          " ", "  ", "\\ ", "\\  ", " \\ ", "\t", "\\", "\r", " \r", "\\\r", "\u0000x", "/", "//");

  private final Random random;
  private final List<String> names;

  /** Draws from the paths of entries that the list holds at the time. */
  HostileLines(Random random, List<String> names) {
    this.random = random;
    this.names = names;
  }

  /** A line of an ignore file, without its end. */
  String line() {
    String pattern = random.nextInt(3) > 0 ? fromName() : fromFragments();
    String line =
        random.nextInt(20) == 0 ? pattern + TAILS.get(random.nextInt(TAILS.size())) : pattern;
    if (random.nextInt(5) == 0) {
      line = line + "/";
    }
    if (random.nextInt(8) == 0) {
      line = "/" + line;
    }
    return switch (random.nextInt(24)) {
      case 0 -> "#" + line;
      case 1 -> "\\" + line;
      case 2, 3, 4, 5, 6 -> "!" + line;
      case 7 -> line + TAILS.get(random.nextInt(TAILS.size()));
      case 8 -> "";
      default -> line;
    };
  }

  private String fromFragments() {
    var pattern = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      pattern.append(FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
    }
    return pattern.toString();
  }

  /** The path of an entry, or its end, with some of its bytes replaced by a fragment. */
  private String fromName() {
    String name = names.isEmpty() ? "a" : names.get(random.nextInt(names.size()));
    if (random.nextInt(3) > 0) {
      name = name.substring(name.lastIndexOf('/') + 1);
    }
    if (random.nextInt(3) == 0) {
      return name;
    }
    var pattern = new StringBuilder(name);
    for (int i = random.nextInt(2); i >= 0; i--) {
      int from = random.nextInt(pattern.length() + 1);
      int to = Math.min(pattern.length(), from + random.nextInt(3));
      pattern.replace(from, to, FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
    }
    return pattern.toString();
  }
}
