/**
 * Tools and what they answer (RFD 058; MCP, {@code CallToolResult}, revision 2025-11-25): the
 * contract that programs, servers and Java tools share.
 *
 * <p>A tool prints JSON or any text; {@link dev.attache.resource.tool.ToolResponseJson} reads it
 * into a {@link dev.attache.resource.tool.ToolResponse} of {@linkplain
 * dev.attache.resource.tool.ContentBlock blocks}: texts, resources, links, images and sounds, and
 * questions, each an {@link dev.attache.resource.tool.InputRequest}.
 *
 * <p>A {@link dev.attache.resource.tool.SemanticResult} says of what kind a result is and how it
 * likes to be shown to people, and a {@link dev.attache.resource.tool.ResultRenderer} shows kinds
 * of its own.
 */
@NullMarked
package dev.attache.resource.tool;

import org.jspecify.annotations.NullMarked;
