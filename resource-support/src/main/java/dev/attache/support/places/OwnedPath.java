package dev.attache.support.places;

import dev.attache.resource.secrets.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;

/**
 * The rule for files whose word counts: they belong to the user, and nobody else may write to them.
 * Where the file system knows no POSIX permissions, all pass.
 */
public final class OwnedPath {

  /** Belongs to whoever runs this process, also where the user has no name. */
  private static final Path PROCESS = Path.of("/proc/self");

  private OwnedPath() {}

  /**
   * {@return whether a path lies where there are POSIX permissions}
   *
   * @param path need not be there
   */
  public static boolean hasPermissions(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /**
   * Requires that a path keeps the rule.
   *
   * @param path a file or a directory, which is there
   * @param links {@link LinkOption#NOFOLLOW_LINKS} to look at a link itself; none to look at where
   *     it leads
   * @throws ForeignPathException if it does not
   * @throws IOException if there is no such path, or it cannot be looked at
   */
  public static void require(Path path, LinkOption... links) throws IOException {
    if (!hasPermissions(path)) {
      return;
    }
    var attributes = Files.readAttributes(path, PosixFileAttributes.class, links);
    if (!attributes.owner().equals(user(path))) {
      throw new ForeignPathException(
          path + " belongs to " + attributes.owner().getName(), "move it away");
    }
    if (attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
        || attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new ForeignPathException(
          path + " can be changed by others",
          "review it, then run: chmod go-w " + ShellWords.join(List.of(path.toString())));
    }
  }

  private static UserPrincipal user(Path path) throws IOException {
    if (Files.exists(PROCESS)) {
      return Files.getFileAttributeView(PROCESS, PosixFileAttributeView.class)
          .readAttributes()
          .owner();
    }
    return path.getFileSystem()
        .getUserPrincipalLookupService()
        .lookupPrincipalByName(System.getProperty("user.name"));
  }
}
