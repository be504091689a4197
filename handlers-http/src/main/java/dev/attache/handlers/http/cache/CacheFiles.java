package dev.attache.handlers.http.cache;

import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The files of the cache: {@code records} by the keys of requests, {@code bodies} by their digests,
 * and those in {@code tmp} that are still being written. Files get their last names when they are
 * whole. Only their user can read them. Thread-safe.
 */
final class CacheFiles {

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");

  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private static final FileAttribute<?>[] PRIVATE_FILE =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
          ? new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
          }
          : new FileAttribute<?>[0];

  /** No other process has it, or had it and left files behind: those are of another time. */
  private static final String PREFIX =
      ProcessHandle.current().pid() + "-" + System.nanoTime() + "-";

  private final Path records;
  private final Path bodies;
  private final Path temporary;
  private final boolean isNew;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong parts = new AtomicLong();

  CacheFiles(Path directory) throws IOException {
    this.records = directory.resolve("records");
    this.bodies = directory.resolve("bodies");
    this.temporary = directory.resolve("tmp");
    this.isNew = createPrivate(directory);
    for (Path each : new Path[] {records, bodies, temporary}) {
      createPrivate(each);
    }
  }

  /** Whether nobody has used it before this. */
  boolean isNew() {
    return isNew;
  }

  Path record(CacheKey key) {
    return records.resolve(key.hex());
  }

  Path body(ContentDigest digest) {
    return bodies.resolve(digest.hex());
  }

  TemporaryFiles temporary() {
    return new TemporaryFiles(temporary);
  }

  /** How many bytes were written to files that stay. */
  long written() {
    return written.get();
  }

  /** Writes a file, in place of one that may be there. */
  void write(Path target, byte[] bytes) throws IOException {
    Path file = temporary.resolve(PREFIX + parts.getAndIncrement() + ".part");
    try {
      writeNew(file, bytes);
      Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
      written.addAndGet(bytes.length);
    } catch (IOException e) {
      TemporaryFiles.delete(file);
      throw e;
    }
  }

  /** Like the files that Java itself would name, but without a secure random number for each. */
  private static void writeNew(Path file, byte[] bytes) throws IOException {
    try (var channel = Files.newByteChannel(file, NEW, PRIVATE_FILE)) {
      for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
        channel.write(left);
      }
    }
  }

  /** Gives a temporary file a name that stays, beside the one that its owner will delete. */
  void link(Path target, Path file) throws IOException {
    Files.deleteIfExists(target); // of another size, so not whole
    try {
      Files.createLink(target, file);
    } catch (FileAlreadyExistsException e) {
      return; // another process was quicker, with the same bytes
    }
    written.addAndGet(Files.size(target));
  }

  /** Gives a body a temporary name, so that it stays although another process trims the cache. */
  Path held(Path body) throws IOException {
    Path link = temporary.resolve(PREFIX + parts.getAndIncrement() + ".body");
    Files.createLink(link, body);
    Files.setLastModifiedTime(link, FileTime.from(Instant.now())); // or it looks left behind
    return link;
  }

  /** Notes that a body is in use, to the minute: telling the time is cheaper than setting it. */
  static void touch(Path body) throws IOException {
    long now = System.currentTimeMillis();
    long noted = body.toFile().lastModified();
    if (Math.abs(now - noted) > Duration.ofMinutes(1).toMillis()) {
      Files.setLastModifiedTime(body, FileTime.fromMillis(now));
    }
  }

  /** Makes a directory unless it is there; returns whether it did. */
  private static boolean createPrivate(Path directory) throws IOException {
    try {
      if (!Files.isDirectory(directory)) {
        Path parent = directory.getParent();
        if (parent != null) {
          Files.createDirectories(parent);
        }
        Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(PRIVATE));
        return true;
      } else if (!Files.getPosixFilePermissions(directory).equals(PRIVATE)) {
        Files.setPosixFilePermissions(directory, PRIVATE); // or it is not ours, and not trusted
      }
    } catch (FileAlreadyExistsException e) {
      // By another process, just now.
    } catch (UnsupportedOperationException e) {
      Files.createDirectories(directory); // no POSIX here
    }
    return false;
  }
}
