/**
 * Attache chat: a session in which each line is a question in one conversation, or a command that
 * begins with a slash.
 *
 * <p>Lines come from an editor at a terminal ({@link dev.attache.cli.chat.EditedLines}, which alone
 * knows JLine) or as they are ({@link dev.attache.cli.chat.PlainLines}). What {@code @} names in a
 * line is attached with it ({@link dev.attache.cli.chat.NamedInText}); a question is asked by
 * {@link dev.attache.cli.turns.Question}, as {@code attache query} asks it, and a command of the
 * session runs commands of the program. {@link dev.attache.cli.chat.CtrlC} has Ctrl-C end what is
 * done, and not the session.
 *
 * <p>The door: {@link dev.attache.cli.chat.ChatCommand}.
 */
@NullMarked
package dev.attache.cli.chat;

import org.jspecify.annotations.NullMarked;
