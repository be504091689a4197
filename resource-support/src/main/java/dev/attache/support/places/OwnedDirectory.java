package dev.attache.support.places;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A directory of the user's own, whose files nobody else can write, and which one process at a time
 * changes. Immutable.
 *
 * @param path where it is or will be, absolute
 * @param durability what makes names in it, and its own, outlast a crash
 */
public record OwnedDirectory(Path path, Durability durability) {

  /**
   * Makes the path absolute.
   *
   * @param path where it is or will be, absolute
   * @param durability what makes names in it, and its own, outlast a crash
   */
  public OwnedDirectory {
    path = path.toAbsolutePath();
  }

  /**
   * A directory on a disk ({@link Durability#DISK}).
   *
   * @param path where it is or will be
   */
  public OwnedDirectory(Path path) {
    this(path, Durability.DISK);
  }

  /**
   * Makes it if it is missing; it, and what it lies in if that is missing too, for the user only.
   *
   * @throws IOException if it cannot be made
   */
  public void create() throws IOException {
    if (!Files.isDirectory(path)) { // a link to one will do
      var missing = MissingDirectories.of(path);
      Files.createDirectories(path, permissions("rwx------"));
      try {
        missing.force(durability);
      } catch (IOException e) {
        // A platform that opens no directories.
      }
    }
  }

  /**
   * Requires that it is the user's own.
   *
   * @throws ForeignPathException if it is not
   */
  public void require() throws IOException {
    OwnedPath.require(path);
  }

  /**
   * What is done while no other process does the same.
   *
   * @param <T> what comes of it; {@link Void} for nothing
   */
  @FunctionalInterface
  public interface Action<T> {
    /**
     * Does what no other process may do at the same time.
     *
     * @return what {@link OwnedDirectory#locked} returns
     * @throws IOException if it cannot be done; it passes unchanged
     */
    T run() throws IOException;
  }

  /**
   * Does something while no other process does. A lock is held by a whole process, so threads need
   * another.
   *
   * @param <T> what the action gives
   * @param name the file in it that is locked, which is made if it is missing
   * @param action run once, by the thread that calls, when the lock is held
   * @return what the action gives
   * @throws IOException if the file cannot be locked, or from the action
   */
  public <T> T locked(String name, Action<T> action) throws IOException {
    try (FileChannel channel = openLock(name);
        FileLock lock = channel.lock()) {
      if (!lock.isValid()) {
        throw new IOException("it cannot be locked");
      }
      return action.run();
    }
  }

  private FileChannel openLock(String name) throws IOException {
    return FileChannel.open(
        path.resolve(name),
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
        permissions("rw-------"));
  }

  /**
   * {@return the attributes of a new file with these permissions; none where there are no
   * permissions}
   *
   * @param spelled as {@code ls} writes them: {@code rw-------}
   */
  public FileAttribute<?>[] permissions(String spelled) {
    return OwnedPath.hasPermissions(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(spelled))
        }
        : new FileAttribute<?>[0];
  }

  /** Writes the names in it to the disk, or they may not outlast a crash. */
  public void force() {
    force(path);
  }

  /**
   * Writes the names in a directory within it to the disk.
   *
   * @param directory somewhere below this one
   */
  public void force(Path directory) {
    try {
      durability.forceDirectory(directory);
    } catch (IOException e) {
      // A platform that opens no directories.
    }
  }
}
