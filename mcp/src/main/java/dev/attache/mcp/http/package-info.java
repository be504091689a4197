/**
 * A server at an endpoint of the streamable HTTP transport, in both eras.
 *
 * <p>{@link dev.attache.mcp.http.HttpLink} opens a transport: ModernHttpTransport, where each
 * message is a request of its own (HttpCall, answered by JSON or by events that SseReader takes
 * apart) with the ToolHeaders that its tools ask for; or LegacyHttpTransport, which is the SDK's
 * with a client that checks what comes (LegacyHttpClient) and opens the NoticeStream again.
 * EndpointHeaders adds what the definition says; HttpFailures tells people what went wrong.
 *
 * <p>The door: {@link dev.attache.mcp.http.HttpLink}.
 */
@NullMarked
package dev.attache.mcp.http;

import org.jspecify.annotations.NullMarked;
