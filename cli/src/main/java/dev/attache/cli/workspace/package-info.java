/**
 * The conversations that a workspace keeps, for all commands about them: where they are, which one
 * is meant, what its next turn resolves, and how it is told.
 *
 * <p>{@link dev.attache.cli.workspace.ConversationPlace} opens the store with the settings of the
 * configuration; {@link dev.attache.cli.workspace.ConversationChoice} finds the one that options
 * name, or begins it; {@link dev.attache.conversation.TurnReferences} says what a turn resolves, in
 * order, and for whom; {@link dev.attache.cli.workspace.SnapshotTable}, {@link
 * dev.attache.cli.workspace.DeliveryObject} and {@link
 * dev.attache.cli.workspace.ConversationOutput} tell of it.
 *
 * <p>The door: {@link dev.attache.cli.workspace.ConversationPlace}, {@link
 * dev.attache.cli.workspace.ConversationChoice}, {@link dev.attache.conversation.TurnReferences},
 * {@link dev.attache.cli.workspace.SourceCheck}, {@link dev.attache.cli.workspace.AttachedMatch},
 * {@link dev.attache.cli.workspace.ConversationNote}, {@link
 * dev.attache.cli.workspace.ConversationOutput}, {@link dev.attache.cli.workspace.SnapshotTable},
 * {@link dev.attache.cli.workspace.DeliveryObject}.
 */
@NullMarked
package dev.attache.cli.workspace;

import org.jspecify.annotations.NullMarked;
