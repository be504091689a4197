package dev.attache.store.blobs;

import dev.attache.resource.ContentDigest;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A stored content, or a pack of them, that is not what was written.
 *
 * @param file where it is
 * @param digest of the content; null if it is the pack
 * @param text what is wrong, with the file
 * @param isOfLaterVersion whether it may be right, and is only not known here
 */
record BlobFault(
    Path file, @Nullable ContentDigest digest, String text, boolean isOfLaterVersion) {}
