/**
 * Attache attachment: what is attached to a conversation, and what its next turn will attach.
 *
 * <p>Add and rm change declarations and say so; ls goes through what is attached, with --check
 * against its sources; print writes it as it was attached.
 *
 * <p>The door: {@link dev.attache.cli.attachments.AttachmentCommands}.
 */
@NullMarked
package dev.attache.cli.attachments;

import org.jspecify.annotations.NullMarked;
