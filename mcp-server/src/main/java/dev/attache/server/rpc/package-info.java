/**
 * Messages of JSON-RPC and what the protocol puts into them: requests taken apart, answers and
 * notifications written.
 *
 * <p>{@link dev.attache.server.rpc.ClientMessage} tells requests, notifications and broken messages
 * apart; {@link dev.attache.server.rpc.Envelope} and {@link dev.attache.server.rpc.Params} check
 * what is in them; an {@link dev.attache.server.rpc.McpMethod} writes its result into an {@link
 * dev.attache.server.rpc.AnswerWriter}, field by field or as bytes of others, or throws a {@link
 * dev.attache.server.rpc.RequestException}, of which {@link dev.attache.server.rpc.ErrorAnswer}
 * makes the bytes; {@link dev.attache.server.rpc.Notification} and {@link
 * dev.attache.server.rpc.ClientLog} tell a client something by itself, through a {@link
 * dev.attache.server.rpc.MessageSink}.
 *
 * <p>The door: all of it.
 */
@NullMarked
package dev.attache.server.rpc;

import org.jspecify.annotations.NullMarked;
