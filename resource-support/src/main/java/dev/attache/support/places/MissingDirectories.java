package dev.attache.support.places;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The directories of a path that are missing before it is made. Each of their names is in a
 * directory that has to be forced, or what is kept in the last of them may be lost with the first.
 * Immutable.
 *
 * @param lowestFirst absolute; none if all are there
 */
public record MissingDirectories(List<Path> lowestFirst) {

  /**
   * Takes a copy of the paths.
   *
   * @param lowestFirst absolute; none if all are there
   */
  public MissingDirectories {
    lowestFirst = List.copyOf(lowestFirst);
  }

  /**
   * {@return those that are missing now, of a directory and of all that it lies in}
   *
   * @param directory relative ones start where the process was started
   */
  public static MissingDirectories of(Path directory) {
    var missing = new ArrayList<Path>();
    for (@Nullable Path each = directory.toAbsolutePath();
        each != null && !Files.isDirectory(each);
        each = each.getParent()) {
      missing.add(each);
    }
    return new MissingDirectories(missing);
  }

  /**
   * Makes their names outlast a crash, now that they are there.
   *
   * @param durability asked about the directory that each of them is in
   * @throws IOException if one of those cannot be forced, and not for want of a right to look at it
   */
  public void force(Durability durability) throws IOException {
    for (Path each : lowestFirst) {
      Path parent = each.getParent();
      if (parent != null) {
        try {
          durability.forceDirectory(parent);
        } catch (AccessDeniedException e) {
          // of somebody else, where we may make names but not look at them
        }
      }
    }
  }
}
