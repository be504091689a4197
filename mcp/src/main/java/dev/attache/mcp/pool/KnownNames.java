package dev.attache.mcp.pool;

import dev.attache.mcp.McpServer;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The names of the servers that there are, to tell who asked for another. */
final class KnownNames {

  private static final int MOST = 20;

  private final List<String> names;

  private KnownNames(List<String> names) {
    this.names = names;
  }

  static KnownNames of(List<McpServer> servers) {
    return new KnownNames(
        List.copyOf(new TreeSet<>(servers.stream().map(McpServer::name).toList())));
  }

  String unknown(String name) {
    String unknown = "there is no MCP server " + name;
    if (names.isEmpty()) {
      return unknown + "; none is configured";
    }
    String nearest = nearest(name);
    String more = names.size() > MOST ? ", …" : "";
    return unknown
        + (nearest == null ? "" : "; did you mean " + nearest + "?")
        + " (configured: "
        + String.join(", ", names.subList(0, Math.min(MOST, names.size())))
        + more
        + ")";
  }

  private @Nullable String nearest(String name) {
    String nearest = null;
    int least = Math.max(1, name.length() / 3) + 1;
    for (String known : names) {
      int distance = distance(name.toLowerCase(Locale.ROOT), known.toLowerCase(Locale.ROOT));
      if (distance < least) {
        least = distance;
        nearest = known;
      }
    }
    return nearest;
  }

  /** How many characters to insert, delete or replace (Levenshtein). */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
