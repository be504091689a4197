package dev.attache.handlers.mcp;

import dev.attache.mcp.ServerText;
import dev.attache.resource.spi.Candidate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry of what a server lists. Nothing in it can be relied on but its URI.
 *
 * @param uri the resource's URI
 * @param fields all that the server said
 */
record ListEntry(String uri, Map<String, Object> fields) {

  /** A short name, on one line; null if there is none. */
  @Nullable String name() {
    return text(fields, "name");
  }

  /** The type that the server states; null if it states none. */
  @Nullable String mimeType() {
    return text(fields, "mimeType");
  }

  /** The size that the server claims; for display only. */
  long size() {
    return fields.get("size") instanceof Number size && size.longValue() >= 0
        ? size.longValue()
        : Candidate.UNKNOWN_SIZE;
  }

  /** A text for people, on one line; null if it is missing, blank or something else. */
  static @Nullable String text(Map<String, Object> fields, String key) {
    if (!(fields.get(key) instanceof String text)) {
      return null;
    }
    String line = ServerText.line(text);
    return line.isBlank() ? null : line;
  }
}
