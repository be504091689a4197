package dev.attache.mcp.tools;

import dev.attache.resource.tool.ToolContext;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The {@code _meta} of a call (RFD D31): the tool's context under keys of our own, where there is
 * more in it than the call says itself.
 */
final class CallMeta {

  static final String TOOL = "computer.jp/tool";
  static final String CONTEXT = "computer.jp/context";

  private CallMeta() {}

  static Map<String, Object> of(ToolContext context, BridgeSettings settings) {
    boolean saysMore = !context.answers().isEmpty() || !context.options().isEmpty();
    if (!saysMore || !settings.isTrusted()) {
      return settings.meta();
    }
    ToolContext told = settings.sendsRoot() ? context : context.rootless();
    var meta = new LinkedHashMap<String, Object>();
    meta.put(TOOL, told.tool());
    meta.put(CONTEXT, told.context());
    meta.putAll(settings.meta());
    return meta;
  }
}
