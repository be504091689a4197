package dev.attache.handlers.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The list of a server.
 *
 * @param byUri the entries by their URI, in its order; of those with the same URI, the first
 * @param withoutUri how many entries have no URI, and so cannot be read
 */
record ListedEntries(Map<String, ListEntry> byUri, int withoutUri) {

  static ListedEntries of(List<Map<String, Object>> entries) {
    var byUri = new LinkedHashMap<String, ListEntry>();
    int withoutUri = 0;
    for (Map<String, Object> entry : entries) {
      if (entry.get("uri") instanceof String uri && !uri.isEmpty()) {
        byUri.putIfAbsent(uri, new ListEntry(uri, entry));
      } else {
        withoutUri++;
      }
    }
    return new ListedEntries(byUri, withoutUri);
  }
}
