package dev.attache.history;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The answer of a tool (RFD 058; MCP, {@code CallToolResult}, revision 2025-11-25). Immutable.
 *
 * @param content the blocks, in the tool's order
 * @param isError whether the tool failed; then the blocks say how
 * @param meta MCP's {@code _meta}; {@link #ERROR} describes an error, {@code computer.jp/status} a
 *     tool that is still running
 */
public record ToolResponse(List<ContentBlock> content, boolean isError, Map<String, Object> meta) {

  /**
   * What an answer to a refresh has in its {@code _meta} where the URI does not tell which resource
   * was meant: the address by which it was read.
   */
  public static final String ADDRESS = "dev.attache/address";

  /** What an answer with an error has in its {@code _meta} where it says more of it (RFD 058). */
  public static final String ERROR = "computer.jp/error";

  public ToolResponse {
    content = List.copyOf(content);
    meta = Collections.unmodifiableMap(new LinkedHashMap<>(meta));
  }

  /** Returns a good answer of these blocks. */
  public static ToolResponse of(ContentBlock... content) {
    return new ToolResponse(List.of(content), false, Map.of());
  }
}
