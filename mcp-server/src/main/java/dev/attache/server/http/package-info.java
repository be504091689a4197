/**
 * Clients over streamable HTTP, on the HTTP server of the JDK.
 *
 * <p>{@link dev.attache.server.http.HttpTransport} has HttpGate check who asks ({@link
 * dev.attache.server.http.HttpAccess}) before a body is read; HttpMessages takes it to the
 * HttpSession of its id, HttpStateless to the one session of all messages of 2026-07-28, after
 * MirroredHeaders compared headers and body; what comes back is one JSON answer or a MessageStream,
 * of which HttpAnswer writes events, within a time (WriteTimeout).
 *
 * <p>The door: {@link dev.attache.server.http.HttpTransport}, {@link
 * dev.attache.server.http.HttpLimits} for {@code dev.attache.server}; {@link
 * dev.attache.server.http.HttpAccess}, {@link dev.attache.server.http.HttpEndpoint} for programs.
 */
@NullMarked
package dev.attache.server.http;

import org.jspecify.annotations.NullMarked;
