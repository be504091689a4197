package dev.attache.store.packs;

import dev.attache.resource.ContentDigest;

/**
 * The place of a content in a pack.
 *
 * @param digest of the content
 * @param offset where it begins
 * @param length how many bytes it takes there
 * @param size how many bytes it has
 */
public record PackEntry(ContentDigest digest, long offset, long length, long size) {}
