package dev.attache.handlers.file.ignore;

/**
 * The ignore rules of a repository that lie outside its work tree: two ignore files (gitignore(5),
 * "DESCRIPTION") and a setting.
 *
 * @param global the user's, named by {@code core.excludesFile}
 * @param info the repository's {@code info/exclude}, which beats it
 * @param foldsCase whether the repository's rules are to disregard case, by {@code core.ignoreCase}
 */
record GitExcludes(IgnoreFile global, IgnoreFile info, boolean foldsCase) {}
