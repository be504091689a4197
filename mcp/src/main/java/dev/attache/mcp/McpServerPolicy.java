package dev.attache.mcp;

import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;

/**
 * The application's answer to whether a server may be started or connected to. Thread-safe; answers
 * at once, without asking anybody.
 */
@FunctionalInterface
public interface McpServerPolicy {

  /** Decides about the use of a server that {@code requester} asked for. */
  CommandPolicy.Decision decide(McpServer server, Requester requester);
}
