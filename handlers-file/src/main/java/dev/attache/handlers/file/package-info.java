/**
 * Files, directories and globs: what a file reference names, and what is left out of it.
 *
 * <p>A list of references is read into a {@link dev.attache.handlers.file.Selection} of inclusions
 * and exclusions. A {@link dev.attache.handlers.file.TreeWalk} goes through the directories that
 * these name, asks the ignore rules of each, and offers what is left to the sink; a {@link
 * dev.attache.handlers.file.FileReader} reads one file of it. Who may have which file is for {@link
 * dev.attache.handlers.file.FileRights} to say.
 *
 * <p>The door is {@link dev.attache.handlers.file.FileHandler}. Below it lie {@link
 * dev.attache.handlers.file.ignore.RulesInForce}, {@link dev.attache.support.glob.Glob} and {@link
 * dev.attache.handlers.file.place.DirectoryChain}.
 */
@NullMarked
package dev.attache.handlers.file;

import org.jspecify.annotations.NullMarked;
