/**
 * Attache mcp: servers of MCP used by hand.
 *
 * <p>{@link dev.attache.cli.servers.ServerChoice} finds the server that is named, or makes one of
 * --url; a {@link dev.attache.cli.servers.ServerSession} asks about trust, connects and ends it;
 * what it offers, gives or answers is written as it is ({@link
 * dev.attache.cli.servers.OfferOutput}, {@link dev.attache.cli.servers.ShownContent}, {@link
 * dev.attache.cli.servers.ToolAnswer}), with a line for what cannot be shown.
 *
 * <p>The door: {@link dev.attache.cli.servers.McpCommands}.
 */
@NullMarked
package dev.attache.cli.servers;

import org.jspecify.annotations.NullMarked;
