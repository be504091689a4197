package dev.attache.store.files;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.attache.history.StoreException;
import dev.attache.support.places.Durability;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The making, opening and naming of files and directories of a store: for nobody but their owner,
 * and through no symbolic link. A store may come from somebody else, with links in it.
 */
public final class StoreFiles {

  private StoreFiles() {}

  /**
   * Refuses what is a symbolic link.
   *
   * @throws StoreException if it is one, saying what to do
   */
  public static void requireNoLink(Path path) throws StoreException {
    if (Files.isSymbolicLink(path)) {
      throw StoreException.of(StoreException.Kind.REFUSED, path + " " + linkProblem(path));
    }
  }

  /** What is wrong with a link, after its name. */
  public static String linkProblem(Path link) {
    return "is a symbolic link"
        + target(link)
        + ", which a store does not follow: replace it with its target, or delete it";
  }

  private static String target(Path link) {
    try {
      return " to " + Files.readSymbolicLink(link);
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Whether there is a directory, which must not be a link to one.
   *
   * @throws StoreException if it is a link, or if who asks may not know
   */
  public static boolean isDirectory(Path path) throws StoreException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      return true;
    }
    requireNoLink(path);
    try {
      Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (AccessDeniedException e) {
      throw StoreFailure.reading(path, e);
    } catch (IOException e) {
      return false;
    }
    return false;
  }

  /** Makes a directory unless it is there, and says if it was not. */
  public static boolean makeDirectory(Path directory) throws IOException {
    if (isDirectory(directory)) {
      return false;
    }
    Path parent = directory.toAbsolutePath().getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      Files.createDirectories(parent);
    }
    try {
      Files.createDirectory(directory, permissions(directory, "rwx------"));
      return true;
    } catch (FileAlreadyExistsException e) {
      if (!isDirectory(directory)) {
        throw e;
      }
      return false; // made by another writer, just now
    }
  }

  /** Keeps what is in a directory out of version control, unless somebody has settled that. */
  public static void ignore(Path directory, Durability durability) throws IOException {
    Path file = directory.resolve(".gitignore");
    if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
      try {
        write(file, new byte[] {'*', '\n'}, durability);
      } catch (FileAlreadyExistsException e) {
        // by another writer, just now
      }
    }
  }

  /** Creates a file, to write and read it. */
  public static FileChannel create(Path file) throws IOException {
    return open(file, Set.of(CREATE_NEW, READ, WRITE, LinkOption.NOFOLLOW_LINKS));
  }

  /** Opens a file to write and read it, and creates it if it is missing. */
  public static FileChannel openOrCreate(Path file) throws IOException {
    return open(file, Set.of(CREATE, READ, WRITE, LinkOption.NOFOLLOW_LINKS));
  }

  /** Opens a file that is there, to write and read it. */
  public static FileChannel openWritable(Path file) throws IOException {
    return open(file, Set.of(READ, WRITE, LinkOption.NOFOLLOW_LINKS));
  }

  /**
   * Opens a file to read it; nothing else, as opening a pipe waits for who writes it.
   *
   * @throws BlobDamage if it is a directory, a pipe or another special file
   */
  public static FileChannel open(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      requireNoLink(file);
      throw new BlobDamage("it is not a regular file");
    }
    return open(file, Set.of(READ, LinkOption.NOFOLLOW_LINKS));
  }

  private static FileChannel open(Path file, Set<OpenOption> options) throws IOException {
    try {
      return FileChannel.open(file, options, permissions(file, "rw-------"));
    } catch (NoSuchFileException | FileAlreadyExistsException e) {
      throw e;
    } catch (IOException e) {
      requireNoLink(file); // which says more than the platform does
      throw e;
    }
  }

  /** Writes a file that is not there yet, safe from a crash but for its name. */
  public static void write(Path file, byte[] bytes, Durability durability) throws IOException {
    try (FileChannel channel = create(file)) {
      writeAll(channel, bytes);
      durability.forceFile(file, channel);
    }
  }

  /**
   * Puts a file in the place of another, at once or not at all, by who holds the lock of the
   * conversation. What it has is derived and can be found out again, so that it is not forced to
   * the disk: after a crash it may be the old one, or one without its bytes, or none.
   */
  public static void replace(Path file, byte[] bytes) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(temporary); // left behind by somebody who died
    try {
      try (FileChannel channel = create(temporary)) {
        writeAll(channel, bytes);
      }
      rename(temporary, file);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
  }

  private static void writeAll(FileChannel channel, byte[] bytes) throws IOException {
    for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
      channel.write(left);
    }
  }

  /** Gives a file its name, in place of one that has it; of a link the link is replaced. */
  public static void rename(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static FileAttribute<?>[] permissions(Path file, String spelled) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(spelled))
        }
        : new FileAttribute<?>[0];
  }
}
