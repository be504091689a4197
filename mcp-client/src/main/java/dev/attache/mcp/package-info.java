/**
 * The client of the Model Context Protocol (MCP): servers as somebody defined them, one connection
 * to each, and what they answer as plain JSON maps.
 *
 * <p>{@link dev.attache.mcp.McpServers} holds the servers of a run and starts them when first asked
 * for; {@link dev.attache.mcp.McpConnection} is what can be asked of one. Both eras of the protocol
 * are spoken: revisions up to 2025-11-25, and 2026-07-28.
 */
@NullMarked
package dev.attache.mcp;

import org.jspecify.annotations.NullMarked;
