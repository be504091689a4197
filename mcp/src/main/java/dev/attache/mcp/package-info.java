/**
 * Servers of the Model Context Protocol (MCP) as their clients see them: a server as it was
 * defined, what it can be asked, and why it gave no answer.
 *
 * <p>A {@link dev.attache.mcp.McpServer} comes from {@link
 * dev.attache.mcp.config.McpConfiguration}; {@link dev.attache.mcp.pool.McpServers} asks the {@link
 * dev.attache.mcp.McpServerPolicy} whether it may be used, and makes one {@link
 * dev.attache.mcp.McpConnection} to it; what that answers are plain JSON maps, as the server gave
 * them, and each failure is an {@link dev.attache.mcp.McpException}, whose message is made for
 * people with {@link dev.attache.mcp.ServerText}. Both eras of the protocol are spoken: revisions
 * up to 2025-11-25, and 2026-07-28.
 *
 * <p>The door: all of it.
 */
@NullMarked
package dev.attache.mcp;

import org.jspecify.annotations.NullMarked;
