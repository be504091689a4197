/**
 * One client on two streams, a message a line.
 *
 * <p>{@link dev.attache.server.stdio.StdioTransport} runs StdioInput, which reads lines, has the
 * session take each message and waits when too much is not answered (IntakeLimit), and LineWriter,
 * which writes answers and notifications whole, in one place.
 *
 * <p>The door: {@link dev.attache.server.stdio.StdioTransport}.
 */
@NullMarked
package dev.attache.server.stdio;

import org.jspecify.annotations.NullMarked;
