package dev.attache.core.trust;

import dev.attache.support.places.Durability;
import dev.attache.support.places.ForeignPathException;
import dev.attache.support.places.OwnedDirectory;
import dev.attache.support.places.OwnedPath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * A file of the user's own, in a directory of the user's own: read whole, and replaced whole. Only
 * its user can read it, and what others could have written is not read.
 */
final class OwnedFile {

  private final Path file;
  private final OwnedDirectory directory;

  OwnedFile(Path file, Durability durability) {
    this.file = file.toAbsolutePath();
    Path parent = this.file.getParent();
    if (parent == null) {
      throw new IllegalArgumentException("file (" + file + ") must not be a root");
    }
    this.directory = new OwnedDirectory(parent, durability);
  }

  Path path() {
    return file;
  }

  /**
   * Reads all of it.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  byte[] read(int maxSize) throws IOException {
    directory.require();
    requireOwnFile();
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(maxSize + 1);
      if (bytes.length > maxSize) {
        throw new TrustException(
            file + " is larger than the limit of " + maxSize + " bytes; move it away");
      }
      return bytes;
    }
  }

  /** Requires a regular file that is no symbolic link. */
  private void requireOwnFile() throws IOException {
    var attributes =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (attributes.isSymbolicLink()) {
      throw new TrustException(
          file + " is a symbolic link and is ignored; put the file itself there");
    }
    if (!attributes.isRegularFile()) {
      throw new TrustException(file + " is not a regular file and is ignored; move it away");
    }
    OwnedPath.require(file, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Does something while no other process does, in the directory, which is made if it is missing. A
   * lock is held by a whole process, so threads need another.
   */
  <T> T locked(OwnedDirectory.Action<T> action) throws IOException {
    directory.create();
    directory.require();
    return directory.locked(file.getFileName() + ".lock", action);
  }

  /** To be done while it is locked, so that the name of the temporary file is nobody else's. */
  void replace(byte[] bytes) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(temporary); // left behind by somebody who died
    try {
      write(temporary, bytes);
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
    directory.force();
  }

  private void write(Path temporary, byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            directory.permissions("rw-------"))) {
      for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
        channel.write(left);
      }
      directory.durability().forceFile(temporary, channel);
    }
  }

  /** What went wrong with it, for people. */
  TrustException failure(String what, IOException e) {
    if (e instanceof TrustException known) {
      return known;
    }
    return e instanceof ForeignPathException foreign
        ? new TrustException(foreign.getMessage() + " and is ignored; " + foreign.fix(), e)
        : new TrustException(file + " " + what + ": " + reason(e), e);
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileAlreadyExistsException exists) {
      return exists.getFile() + " is not a directory";
    }
    if (e instanceof FileSystemException f && f.getReason() != null) {
      return f.getReason();
    }
    return String.valueOf(e.getMessage());
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
