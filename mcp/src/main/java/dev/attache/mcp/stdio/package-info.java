/**
 * A server that is a program: started here, spoken to on its standard streams, and ended with all
 * that it started.
 *
 * <p>{@link dev.attache.mcp.stdio.StdioLink} finds the program and gives it few variables
 * (ServerEnvironment); ServerProcess feeds its input from an InputQueue, keeps the LastLines of its
 * errors for messages, and has an OrphanWatchdog beside it in case this JVM is killed;
 * LineTransport makes messages of lines, and what is none goes to {@link
 * dev.attache.mcp.stdio.StrayOutput}, which says so once.
 *
 * <p>The door: {@link dev.attache.mcp.stdio.StdioLink}, {@link dev.attache.mcp.stdio.StrayOutput}.
 */
@NullMarked
package dev.attache.mcp.stdio;

import org.jspecify.annotations.NullMarked;
