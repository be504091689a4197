package dev.attache.handlers.file;

import dev.attache.handlers.file.place.FilePart;
import dev.attache.resource.spi.Reference;
import dev.attache.support.glob.Glob;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A reference that names files: exactly one, all below a directory, or what a glob matches.
 *
 * @param reference the reference
 * @param root the allowed root that it lies in
 * @param base the file, the directory, or the directory that the glob's matches all lie in,
 *     relative to the root
 * @param glob the glob; null for none
 * @param spelling how the glob spells what lies below {@code base}
 * @param part what of the one file is meant; null for all
 * @param directory whether {@code base} is a directory
 */
record Inclusion(
    Reference reference,
    Path root,
    String base,
    @Nullable Glob glob,
    Spelling spelling,
    @Nullable FilePart part,
    boolean directory) {

  /** The same, for hidden names too. */
  Inclusion withHidden() {
    return glob == null ? this : with(glob.withHidden());
  }

  /** The same, for hidden names only where they are written with their dot. */
  Inclusion withoutHidden() {
    return glob == null ? this : with(glob.withoutHidden());
  }

  private Inclusion with(Glob other) {
    return new Inclusion(reference, root, base, other, spelling, part, directory);
  }

  /** Whether a path relative to {@code root} is named. */
  boolean names(Path otherRoot, String path, byte[] bytes) {
    if (!root.equals(otherRoot)) {
      return false;
    }
    if (glob != null) {
      return isBelow(path, base) && matches(glob, bytes);
    }
    return directory ? isBelow(path, base) : path.equals(base);
  }

  /** Whether something below a directory, given relative to {@code root}, may be named. */
  boolean mayNameBelow(Path otherRoot, String path, byte[] bytes) {
    if (!root.equals(otherRoot)) {
      return false;
    }
    if (glob != null) {
      return isBelow(base, path) || (isBelow(path, base) && couldMatchBelow(glob, bytes));
    }
    return isBelow(base, path) || (directory && isBelow(path, base));
  }

  private boolean matches(Glob glob, byte[] path) {
    byte[] spelled = spelling.of(path);
    return glob.matches(spelled, 0, spelled.length);
  }

  private boolean couldMatchBelow(Glob glob, byte[] path) {
    byte[] spelled = spelling.of(path);
    return glob.couldMatchBelow(spelled, 0, spelled.length);
  }

  private static boolean isBelow(String path, String directory) {
    return directory.isEmpty()
        || (path.startsWith(directory)
            && (path.length() == directory.length() || path.charAt(directory.length()) == '/'));
  }
}
