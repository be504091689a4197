package dev.attache.cli.run;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** A reference that takes away what others name: {@code !target}. */
public final class ExclusionMark {

  private ExclusionMark() {}

  /** A path that exists is that path, also if it begins with the mark of an exclusion. */
  public static boolean is(String reference, String workspace) {
    if (!reference.startsWith("!")) {
      return false;
    }
    try {
      Path path = Path.of(workspace).resolve(reference);
      return !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    } catch (InvalidPathException e) {
      return true;
    }
  }

  /** Whether a reference may name many things, some of which an exclusion is to take away. */
  public static boolean holdsFor(String reference, String workspace) {
    try {
      Path path = Path.of(workspace).resolve(reference);
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        return Files.isDirectory(path);
      }
    } catch (InvalidPathException e) {
      // Then it is no path; a pattern is looked for below.
    }
    return !is(reference, workspace) && reference.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
  }
}
