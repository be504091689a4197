/**
 * A server of the Model Context Protocol, which gives its clients the resources of conversations.
 *
 * <p>A program makes a {@link dev.attache.server.ResourceServer} of {@link
 * dev.attache.server.ServerOptions}, a {@link dev.attache.server.SessionOpener}, which gives each
 * session its conversation, and a {@link dev.attache.server.ServerObserver}, which is told how it
 * goes; for each client ConversationSessions puts a session together, and InitialAttachments
 * records its first turn. On the way of a call: a line of the input goes to {@link
 * dev.attache.server.session.McpSession}, waits there as a RunningRequest until a thread is free,
 * and is answered by the method of its name, for {@code tools/call} {@link
 * dev.attache.server.attached.SessionTools}.
 *
 * <p>The door: {@link dev.attache.server.ResourceServer}, {@link dev.attache.server.ServerOptions},
 * {@link dev.attache.server.SessionOpener}, {@link dev.attache.server.ServerObserver}.
 */
@NullMarked
package dev.attache.server;

import org.jspecify.annotations.NullMarked;
