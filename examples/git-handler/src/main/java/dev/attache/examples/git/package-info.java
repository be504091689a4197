/**
 * An example of a handler with a library of its own: what a git repository keeps, read with JGit.
 *
 * <p>Its jar holds JGit and what that needs, and a class loader of its own keeps them apart from
 * the program and from other handlers.
 */
@NullMarked
package dev.attache.examples.git;

import org.jspecify.annotations.NullMarked;
