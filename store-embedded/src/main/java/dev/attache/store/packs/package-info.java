/**
 * The forms of stored contents in files: one alone, and many in a pack.
 *
 * <p>{@link dev.attache.store.packs.BlobEncoder} compresses a content into blocks ({@link
 * dev.attache.store.packs.BlobFormat}), a {@link dev.attache.store.packs.BlobSpool} holds them, and
 * {@link dev.attache.store.packs.PackWriter} makes a file of many with an index ({@link
 * dev.attache.store.packs.PackFormat}). {@link dev.attache.store.packs.Packs} are those of a
 * directory; a {@link dev.attache.store.packs.Pack} finds a {@link
 * dev.attache.store.packs.PackEntry}, and {@link dev.attache.store.packs.BlobInputStream} reads it
 * block by block.
 */
@NullMarked
package dev.attache.store.packs;

import org.jspecify.annotations.NullMarked;
