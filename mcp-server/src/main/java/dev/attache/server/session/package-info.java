/**
 * One client: its requests while they are not answered, and the tables of the methods.
 *
 * <p>{@link dev.attache.server.session.McpSession} looks a request up in {@link
 * dev.attache.server.session.SessionMethods} or, since 2026-07-28, {@link
 * dev.attache.server.session.StatelessMethods}; as a {@link
 * dev.attache.server.session.RunningRequest} it waits for the {@link
 * dev.attache.server.session.OpeningSession} and a thread of {@link
 * dev.attache.server.session.SessionThreads}, some one after the other ({@link
 * dev.attache.server.session.SerialExecutor}); RequestProgress tells its client each second that it
 * is still worked on, and a cancelled one interrupts its thread.
 *
 * <p>The door: {@link dev.attache.server.session.ClientSession} and {@link
 * dev.attache.server.session.SessionSource} for the transports; the rest for {@code
 * dev.attache.server}, which puts a session together.
 */
@NullMarked
package dev.attache.server.session;

import org.jspecify.annotations.NullMarked;
