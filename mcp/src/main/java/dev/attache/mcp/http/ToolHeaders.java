package dev.attache.mcp.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The headers of the tools of one server, as its lists of tools have said. Thread-safe. */
final class ToolHeaders {

  private final String server;
  private final Consumer<String> notes;
  private final Map<String, HeaderAnnotations> tools = new ConcurrentHashMap<>();

  /**
   * @param notes takes a line about each tool that cannot be used
   */
  ToolHeaders(String server, Consumer<String> notes) {
    this.server = server;
    this.notes = notes;
  }

  /** Learns from a result of {@code tools/list}; returns it without the tools that are invalid. */
  @Nullable Object learn(@Nullable Object result) {
    if (!(result instanceof Map<?, ?> map) || !(map.get("tools") instanceof List<?> listed)) {
      return result;
    }
    var kept = new ArrayList<Object>();
    for (Object tool : listed) {
      if (isValid(tool)) {
        kept.add(tool);
      }
    }
    if (kept.size() == listed.size()) {
      return result;
    }
    var filtered = new LinkedHashMap<Object, Object>(map);
    filtered.put("tools", kept);
    return filtered;
  }

  private boolean isValid(@Nullable Object tool) {
    if (!(tool instanceof Map<?, ?> map) || !(map.get("name") instanceof String name)) {
      return true;
    }
    HeaderAnnotations annotations = HeaderAnnotations.of(map.get("inputSchema"));
    if (annotations.problem() != null) {
      tools.remove(name);
      notes.accept(
          "the MCP server %s: the tool %s is ignored: %s"
              .formatted(server, name, annotations.problem()));
      return false;
    }
    tools.put(name, annotations);
    return true;
  }

  /** Calls {@code headers} with each header of a {@code tools/call}. */
  void apply(Map<?, ?> params, BiConsumer<String, String> headers) {
    HeaderAnnotations annotations =
        params.get("name") instanceof String name ? tools.get(name) : null;
    if (annotations != null) {
      annotations.apply(params.get("arguments"), headers);
    }
  }
}
