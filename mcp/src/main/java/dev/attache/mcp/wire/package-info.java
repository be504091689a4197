/**
 * Messages as lines of bytes and as what they mean, for both ends of a connection.
 *
 * <p>{@link dev.attache.mcp.wire.MessageLines} cuts a stream into lines of bounded length; {@link
 * dev.attache.support.json.PlainJson} reads one into plain values, and where it cannot, {@link
 * dev.attache.mcp.wire.MessageId} still finds out the request; {@link dev.attache.mcp.wire.Message}
 * is what the values mean to a client.
 *
 * <p>The door: all of it.
 */
@NullMarked
package dev.attache.mcp.wire;

import org.jspecify.annotations.NullMarked;
