package dev.attache.core.trust;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A file of the user's own, in a directory of the user's own: read whole, and replaced whole. Only
 * its user can read it, and what others could have written is not read.
 */
final class OwnedFile {

  private final Path file;
  private final Path directory;

  OwnedFile(Path file) {
    this.file = file.toAbsolutePath();
    Path parent = this.file.getParent();
    if (parent == null) {
      throw new IllegalArgumentException("file (" + file + ") must not be a root");
    }
    this.directory = parent;
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
    OwnedPath.requireOwnDirectory(directory);
    OwnedPath.requireOwnFile(file);
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(maxSize + 1);
      if (bytes.length > maxSize) {
        throw new TrustException(
            file + " has more than the limit of " + maxSize + " bytes; move it away");
      }
      return bytes;
    }
  }

  /** What is done while no other process does the same. */
  @FunctionalInterface
  interface Action<T> {
    T run() throws IOException;
  }

  /**
   * Does something while no other process does, in the directory, which is made if it is missing. A
   * lock is held by a whole process, so threads need another.
   */
  <T> T locked(Action<T> action) throws IOException {
    createDirectory();
    OwnedPath.requireOwnDirectory(directory);
    try (FileChannel channel = openLock();
        FileLock lock = channel.lock()) {
      if (!lock.isValid()) {
        throw new IOException("it cannot be locked");
      }
      return action.run();
    }
  }

  private void createDirectory() throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    try {
      Files.createDirectory(directory, permissions("rwx------"));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory)) {
        throw e;
      } // else by another process, just now
    }
  }

  private FileChannel openLock() throws IOException {
    Path lock = directory.resolve(file.getFileName() + ".lock");
    return FileChannel.open(
        lock,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
        permissions("rw-------"));
  }

  /** To be done while it is locked, so that the name of the temporary file is nobody else's. */
  void replace(byte[] bytes) throws IOException {
    Path temporary = directory.resolve(file.getFileName() + ".new");
    Files.deleteIfExists(temporary); // left behind by somebody who died
    try {
      write(temporary, bytes);
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
    try (FileChannel entries = FileChannel.open(directory)) {
      entries.force(true); // or the new name may not outlast a crash
    } catch (IOException e) {
      // A platform that opens no directories.
    }
  }

  private void write(Path temporary, byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            permissions("rw-------"))) {
      for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
        channel.write(left);
      }
      channel.force(true);
    }
  }

  private FileAttribute<?>[] permissions(String spelled) {
    return OwnedPath.hasPermissions(directory)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(spelled))
        }
        : new FileAttribute<?>[0];
  }

  /** What went wrong with it, for people. */
  TrustException failure(String what, IOException e) {
    return e instanceof TrustException known
        ? known
        : new TrustException(file + " " + what + ": " + reason(e), e);
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileAlreadyExistsException exists) {
      return exists.getFile() + " is no directory";
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
