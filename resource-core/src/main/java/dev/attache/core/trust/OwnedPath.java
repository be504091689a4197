package dev.attache.core.trust;

import dev.attache.resource.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;

/**
 * The rule for files whose word counts: they belong to the user, and nobody else may write to them.
 * Where the file system knows no POSIX permissions, all pass.
 */
final class OwnedPath {

  /** Belongs to whoever runs this process, also where the user has no name. */
  private static final Path PROCESS = Path.of("/proc/self");

  private OwnedPath() {}

  static boolean hasPermissions(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  static void requireOwnDirectory(Path directory) throws IOException {
    if (hasPermissions(directory)) {
      requireOwn(directory, Files.readAttributes(directory, PosixFileAttributes.class));
    }
  }

  /** Requires a regular file that is no symbolic link. */
  static void requireOwnFile(Path file) throws IOException {
    var attributes =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (attributes.isSymbolicLink()) {
      throw new TrustException(
          file + " is a symbolic link and counts for nothing; put the file itself there");
    }
    if (!attributes.isRegularFile()) {
      throw new TrustException(file + " is no regular file and counts for nothing; move it away");
    }
    if (hasPermissions(file)) {
      requireOwn(
          file, Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    }
  }

  private static void requireOwn(Path path, PosixFileAttributes attributes) throws IOException {
    if (!attributes.owner().equals(user(path))) {
      throw new TrustException(
          path
              + " belongs to "
              + attributes.owner().getName()
              + " and counts for nothing; move it away");
    }
    if (attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
        || attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new TrustException(
          path
              + " can be changed by others and counts for nothing; look through it, then:"
              + " chmod go-w "
              + ShellWords.join(List.of(path.toString())));
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
