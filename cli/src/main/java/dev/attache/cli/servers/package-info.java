/**
 * attache mcp: servers of MCP used by hand. Flow: ServerChoice finds the server that is named, or
 * makes one of --url; a ServerSession asks about trust, connects and ends it; what it offers, gives
 * or answers is written as it is (OfferOutput, ShownContent, ToolAnswer), with a line for what
 * cannot be shown. Door: McpCommands.
 */
@NullMarked
package dev.attache.cli.servers;

import org.jspecify.annotations.NullMarked;
