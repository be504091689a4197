/**
 * The conversations that a workspace keeps, for all commands about them: where they are, which one
 * is meant, what its next turn resolves, and how it is told. Flow: ConversationPlace opens the
 * store with the settings of the configuration; ConversationChoice finds the one that options name,
 * or begins it; TurnReferences says what a turn resolves, in order, and for whom; SnapshotTable,
 * DeliveryObject and ConversationOutput tell of it. Door: ConversationPlace, ConversationChoice,
 * TurnReferences, SourceCheck, AttachedMatch, ConversationNote, ConversationOutput, SnapshotTable,
 * DeliveryObject.
 */
@NullMarked
package dev.attache.cli.workspace;

import org.jspecify.annotations.NullMarked;
