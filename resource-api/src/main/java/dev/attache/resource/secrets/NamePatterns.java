package dev.attache.resource.secrets;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The table of {@code sensitive-names.txt}, which explains its own form. Thread-safe.
 *
 * <p>Names without a {@code *} and extensions are looked up; the other patterns are tried in turn.
 */
final class NamePatterns {

  /** What stands for the name of the original in a pattern of copies, and the key of those. */
  static final String NAME = "<name>";

  /** The key of the patterns that are tried in turn. */
  static final String OTHERS = "*";

  /** A copy of a copy of a copy is judged by the first one. */
  private static final int MAX_COPIES = 3;

  private final UnaryOperator<@Nullable String> groups;
  private final List<NamePattern> others;
  private final List<String> copies;

  private NamePatterns(UnaryOperator<@Nullable String> groups) {
    this.groups = groups;
    this.others = patterns(OTHERS);
    this.copies = lines(NAME);
  }

  /**
   * Returns the patterns of a table.
   *
   * @param groups from a key to patterns, each in a line; null for none
   */
  static NamePatterns of(UnaryOperator<@Nullable String> groups) {
    return new NamePatterns(groups);
  }

  /**
   * Returns the patterns of a table by what they are looked up by: a name, or a dot and an
   * extension; the others together.
   */
  static Map<String, String> groups(String lines) {
    var groups = new TreeMap<String, String>();
    for (String line : lines.split("\n", -1)) {
      if (!line.isEmpty() && line.charAt(0) != '#') {
        String pattern = line.split(" +", 2)[1];
        groups.merge(key(pattern), pattern, (before, next) -> before + '\n' + next);
      }
    }
    return groups;
  }

  private static String key(String pattern) {
    String path = pattern.startsWith("!") ? pattern.substring(1) : pattern;
    String name = path.substring(path.lastIndexOf('/') + 1);
    if (name.contains(NAME)) {
      return NAME;
    } else if (name.indexOf('*') < 0) {
      return name;
    }
    return name.matches("\\*\\.[^*]+") ? name.substring(1) : OTHERS;
  }

  private List<NamePattern> patterns(String key) {
    List<String> lines = lines(key);
    if (lines.isEmpty()) {
      return List.of();
    }
    var patterns = new ArrayList<NamePattern>(lines.size());
    for (int i = 0; i < lines.size(); i++) {
      patterns.add(NamePattern.of(lines.get(i)));
    }
    return patterns;
  }

  private List<String> lines(String key) {
    String group = groups.apply(key);
    return group == null ? List.of() : List.of(group.split("\n"));
  }

  /** Whether a file is one of those in the table, or a copy of one. */
  boolean match(String directory, String name) {
    return match(directory, name.toLowerCase(Locale.ROOT), MAX_COPIES);
  }

  private boolean match(String directory, String name, int most) {
    boolean isCopy = false;
    for (int i = 0; i < copies.size() && most > 0; i++) {
      String copy = copies.get(i);
      int before = copy.indexOf(NAME);
      int end = name.length() - (copy.length() - NAME.length() - before);
      if (end > before
          && copy.regionMatches(0, name, 0, before)
          && copy.regionMatches(before + NAME.length(), name, end, name.length() - end)) {
        isCopy = true;
        if (match(directory, name.substring(before, end), most - 1)) {
          return true;
        }
      }
    }
    return !isCopy && judge(directory, name);
  }

  private boolean judge(String directory, String name) {
    int found = judge(others, directory, name) | judge(patterns(name), directory, name);
    for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      found |= judge(patterns(name.substring(dot)), directory, name);
    }
    return found == NamePattern.SENSITIVE;
  }

  /** Returns the bits of all patterns that a file meets. */
  private static int judge(List<NamePattern> patterns, String directory, String name) {
    int found = 0;
    for (int i = 0; i < patterns.size(); i++) {
      NamePattern pattern = patterns.get(i);
      if ((found & pattern.verdict()) == 0 && pattern.match(directory, name)) {
        found |= pattern.verdict();
      }
    }
    return found;
  }
}
