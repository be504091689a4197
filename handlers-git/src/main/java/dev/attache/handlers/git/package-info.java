/**
 * Repositories of git, here and on other hosts: the files of one commit, with no checkout.
 *
 * <p>A reference becomes a {@link dev.attache.handlers.git.address.TreeAddress}. A {@link
 * dev.attache.handlers.git.TreeExpansion} has the tree of its commit fetched by {@link
 * dev.attache.handlers.git.copy.Repositories}, takes away what a {@link
 * dev.attache.handlers.git.TreeExclusion} names, and offers the rest; a {@link
 * dev.attache.handlers.git.RepositoryFile} reads one of them.
 *
 * <p>The door is {@link dev.attache.handlers.git.RepositoryHandler}.
 */
@NullMarked
package dev.attache.handlers.git;

import org.jspecify.annotations.NullMarked;
