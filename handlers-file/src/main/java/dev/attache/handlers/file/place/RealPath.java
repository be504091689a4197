package dev.attache.handlers.file.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * The path that a spelling leads to: every symbolic link resolved, before any {@code ..} that
 * follows it is applied (POSIX, "Pathname Resolution"), and the names as they are on disk.
 *
 * <p>What does not exist keeps its spelling from there on, with {@code .} and {@code ..} applied as
 * text.
 */
public final class RealPath {

  private RealPath() {}

  /**
   * Resolves an absolute path.
   *
   * @throws IOException if a directory on the way cannot be searched, or links form a loop
   */
  public static Path of(Path absolute) throws IOException {
    if (Files.exists(absolute)) {
      return absolute.toRealPath();
    }
    Path real = absolute.getRoot();
    for (Path name : absolute) {
      real = step(real, name);
    }
    return real;
  }

  private static Path step(Path directory, Path name) throws IOException {
    String spelled = name.toString();
    if (spelled.isEmpty() || spelled.equals(".")) {
      return directory;
    }
    if (spelled.equals("..")) {
      Path parent = directory.getParent();
      return parent == null ? directory : parent;
    }
    Path next = directory.resolve(name);
    boolean leadsSomewhere = Files.exists(next);
    if (!leadsSomewhere && Files.exists(next, LinkOption.NOFOLLOW_LINKS)) {
      return next; // a link that leads nowhere names itself
    }
    return leadsSomewhere ? next.toRealPath() : next;
  }
}
