package dev.attache.types.tables;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The build's reading of {@code source-types.txt}, which explains its own form. */
public final class SourceTypes {
  /** The key of a file name ({@code =Makefile}) or extension ({@code .rs}) to its type. */
  public final Map<String, String> names = new TreeMap<>();

  /** A program of a {@code #!} line to its types, the usual one first. */
  final Map<String, List<String>> interpreters = new TreeMap<>();

  /** An alias, or a type itself, to the type. */
  public final Map<String, String> canonical = new TreeMap<>();

  /** A type to the language of its fence. */
  public final Map<String, String> fences = new TreeMap<>();

  private SourceTypes() {}

  public static SourceTypes load() {
    var types = new SourceTypes();
    var text = new String(SortedTable.resource("source-types.txt"), StandardCharsets.US_ASCII);
    for (String line : text.split("\n", -1)) {
      if (!line.isEmpty() && !line.startsWith("# ")) {
        types.add(line.split(" "));
      }
    }
    return types;
  }

  private void add(String[] tokens) {
    String type = tokens[0];
    addOnce(canonical, type, type);
    for (int i = 1; i < tokens.length; i++) {
      String token = tokens[i];
      switch (token.charAt(0)) {
        case ':' -> addOnce(fences, type, token.substring(1));
        case '~' -> addOnce(canonical, token.substring(1), type);
        case '.' -> addOnce(names, token.toLowerCase(Locale.ROOT), type);
        case '=' -> addOnce(names, token, type);
        case '#' -> interpreters.computeIfAbsent(token, key -> new ArrayList<>()).add(type);
        default -> throw new IllegalStateException(token + " of " + type + " is no known token");
      }
    }
  }

  private static void addOnce(Map<String, String> map, String key, String value) {
    String before = map.put(key, value);
    if (before != null) {
      throw new IllegalStateException(key + " is given to " + before + " and to " + value);
    }
  }
}
