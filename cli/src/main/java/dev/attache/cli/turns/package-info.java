/**
 * Attache query, tool-result and refresh: the commands that go on with a conversation.
 *
 * <p>A text is read to its end first; query reads the TurnReferences of the turn and attaches the
 * outcomes to a draft, tells the model what it cannot attach, records ({@link
 * dev.attache.cli.turns.TurnRecorder}), and prints the request ({@link
 * dev.attache.cli.turns.RequestPrint}) or has a model asked; the others record an answer or a
 * result ({@link dev.attache.cli.workspace.CallNames} has the calls of the turn).
 *
 * <p>The doors: {@link dev.attache.cli.turns.TurnCommands}, and {@link
 * dev.attache.cli.turns.Question} for who asks in a session.
 */
@NullMarked
package dev.attache.cli.turns;

import org.jspecify.annotations.NullMarked;
