/**
 * The index of what was read: what reading a version of something gave, kept from run to run.
 *
 * <p>{@link dev.attache.core.index.ReadIndex} is the door: it finds a {@link
 * dev.attache.core.index.KnownReading} by its address and its version, takes new ones in, and saves
 * them. On the disk it is an {@link dev.attache.core.index.IndexFile}, in memory an {@link
 * dev.attache.core.index.IndexImage} that grows; a {@link dev.attache.core.index.CodeDigest} says
 * by which rules both were made. Nothing in it is ever needed: what is wrong, torn, or of others is
 * as if it were not there.
 */
@NullMarked
package dev.attache.core.index;

import org.jspecify.annotations.NullMarked;
