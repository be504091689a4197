/**
 * The handler of {@code mcp+SERVER+URI}: what servers of the Model Context Protocol offer.
 *
 * <p>{@link dev.attache.handlers.mcp.McpHandler} expands references in McpExpansion, which asks all
 * servers at once for what they list (ServerLists) and makes URIs of templates (UriTemplate);
 * McpReading reads one address over a connection of the pool that the application hands down
 * (Connections), at most eight at once of one server (ServerRun), and ServerContents makes
 * resources of the answer.
 *
 * <p>The door: {@link dev.attache.handlers.mcp.McpHandler}, found by ServiceLoader.
 */
@NullMarked
package dev.attache.handlers.mcp;

import org.jspecify.annotations.NullMarked;
