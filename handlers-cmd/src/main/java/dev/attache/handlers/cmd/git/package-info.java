/**
 * The guard of git in untrusted checkouts: no program starts that a repository's settings name.
 *
 * <p>A {@link dev.attache.handlers.cmd.git.GitGuard} reads the arguments of git, finds the
 * repository ({@link dev.attache.handlers.cmd.git.GitPlace}) and looks through its settings and
 * hooks ({@link dev.attache.handlers.cmd.git.GitScan}). For each {@link
 * dev.attache.handlers.cmd.git.GitProgram} that is set there it has a {@link
 * dev.attache.handlers.cmd.git.GitOverrides} entry, which goes into the environment of the command.
 */
@NullMarked
package dev.attache.handlers.cmd.git;

import org.jspecify.annotations.NullMarked;
