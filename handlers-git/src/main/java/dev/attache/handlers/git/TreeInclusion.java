package dev.attache.handlers.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.git.address.TreeAddress;
import dev.attache.handlers.git.copy.TreeFile;
import dev.attache.resource.spi.Reference;
import dev.attache.support.glob.Glob;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reference that names files of a repository: one, those below a directory, or what a glob
 * matches.
 *
 * @param reference the reference
 * @param address what it spells
 * @param base the file or the directory; empty for the root
 * @param glob the pattern; null for none
 * @param isFile whether {@code base} is one file
 */
record TreeInclusion(
    Reference reference, TreeAddress address, String base, @Nullable Glob glob, boolean isFile) {

  /** Whether a file of the same tree is named, hidden or not. */
  boolean names(TreeFile file) {
    if (glob != null) {
      byte[] bytes = file.bytes();
      return glob.withHidden().matches(bytes, 0, bytes.length);
    }
    return isFile ? file.path().equals(base) : base.isEmpty() || file.path().startsWith(base + "/");
  }

  /** Whether a file that is named would be, if wildcards and directories name nothing hidden. */
  boolean namesVisibly(TreeFile file) {
    if (glob == null) {
      return isFile || !isHiddenBelowBase(file.path());
    }
    byte[] bytes = file.bytes();
    return glob.matches(bytes, 0, bytes.length);
  }

  private boolean isHiddenBelowBase(String path) {
    String below = base.isEmpty() ? path : path.substring(base.length() + 1);
    return below.startsWith(".") || below.contains("/.");
  }

  /** Whether something below a directory of the same tree may be named, hidden or not. */
  boolean mayNameBelow(String directory) {
    if (glob != null) {
      byte[] bytes = directory.getBytes(UTF_8);
      return glob.withHidden().couldMatchBelow(bytes, 0, bytes.length);
    }
    return base.startsWith(directory + "/")
        || (!isFile
            && (base.isEmpty() || base.equals(directory) || directory.startsWith(base + "/")));
  }

  /** Whether it names what another names in the same tree. */
  boolean isOfSameTree(TreeInclusion other) {
    return address.repository().equals(other.address.repository())
        && Objects.equals(address.ref(), other.address.ref());
  }
}
