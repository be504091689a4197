package dev.attache.mcp.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The directories that the definitions of a file start from: the directory of their programs,
 * unless they say another, and of all their relative paths. The user's do not start in the
 * workspace: a program that looks around there, as package managers and interpreters do, would run
 * what somebody else wrote.
 *
 * @param directory absolute
 */
record DefinitionBase(Path directory, Kind kind) {

  /** Whose directory it is. */
  enum Kind {
    /** The workspace. */
    WORKSPACE,
    /** That of the user's own configuration. */
    CONFIGURATION,
    /** That of a file that the user named for this run. */
    NAMED_FILE,
    /** That of no file: what the user named is a pipe. */
    NONE
  }

  static DefinitionBase ofWorkspace(Path workspace) {
    return new DefinitionBase(workspace, Kind.WORKSPACE);
  }

  /**
   * Returns the directory in which a file of the user's is, its own links not followed; of a pipe
   * and the like the user's home, or else the root.
   *
   * @param kind what it is if it is that of a file
   */
  static DefinitionBase of(Path file, Kind kind, Map<String, String> environment) {
    Path absolute = file.toAbsolutePath();
    Path parent = absolute.getParent();
    if (parent != null && Files.isRegularFile(absolute)) {
      return new DefinitionBase(parent, kind);
    }
    Path home = absolute.getFileSystem().getPath(DefinitionVariables.home(environment));
    return new DefinitionBase(home.isAbsolute() ? home : absolute.getRoot(), Kind.NONE);
  }
}
