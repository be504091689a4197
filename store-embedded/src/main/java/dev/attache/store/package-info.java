/**
 * The store in a directory: conversations, each a directory with its log, and the contents that
 * they share.
 *
 * <p>{@link dev.attache.store.EmbeddedStore} opens an {@link dev.attache.store.log.EventLog} for a
 * conversation and begins batches of {@link dev.attache.store.blobs.Blobs}. {@link
 * dev.attache.store.EmbeddedMove} moves conversations into the archive and away, {@link
 * dev.attache.store.EmbeddedNeeds} says which contents they need, and {@link
 * dev.attache.store.EmbeddedCheck} reads all of it and says what is damaged, {@link
 * dev.attache.store.EmbeddedParts part} by part. {@link dev.attache.store.EmbeddedList} has them by
 * when they were written.
 *
 * <p>The door is {@link dev.attache.store.EmbeddedStore}; {@link dev.attache.store.TrialStore}
 * shows what would become of it.
 */
@NullMarked
package dev.attache.store;

import org.jspecify.annotations.NullMarked;
