/**
 * Attache conversation: conversations as a whole, listed, shown, printed, forked, deleted, put
 * aside and set.
 *
 * <p>Each command chooses one or several in the ConversationPlace, does one thing, and says so in a
 * line or an object; show writes event by event ({@link
 * dev.attache.cli.conversations.HistoryOutput}).
 *
 * <p>The door: {@link dev.attache.cli.conversations.ConversationCommands}.
 */
@NullMarked
package dev.attache.cli.conversations;

import org.jspecify.annotations.NullMarked;
