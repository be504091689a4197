package dev.attache.handlers.file.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The places where workspaces keep their conversations: a directory {@code .attache}, of this
 * workspace or another, or where a link of that name leads. Names count without regard to case, as
 * some file systems have it.
 */
public final class StorePlace {

  private static final String DIRECTORY = ".attache";

  /** The directories in it that hold histories and contents. */
  private static final Set<String> STORED = Set.of("conversations", "blobs");

  private StorePlace() {}

  /** Whether a real path is such a directory, or leads through one. */
  public static boolean holds(Path real) {
    for (Path name : real) {
      if (isDirectory(name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an entry of such a directory holds histories or contents, by its name. */
  public static boolean isStored(String name) {
    return STORED.contains(name.toLowerCase(Locale.ROOT));
  }

  /**
   * Finds the directory, or the link to it, in which a history or a content is stored.
   *
   * @param real the real path of one, or of what holds them
   * @return null if a real path leads to none
   */
  public static @Nullable Path of(Path real) {
    Path way = real;
    for (Path above = real.getParent(); above != null; above = above.getParent()) {
      Path name = way.getFileName();
      if (name != null && isStored(name.toString())) {
        Path found = isDirectory(above.getFileName()) ? above : linkTo(above);
        if (found != null) {
          return found;
        }
      }
      way = above;
    }
    return null;
  }

  /** The link of a directory above, which is a workspace then, that leads to a directory. */
  private static @Nullable Path linkTo(Path directory) {
    for (Path above = directory; above != null; above = above.getParent()) {
      Path link = above.resolve(DIRECTORY);
      try {
        if (Files.isSymbolicLink(link) && link.toRealPath().equals(directory)) {
          return link;
        }
      } catch (IOException e) {
        // It leads nowhere.
      }
    }
    return null;
  }

  private static boolean isDirectory(@Nullable Path name) {
    return name != null && name.toString().equalsIgnoreCase(DIRECTORY);
  }
}
