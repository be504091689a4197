package dev.attache.mcp.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ContentDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names under which the tools of servers are called: {@code SERVER__TOOL}, of no other
 * characters and no longer than all providers of models take. Where two would have one name, each
 * gets a part of a digest, so no name depends on the order in which servers are asked.
 */
final class ToolNames {

  private static final int LONGEST = 64;
  private static final int SHORTEST_DIGEST = 6;
  private static final int LONGEST_DIGEST = 40;

  private static final String BETWEEN = "__";

  private ToolNames() {}

  /** Whether a name can be that of a tool of a server, which is known for sure from its list. */
  static boolean canBe(String name, String server) {
    String begin = plain(server + BETWEEN);
    int digest = name.lastIndexOf('_');
    boolean isCut = name.length() == LONGEST && digest > 0;
    return name.startsWith(begin) || (isCut && begin.startsWith(name.substring(0, digest)));
  }

  private static String plain(String text) {
    return text.replaceAll("[^a-zA-Z0-9_-]", "_");
  }

  /**
   * A tool as its server names it.
   *
   * @param server the alias of the server
   */
  record Origin(String server, String tool) {

    private String joined() {
      return plain(server + BETWEEN + tool);
    }

    /** The name, if it is not taken. */
    private String simple() {
      String joined = joined();
      return joined.length() <= LONGEST ? joined : withDigest(SHORTEST_DIGEST);
    }

    private String withDigest(int length) {
      String hex = ContentDigest.sha256((server + "\0" + tool).getBytes(UTF_8)).hex();
      String joined = joined();
      int kept = Math.min(joined.length(), LONGEST - length - 1);
      return joined.substring(0, kept) + "_" + hex.substring(0, length);
    }
  }

  /** Returns the name of each, in order. */
  static Map<Origin, String> of(List<Origin> origins) {
    Set<Origin> distinct = new LinkedHashSet<>(origins);
    Map<String, List<Origin>> bySimple =
        distinct.stream()
            .collect(
                Collectors.groupingBy(Origin::simple, LinkedHashMap::new, Collectors.toList()));
    Set<String> simple = bySimple.keySet();
    Map<Origin, String> names = new LinkedHashMap<>();
    distinct.forEach(origin -> names.put(origin, origin.simple()));
    bySimple.values().stream()
        .filter(same -> same.size() > 1)
        .forEach(same -> names.putAll(distinguished(same, simple)));
    return names;
  }

  /** Digests as short as they can be for all of these to have a name that no other has. */
  private static Map<Origin, String> distinguished(List<Origin> same, Set<String> others) {
    for (int length = SHORTEST_DIGEST; length <= LONGEST_DIGEST; length++) {
      var names = new LinkedHashMap<Origin, String>();
      for (Origin each : same) {
        names.put(each, each.withDigest(length));
      }
      var taken = new HashSet<String>(names.values());
      if (taken.size() == same.size() && others.stream().noneMatch(taken::contains)) {
        return names;
      }
    }
    throw new AssertionError("digests of " + new ArrayList<>(same)); // nobody finds two as alike
  }
}
