/**
 * Tools of MCP servers that can be called as any other: their names, what they are told with a
 * call, and what their answers become (RFD D31 and RFD 058).
 *
 * <p>{@link dev.attache.mcp.tools.McpTools} makes an {@link dev.attache.mcp.tools.McpTool} of each
 * tool that servers list, under a name that ToolNames finds. A call goes over the connection of a
 * {@link dev.attache.mcp.tools.McpTool.Connector}, with what CallMeta puts beside the arguments as
 * the {@link dev.attache.mcp.tools.BridgeSettings} let it; of the answer ToolResponseJson and
 * OutcomeJson make a response, in which LinkReader puts resources in place of links.
 *
 * <p>The door: these three, with {@link dev.attache.mcp.tools.ProgressText} for who shows the
 * progress of a call that it makes itself.
 */
@NullMarked
package dev.attache.mcp.tools;

import org.jspecify.annotations.NullMarked;
