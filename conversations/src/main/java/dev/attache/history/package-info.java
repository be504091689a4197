/**
 * The history of a conversation: what happened, as values, and what a store of it promises. Nothing
 * here knows of files.
 *
 * <p>A {@link dev.attache.history.ConversationStore} opens a {@link
 * dev.attache.history.ConversationLog}, to which a {@link dev.attache.history.ConversationEvent} is
 * added once the contents that it names are in a {@link dev.attache.history.BlobBatch}, and which
 * gives its events out as an {@link dev.attache.history.EventStream}. What is added is made from a
 * {@link dev.attache.history.ConversationView}, and is added once where it has an {@link
 * dev.attache.history.AppendToken}. A {@link dev.attache.history.ConversationSummary} is what the
 * events come to.
 *
 * <p>The doors are the values and the two interfaces. A {@link dev.attache.history.DeliveryPlace}
 * is where in a conversation something was delivered; a {@link dev.attache.history.Delivery} says
 * how.
 */
@NullMarked
package dev.attache.history;

import org.jspecify.annotations.NullMarked;
