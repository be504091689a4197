/**
 * Which jars of handlers are used: the user's own, and those of the workspace once the user has
 * trusted them.
 *
 * <p>{@link dev.attache.jars.trust.HandlerPlaces} knows the folders of handlers; {@link
 * dev.attache.jars.trust.FolderJars} and {@link dev.attache.jars.trust.WorkspaceJars} list the jars
 * in them. {@link dev.attache.jars.trust.JarTrust} says which are trusted, by the digest of each,
 * and hands out their kept copies; the others are an {@link dev.attache.jars.trust.UntrustedJar}
 * each, which says what to do about it.
 */
@NullMarked
package dev.attache.jars.trust;

import org.jspecify.annotations.NullMarked;
