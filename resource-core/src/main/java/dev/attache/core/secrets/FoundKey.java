package dev.attache.core.secrets;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What looks like a key, and where it is; not the key itself. Immutable.
 *
 * @param name what it is, with its article: {@code a GitHub token}
 * @param line the line in which it begins, from 1; 0 in what is no text
 */
public record FoundKey(String name, int line) {

  private static final int MAX_NAMED = 3;

  /** Says of a text what it holds: {@code contains what looks like a GitHub token (line 3)}. */
  public static String say(List<FoundKey> found) {
    String named =
        found.stream()
            .limit(MAX_NAMED)
            .map(each -> each.line == 0 ? each.name : each.name + " (line " + each.line + ")")
            .collect(Collectors.joining(", "));
    int more = found.size() - MAX_NAMED;
    return "contains what looks like " + named + (more > 0 ? " and " + more + " more" : "");
  }
}
