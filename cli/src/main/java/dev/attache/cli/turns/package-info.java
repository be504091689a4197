/**
 * Attache query, respond, tool-result and refresh: the commands that go on with a conversation.
 *
 * <p>A text is read to its end first; query reads the TurnReferences of the turn and attaches the
 * outcomes to a draft, tells the model what it cannot attach, records, and prints the request
 * ({@link dev.attache.cli.turns.RequestPrint}) or has a model asked ({@link
 * dev.attache.cli.agent.Asking}); the others record an answer or a result ({@link
 * dev.attache.cli.workspace.CallNames} has the calls of the turn).
 *
 * <p>The door: {@link dev.attache.cli.turns.TurnCommands}.
 */
@NullMarked
package dev.attache.cli.turns;

import org.jspecify.annotations.NullMarked;
