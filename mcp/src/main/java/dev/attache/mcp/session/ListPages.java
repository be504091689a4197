package dev.attache.mcp.session;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.support.json.LenientValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The lists of a server, which come in pages. All pages of one list share its limits. If the pages
 * of a list never end, the list is what has arrived, and a note says so.
 */
final class ListPages {

  /** No server has that many, unless it pages for ever. */
  private static final int MAX_PAGES = 1000;

  private static final int MAX_ENTRIES = 100_000;

  private static final int MAX_MEBIBYTES = 64;

  private final EraRequests requests;
  private final Consumer<String> notes;

  /**
   * @param notes takes a line about a list that may be not whole
   */
  ListPages(EraRequests requests, Consumer<String> notes) {
    this.requests = requests;
    this.notes = notes;
  }

  /** The objects in {@code field} of all pages, which must have come in time. */
  List<Map<String, Object>> all(String method, String field, Duration timeout) throws McpException {
    Duration patience = requests.patience(timeout);
    long deadline = System.nanoTime() + patience.toNanos();
    var items = new ArrayList<Map<String, Object>>();
    Set<String> cursors = new HashSet<>();
    List<Map<String, Object>> last = List.of();
    String cursor = null;
    long size = 0;
    for (int page = 0; page < MAX_PAGES; page++) {
      Map<String, Object> params = cursor == null ? Map.of() : Map.of("cursor", cursor);
      Map<String, Object> result = ask(method, params, deadline, patience, page, items.size());
      List<Map<String, Object>> entries = requests.objects(result, field, method);
      if (!entries.equals(last)) {
        items.addAll(entries);
      }
      last = entries;
      size += LenientValues.size(result);
      requireRoom(method, page + 1, items.size(), size);
      cursor = LenientValues.text(result.get("nextCursor"));
      if (cursor == null) {
        return items;
      }
      if (cursor.isEmpty() || !cursors.add(cursor)) {
        String which = cursor.isEmpty() ? "an empty cursor" : "the cursor of a page before";
        return cut(items, "ended " + method + " with " + which);
      }
    }
    return cut(items, "answered " + method + " with more than " + MAX_PAGES + " pages");
  }

  private List<Map<String, Object>> cut(List<Map<String, Object>> items, String how) {
    String came = items.size() == 1 ? "one entry" : items.size() + " entries";
    notes.accept(requests.about(how + "; what came by then is the list: " + came));
    return items;
  }

  /** One page; if it does not come in time, the whole time is named. */
  private Map<String, Object> ask(
      String method,
      Map<String, Object> params,
      long deadline,
      Duration patience,
      int pages,
      int entries)
      throws McpException {
    Duration rest = Duration.ofNanos(deadline - System.nanoTime());
    try {
      if (!rest.isNegative()) {
        return requests.ask(method, params, rest);
      }
    } catch (McpException e) {
      if (e.kind() != Kind.TIMEOUT || deadline - System.nanoTime() > 0) {
        throw e;
      }
    }
    String came = pages == 0 ? "" : ": only " + amount(pages, entries) + " came";
    throw requests.failure(
        Kind.TIMEOUT,
        "did not answer " + method + " within " + RequestChannel.seconds(patience) + came);
  }

  private void requireRoom(String method, int pages, int entries, long size) throws McpException {
    String most =
        entries > MAX_ENTRIES
            ? MAX_ENTRIES + " entries"
            : size > (long) MAX_MEBIBYTES << 20 ? MAX_MEBIBYTES + " MiB" : null;
    if (most != null) {
      throw requests.failure(
          Kind.TOO_LARGE,
          "answered "
              + method
              + " with more than "
              + most
              + ", which is the most: "
              + amount(pages, entries)
              + " were received by then and discarded");
    }
  }

  private static String amount(int pages, int entries) {
    return (pages == 1 ? "one page" : pages + " pages")
        + " with "
        + (entries == 1 ? "one entry" : entries + " entries");
  }
}
