/**
 * Messages as bytes and as plain values, for both ends of a connection.
 *
 * <p>{@link dev.attache.mcp.wire.MessageLines} cuts a stream into lines of bounded length; {@link
 * dev.attache.mcp.wire.MessageJson} reads one into maps, lists and scalars within limits, or throws
 * {@link dev.attache.mcp.wire.UnreadableException}, for which {@link
 * dev.attache.mcp.wire.MessageId} still finds out the request; {@link dev.attache.mcp.wire.Message}
 * is what the values mean to a client, and {@link dev.attache.mcp.wire.LenientValues} takes those
 * of the other end for what they should be.
 *
 * <p>The door: all but JsonReader and HalfCharacters.
 */
@NullMarked
package dev.attache.mcp.wire;

import org.jspecify.annotations.NullMarked;
