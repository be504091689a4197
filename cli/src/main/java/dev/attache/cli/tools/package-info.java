/**
 * The commands about tools: which there are, what one takes, and calling one ({@code attache
 * tool}).
 *
 * <p>{@link dev.attache.cli.tools.ToolCommands} is the door. {@code AvailableTools} finds the tools
 * of the configuration and of servers; {@code ToolCallCommand} calls one, and asks what it asks:
 * options first, then the configuration, then whoever is at the terminal, in the editor where a
 * line is not enough, then the tool's own defaults.
 */
@NullMarked
package dev.attache.cli.tools;

import org.jspecify.annotations.NullMarked;
