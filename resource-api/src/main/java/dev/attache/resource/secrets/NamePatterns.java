package dev.attache.resource.secrets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The table of {@code sensitive-names.txt}, which explains its own form. Thread-safe.
 *
 * <p>Names without a {@code *} and extensions are looked up; the other patterns are tried in turn.
 */
final class NamePatterns {

  private static final String NAME = "<name>";

  /** A copy of a copy of a copy is judged by the first one. */
  private static final int MAX_COPIES = 3;

  private final Map<String, List<NamePattern>> names = new HashMap<>();
  private final Map<String, List<NamePattern>> extensions = new HashMap<>();
  private final List<NamePattern> others = new ArrayList<>();
  private final List<String> copies = new ArrayList<>();

  private NamePatterns() {}

  /** Reads the lines of a table. */
  static NamePatterns of(String table) {
    var patterns = new NamePatterns();
    int end = 0;
    for (int start = 0; start < table.length(); start = end + 1) {
      end = table.indexOf('\n', start);
      if (end > start && table.charAt(start) != '#') {
        patterns.add(table.substring(table.indexOf(' ', start), end).stripLeading());
      }
    }
    return patterns;
  }

  private void add(String line) {
    if (line.contains(NAME)) {
      copies.add(line);
      return;
    }
    NamePattern pattern = NamePattern.of(line);
    String name = pattern.name();
    int star = name.lastIndexOf('*');
    if (star < 0) {
      listOf(names, name).add(pattern);
    } else if (star == 0 && name.startsWith("*.")) {
      listOf(extensions, name.substring(1)).add(pattern);
    } else {
      others.add(pattern);
    }
  }

  private static List<NamePattern> listOf(Map<String, List<NamePattern>> lists, String key) {
    List<NamePattern> list = lists.get(key);
    if (list == null) {
      list = new ArrayList<>(1);
      lists.put(key, list);
    }
    return list;
  }

  /** Whether a file is one of those in the table, or a copy of one. */
  boolean match(String directory, String name) {
    return match(directory, name.toLowerCase(Locale.ROOT), MAX_COPIES);
  }

  private boolean match(String directory, String name, int most) {
    boolean isCopy = false;
    for (String copy : most == 0 ? List.<String>of() : copies) {
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
    int found = judge(names.getOrDefault(name, List.of()), directory, name);
    for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      String extension = name.substring(dot);
      found |= judge(extensions.getOrDefault(extension, List.of()), directory, name);
    }
    found |= judge(others, directory, name);
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
