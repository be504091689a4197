package dev.attache.mcp;

import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;

/**
 * The application's answer to whether a server may be started or connected to. Thread-safe; answers
 * at once, without asking anybody.
 */
@FunctionalInterface
public interface McpServerPolicy {

  /**
   * Decides about the use of a server that {@code requester} asked for.
   *
   * @param server the server as it is defined
   * @param requester who asks for it, or for something that needs it
   * @return whether it may be used; a no says why
   */
  CommandPolicy.Decision decide(McpServer server, Requester requester);
}
