package dev.attache.core.trust;

import java.io.ByteArrayOutputStream;
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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The file of a {@link TrustStore} as lines: read whole, and replaced whole. Only its user can read
 * it, and what others could have written is not read.
 */
final class TrustFile {

  static final int MAX_SIZE = 1 << 24;

  private final Path file;
  private final Path directory;

  TrustFile(Path file) {
    this.file = file.toAbsolutePath();
    Path parent = this.file.getParent();
    if (parent == null) {
      throw new IllegalArgumentException("file (" + file + ") must not be a root");
    }
    this.directory = parent;
  }

  /**
   * Reads all lines; none if there is no file.
   *
   * @throws TrustException if it cannot be read or others may have written to it
   */
  List<TrustLine> read() throws TrustException {
    try {
      OwnedPath.requireOwnDirectory(directory);
      OwnedPath.requireOwnFile(file);
      try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
        byte[] bytes = in.readNBytes(MAX_SIZE + 1);
        if (bytes.length > MAX_SIZE) {
          throw new TrustException(
              file + " has more than the limit of " + MAX_SIZE + " bytes; move it away");
        }
        return lines(bytes);
      }
    } catch (TrustException e) {
      throw e;
    } catch (NoSuchFileException e) {
      return List.of(); // nothing was ever trusted
    } catch (IOException e) {
      throw new TrustException(file + " cannot be read: " + reason(e), e);
    }
  }

  private static List<TrustLine> lines(byte[] bytes) {
    var lines = new ArrayList<TrustLine>();
    for (int start = 0; start < bytes.length; ) {
      int end = start;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      lines.add(TrustLine.read(Arrays.copyOfRange(bytes, start, end)));
      start = end + 1;
    }
    return lines;
  }

  /** What a change makes of the lines; the same list if it has nothing to change. */
  @FunctionalInterface
  interface Change {
    List<TrustLine> of(List<TrustLine> lines);
  }

  /**
   * Changes the file, while nobody else does.
   *
   * @return whether anything has changed
   */
  @SuppressWarnings("ReferenceEquality") // the same list means that there is nothing to write
  boolean change(Change change) throws TrustException {
    try {
      createDirectory();
      OwnedPath.requireOwnDirectory(directory);
      try (FileChannel channel = openLock();
          FileLock lock = channel.lock()) {
        List<TrustLine> before = read();
        List<TrustLine> after = change.of(before);
        if (after != before && lock.isValid()) {
          replace(after);
          return true;
        }
        return false;
      }
    } catch (TrustException e) {
      throw e;
    } catch (IOException e) {
      throw new TrustException(file + " cannot be written: " + reason(e), e);
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

  /** The lock is held, so that the name of the temporary file is nobody else's. */
  private void replace(List<TrustLine> lines) throws IOException {
    Path temporary = directory.resolve(file.getFileName() + ".new");
    Files.deleteIfExists(temporary); // left behind by somebody who died
    try {
      write(temporary, bytes(lines));
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

  private static byte[] bytes(List<TrustLine> lines) {
    var bytes = new ByteArrayOutputStream();
    for (TrustLine line : lines) {
      bytes.writeBytes(line.bytes());
      bytes.write('\n');
    }
    return bytes.toByteArray();
  }

  private FileAttribute<?>[] permissions(String spelled) {
    return OwnedPath.hasPermissions(directory)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(spelled))
        }
        : new FileAttribute<?>[0];
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
