/**
 * Rules of directories: what is ignored, as git has it, and what is hidden.
 *
 * <p>The files of a directory, of the repository and of its user, which {@link
 * dev.attache.handlers.file.ignore.GitRepository} and {@link
 * dev.attache.handlers.file.ignore.GitUser} find, are read into one {@link
 * dev.attache.handlers.file.ignore.IgnoreFile} each, which splits it into lines and drops comments
 * and the trailing spaces that no backslash quotes. {@link
 * dev.attache.handlers.file.ignore.IgnoreRules} stacks them from the weakest to the strongest;
 * {@link dev.attache.handlers.file.ignore.RulesInForce} goes down with a walk and says of each
 * entry which {@link dev.attache.handlers.file.ignore.IgnorePattern} ignores it. The files of other
 * tools are {@link dev.attache.handlers.file.ignore.ToolIgnore}.
 *
 * <p>{@link dev.attache.handlers.file.ignore.HiddenNames} goes down with it and asks {@link
 * dev.attache.handlers.file.ignore.GitIndex} for what is tracked. The door for a single file is
 * {@link dev.attache.handlers.file.ignore.DirectoryRules}.
 */
@NullMarked
package dev.attache.handlers.file.ignore;

import org.jspecify.annotations.NullMarked;
