package dev.attache.handlers.mcp;

import dev.attache.mcp.McpServer;
import dev.attache.resource.spi.HandlerContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is kept during a run, for each server. Thread-safe. */
final class McpRun {

  private final Map<String, ServerRun> servers = new ConcurrentHashMap<>();

  static McpRun of(HandlerContext context) {
    return context.perRun(McpRun.class, McpRun::new);
  }

  ServerRun of(McpServer server) {
    return servers.computeIfAbsent(server.alias(), alias -> new ServerRun(server));
  }
}
