/**
 * Patterns over paths: globs of references, and git's wildcards.
 *
 * <p>A text goes through a {@link dev.attache.support.glob.GlobParser}, which multiplies out its
 * braces, into a {@link dev.attache.support.glob.Glob} of paths, segments and tokens; that matches
 * paths, and says whether it could match below a directory. A {@link
 * dev.attache.support.glob.WildMatch} is one line of an ignore file, over bytes.
 */
@NullMarked
package dev.attache.support.glob;

import org.jspecify.annotations.NullMarked;
