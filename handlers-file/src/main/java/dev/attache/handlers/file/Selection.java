package dev.attache.handlers.file;

import dev.attache.resource.spi.Reference;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The references as one ordered list in which the last one that matches a path wins, whether it
 * includes or excludes. Not thread-safe.
 */
final class Selection {

  private final List<Inclusion> inclusions;
  private final List<Exclusion> exclusions;
  private final Set<Path> files;
  private final BitSet matched = new BitSet();
  private @Nullable Looked last;

  /** What was found out about a path, for the next reference that names it, too. */
  private static final class Looked {
    private final Path root;
    private final byte[] bytes;
    private final boolean isDirectory;
    private final Boolean[] isExcluded; // by each exclusion; null if nobody has asked
    private final Boolean[] isTakenBack;

    Looked(Path root, byte[] bytes, boolean isDirectory, int exclusions) {
      this.root = root;
      this.bytes = bytes;
      this.isDirectory = isDirectory;
      this.isExcluded = new Boolean[exclusions];
      this.isTakenBack = new Boolean[exclusions];
    }

    boolean isAt(Path otherRoot, byte[] path, boolean isOfDirectory) {
      return bytes == path && isDirectory == isOfDirectory && root.equals(otherRoot);
    }
  }

  Selection(List<Inclusion> inclusions, List<Exclusion> exclusions) {
    this.inclusions = List.copyOf(inclusions);
    this.exclusions = List.copyOf(exclusions);
    this.files = new HashSet<>();
    for (Inclusion each : inclusions) {
      if (!each.directory() && each.part() == null) {
        files.add(each.root().resolve(each.base()));
      }
    }
  }

  /** Whether some reference names exactly this file, so that it fails where others are left out. */
  boolean namesExactly(Path root, String path) {
    return !files.isEmpty() && files.contains(root.resolve(path));
  }

  List<Inclusion> inclusions() {
    return inclusions;
  }

  /**
   * The exclusion that takes away what {@code inclusion} names: one that follows it, and that no
   * later inclusion takes back; null if there is none.
   *
   * @param path relative to the inclusion's root
   * @param bytes the same as the file system has it
   * @param isDirectory whether it is a directory, which is taken away only if nothing below it may
   *     be taken back
   */
  @Nullable Exclusion excluder(
      Inclusion inclusion, String path, byte[] bytes, boolean isDirectory) {
    if (exclusions.isEmpty()) {
      return null;
    }
    Looked looked = looked(inclusion.root(), bytes, isDirectory);
    for (int i = exclusions.size() - 1; i >= 0; i--) {
      Exclusion exclusion = exclusions.get(i);
      if (exclusion.reference().position() < inclusion.reference().position()) {
        return null;
      }
      Boolean excluded = looked.isExcluded[i];
      if (excluded == null) {
        excluded = exclusion.excludes(inclusion.root(), bytes, isDirectory);
        looked.isExcluded[i] = excluded;
      }
      if (excluded) {
        matched.set(exclusion.reference().position());
        Boolean takenBack = looked.isTakenBack[i];
        if (takenBack == null) {
          takenBack = isTakenBack(exclusion, inclusion.root(), path, bytes, isDirectory);
          looked.isTakenBack[i] = takenBack;
        }
        return takenBack ? null : exclusion;
      }
    }
    return null;
  }

  private Looked looked(Path root, byte[] bytes, boolean isDirectory) {
    Looked known = last;
    if (known == null || !known.isAt(root, bytes, isDirectory)) {
      known = new Looked(root, bytes, isDirectory, exclusions.size());
      last = known;
    }
    return known;
  }

  /** Whether an exclusion has matched something that was asked about so far. */
  boolean hasMatched(Reference exclusion) {
    return matched.get(exclusion.position());
  }

  private boolean isTakenBack(
      Exclusion exclusion, Path root, String path, byte[] bytes, boolean isDirectory) {
    for (Inclusion inclusion : inclusions) {
      if (inclusion.reference().position() > exclusion.reference().position()
          && (isDirectory
              ? inclusion.mayNameBelow(root, path, bytes)
              : inclusion.names(root, path, bytes))) {
        return true;
      }
    }
    return false;
  }
}
