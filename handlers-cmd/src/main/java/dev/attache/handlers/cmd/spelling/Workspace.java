package dev.attache.handlers.cmd.spelling;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The directory that commands do not leave by the paths in their references. */
final class Workspace {

  private final Path named;
  private final Path real;

  Workspace(Path directory) {
    named = directory.toAbsolutePath().normalize();
    real = real(named);
  }

  /** The workspace itself, symlinks resolved. */
  Path directory() {
    return real;
  }

  /**
   * Returns where a path leads from a directory of this workspace, symlinks resolved as far as it
   * exists, or null if that is outside, by its name or in truth.
   *
   * @throws java.nio.file.InvalidPathException if the file system has no such names
   */
  @Nullable Path within(Path directory, String path) {
    Path joined = directory.resolve(path);
    Path written = joined.normalize();
    Path target = real(joined);
    boolean isWithin = written.startsWith(real) || written.startsWith(named);
    return isWithin && target.startsWith(real) ? target : null;
  }

  /** The path of a directory within, from here, with slashes; empty for this one. */
  String relative(Path directory) {
    return real.relativize(directory)
        .toString()
        .replace(directory.getFileSystem().getSeparator(), "/");
  }

  /** Resolves symlinks in the part of a path that exists, and appends the rest by its names. */
  private static Path real(Path path) {
    for (Path existing = path; existing != null; existing = existing.getParent()) {
      try {
        Path real = existing.toRealPath();
        int known = existing.getNameCount();
        return known == path.getNameCount()
            ? real
            : real.resolve(path.subpath(known, path.getNameCount())).normalize();
      } catch (IOException e) {
        // it does not exist or cannot be looked at, but its parent may
      }
    }
    return path.normalize();
  }
}
