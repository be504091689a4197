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
    for (int i = exclusions.size() - 1; i >= 0; i--) {
      Exclusion exclusion = exclusions.get(i);
      if (exclusion.reference().position() < inclusion.reference().position()) {
        return null;
      }
      if (exclusion.excludes(inclusion.root(), bytes, isDirectory)) {
        matched.set(exclusion.reference().position());
        return isTakenBack(exclusion, inclusion.root(), path, bytes, isDirectory)
            ? null
            : exclusion;
      }
    }
    return null;
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
