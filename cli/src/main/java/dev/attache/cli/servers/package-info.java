/**
 * Attache mcp: servers of MCP used by hand.
 *
 * <p>{@link dev.attache.cli.servers.ServerChoice} finds the server that is named, or makes one of
 * --url; a {@link dev.attache.cli.servers.ServerSession} asks about trust, connects and ends it;
 * what it offers or gives is written as it is ({@link dev.attache.cli.servers.OfferOutput}, {@link
 * dev.attache.cli.servers.ShownContent}), with a line for what cannot be shown; so is what a tool
 * answers ({@link dev.attache.cli.terminal.ResultOutput}).
 *
 * <p>The door: {@link dev.attache.cli.servers.McpCommands}.
 */
@NullMarked
package dev.attache.cli.servers;

import org.jspecify.annotations.NullMarked;
