/**
 * The servers of a run, and one connection to each: made when first asked for, shared by all who
 * ask, and replaced when it is no more open.
 *
 * <p>{@link dev.attache.mcp.pool.McpServers} finds a server by its alias or name, has the policy
 * decide, and hands the wait to the PooledServer; that has a link made (LinkMaker, the one class
 * that knows both a program and an endpoint), opens a {@link
 * dev.attache.mcp.session.SessionConnection} on it on a thread of its own, and pauses longer after
 * each failure.
 *
 * <p>The door: {@link dev.attache.mcp.pool.McpServers}, with its Options.
 */
@NullMarked
package dev.attache.mcp.pool;

import org.jspecify.annotations.NullMarked;
