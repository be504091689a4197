/**
 * Copies of repositories in the user's cache, made by git: of a commit its trees, and of files what
 * somebody has asked for.
 *
 * <p>A {@link dev.attache.handlers.git.copy.CopyPlace} has a {@link
 * dev.attache.handlers.git.copy.RepositoryCopy} for each repository. Its git runs as a {@link
 * dev.attache.handlers.git.copy.GitCall}, once a {@link dev.attache.handlers.git.copy.HostGuard}
 * has looked at the host; what git complains about becomes a {@link
 * dev.attache.handlers.git.copy.GitFailure}. Nothing is ever checked out: a {@link
 * dev.attache.handlers.git.copy.BlobReader} reads files from the database of objects.
 */
@NullMarked
package dev.attache.handlers.git.copy;

import org.jspecify.annotations.NullMarked;
