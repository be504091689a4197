/**
 * The contents of a store by their digests, shared by its conversations.
 *
 * <p>{@link dev.attache.store.blobs.BlobSpoolBatch} takes contents as they come and puts them away,
 * a file each or in a pack; {@link dev.attache.store.blobs.Blobs} finds and opens them. {@link
 * dev.attache.store.blobs.BlobCollection} deletes what {@link dev.attache.store.blobs.BlobNeeds}
 * does not name, {@link dev.attache.store.blobs.BlobSurvey} checks all and {@link
 * dev.attache.store.blobs.BlobRepair} puts aside what is damaged, under the {@link
 * dev.attache.store.blobs.BlobLock}; {@link dev.attache.store.blobs.BlobPins} keep what a batch
 * counts on.
 */
@NullMarked
package dev.attache.store.blobs;

import org.jspecify.annotations.NullMarked;
