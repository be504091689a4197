/**
 * A server at an endpoint of the streamable HTTP transport, in both eras.
 *
 * <p>{@link dev.attache.mcp.http.HttpLink} opens an EndpointTransport, where each message is a
 * request of its own: an HttpCall, answered by JSON or by events that SseReader takes apart. What
 * an era puts around the messages is in its HttpDialect: ModernDialect, with the ToolHeaders that
 * tools ask for; or SessionDialect, with the NoticeStream. EndpointHeaders adds what the definition
 * says; HttpFailures tells people what went wrong.
 *
 * <p>The door: {@link dev.attache.mcp.http.HttpLink}.
 */
@NullMarked
package dev.attache.mcp.http;

import org.jspecify.annotations.NullMarked;
