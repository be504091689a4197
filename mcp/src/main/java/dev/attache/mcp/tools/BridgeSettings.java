package dev.attache.mcp.tools;

import dev.attache.mcp.McpServer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the tools of a server are told with a call besides its arguments, and what is read in their
 * answers. Immutable.
 *
 * @param readsOutcomes whether an answer of one text that is an {@code Outcome} means what that
 *     says (RFD D31)
 * @param isTrusted whether the answers to a tool's questions and its options are the server's
 *     business at all: the user has defined it, or trusts it
 * @param sendsRoot whether the server is told where the workspace is
 * @param meta what the user sends as {@code _meta}; each key of it goes before one of ours
 * @param maxBytes how many bytes all resources together may have that one answer links to
 */
public record BridgeSettings(
    boolean readsOutcomes,
    boolean isTrusted,
    boolean sendsRoot,
    Map<String, Object> meta,
    long maxBytes) {

  /**
   * Takes a copy of {@code meta}, in its order.
   *
   * @param readsOutcomes whether an answer of one text may be an {@code Outcome}
   * @param isTrusted whether answers and options are the server's business at all
   * @param sendsRoot whether the server is told where the workspace is
   * @param meta what the user sends as {@code _meta}
   * @param maxBytes how many bytes all resources together may have that one answer links to
   */
  public BridgeSettings {
    meta = Collections.unmodifiableMap(new LinkedHashMap<>(meta));
  }

  /**
   * {@return those of a server as it is defined: trusted if it does not need to be, and told where
   * the workspace is if it runs on this machine, or the user says so}
   *
   * @param server the server, by its definition alone
   * @param maxBytes how many bytes all resources together may have that one answer links to
   */
  public static BridgeSettings of(McpServer server, long maxBytes) {
    return new BridgeSettings(
        true,
        !server.needsTrust(),
        server.way() instanceof McpServer.Program || server.tools().knowWorkspace(),
        Map.of(),
        maxBytes);
  }

  /**
   * {@return the same with or without the reading of outcomes}
   *
   * @param value whether an answer of one text may be an {@code Outcome}
   */
  public BridgeSettings readingOutcomes(boolean value) {
    return new BridgeSettings(value, isTrusted, sendsRoot, meta, maxBytes);
  }

  /**
   * {@return the same for a server that the user trusts, or does not}
   *
   * @param value whether the user trusts it
   */
  public BridgeSettings trusted(boolean value) {
    return new BridgeSettings(readsOutcomes, value, sendsRoot, meta, maxBytes);
  }

  /**
   * {@return the same with a {@code _meta} of the user's own}
   *
   * @param value JSON values by name, which replace any earlier ones
   */
  public BridgeSettings sending(Map<String, Object> value) {
    return new BridgeSettings(readsOutcomes, isTrusted, sendsRoot, value, maxBytes);
  }
}
