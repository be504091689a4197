package dev.attache.handlers.cmd.spelling;

import dev.attache.resource.ResourceException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The places that the paths in a reference lead to: the directory and the program, both in the
 * workspace.
 */
record Placement(ReferenceText text, Workspace workspace) {

  /** Returns the directory that a path names from the workspace. */
  Path directory(String path, int position) throws ResourceException {
    return within(
        workspace.directory(), path, subject("dir", path), position, "name a directory inside it");
  }

  /**
   * Refuses a program that is named by a relative path which leaves the workspace. One without a
   * slash is not a path, and an absolute one is no way out but a choice. Nor is a link in the
   * workspace to a program elsewhere, such as {@code venv/bin/python}.
   */
  void checkProgram(String program, Path directory, int position) throws ResourceException {
    if (program.indexOf('/') > 0) {
      within(
          directory,
          program.substring(0, program.lastIndexOf('/') + 1),
          subject("program", program),
          position,
          "name one inside it, one on the PATH, or its absolute path");
    }
  }

  private static String subject(String what, String path) {
    return what + " (" + ReferenceText.shown(path) + ") ";
  }

  private Path within(Path directory, String path, String subject, int position, String remedy)
      throws ResourceException {
    Path target;
    try {
      target = workspace.within(directory, path);
    } catch (InvalidPathException e) {
      throw text.invalid(subject + "is not a valid path on this system", position, remedy);
    }
    if (target == null) {
      throw text.invalid(subject + "leaves the workspace", position, remedy);
    }
    return target;
  }
}
