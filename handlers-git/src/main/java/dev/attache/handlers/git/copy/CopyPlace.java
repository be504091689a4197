package dev.attache.handlers.git.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.git.address.Repository;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceException;
import dev.attache.support.places.OwnedDirectory;
import dev.attache.support.places.UserPlaces;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The directory of all copies: one for each repository, beside a file that whoever changes the copy
 * locks. A directory appears whole, by renaming, and goes in the same way.
 */
final class CopyPlace implements AutoCloseable {

  private static final long LOOK_MILLIS = 20;
  private static final int MAX_NAME = 60;

  /** As much of a digest as tells repositories apart whose names look alike. */
  private static final int DIGITS = 16;

  static final String LOCK = ".lock";
  static final String USED = "attache-used";

  private final OwnedDirectory directory;
  private final boolean isTemporary;
  private final long maxBytes;
  private volatile boolean hasGrown;

  private CopyPlace(OwnedDirectory directory, boolean isTemporary, long maxBytes) {
    this.directory = directory;
    this.isTemporary = isTemporary;
    this.maxBytes = maxBytes;
  }

  /** Opens that of the user; one for this run if there is no place for any, or none is wanted. */
  static CopyPlace open(Map<String, String> environment, long maxBytes) throws IOException {
    Path caches = cache(environment);
    if (caches == null || maxBytes == 0) {
      Path directory = Files.createTempDirectory("attache-git-");
      return new CopyPlace(new OwnedDirectory(directory), true, Long.MAX_VALUE);
    }
    var directory = new OwnedDirectory(caches.resolve("git"));
    directory.create();
    directory.require();
    return new CopyPlace(directory, false, maxBytes);
  }

  private static @Nullable Path cache(Map<String, String> environment) {
    try {
      return UserPlaces.cache(environment);
    } catch (InvalidPathException e) {
      return null; // the locale does not know its characters
    }
  }

  /** Where the copy of a repository is or will be. */
  Path copyOf(Repository repository) {
    String readable = repository.text().replaceAll("[^A-Za-z0-9.]+", "-");
    String digest = ContentDigest.sha256(repository.text().getBytes(UTF_8)).hex();
    String name = readable.substring(0, Math.min(readable.length(), MAX_NAME));
    return directory.path().resolve(name + "-" + digest.substring(0, DIGITS));
  }

  /** What is done while nobody else changes a copy. */
  @FunctionalInterface
  interface Change {
    void make() throws ResourceException, IOException;
  }

  /** Changes a copy when no other process and no other run does. */
  void change(Path copy, Caller caller, Change change) throws ResourceException, IOException {
    Path file = copy.resolveSibling(copy.getFileName() + LOCK);
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            directory.permissions("rw-------"))) {
      try (FileLock lock = lock(channel, caller)) {
        if (!lock.isValid()) {
          throw new IOException("it cannot be locked");
        }
        change.make();
      }
    }
  }

  private static FileLock lock(FileChannel channel, Caller caller)
      throws ResourceException, IOException {
    while (true) {
      caller.require();
      try {
        FileLock lock = channel.tryLock();
        if (lock != null) {
          return lock;
        }
      } catch (OverlappingFileLockException e) {
        // Another run of this process has it.
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Makes an empty copy, a bare repository, where there is none. */
  void create(Path copy) throws IOException {
    if (Files.isDirectory(copy)) {
      return;
    }
    Path made =
        Files.createTempDirectory(directory.path(), "new-", directory.permissions("rwx------"));
    Files.createDirectories(made.resolve("objects"));
    Files.createDirectories(made.resolve("refs"));
    Files.writeString(made.resolve("HEAD"), "ref: refs/heads/none\n");
    Files.writeString(
        made.resolve("config"), "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
    Files.move(made, copy, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Takes a copy away. */
  void discard(Path copy) throws IOException {
    if (Files.isDirectory(copy)) {
      Path gone =
          Files.createTempDirectory(directory.path(), "old-", directory.permissions("rwx------"));
      Files.move(copy, gone, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      CopyTrim.delete(gone);
    }
  }

  /** Notes that a copy is in use, so that it stays. */
  static void touch(Path copy) throws IOException {
    Path used = copy.resolve(USED);
    if (!Files.exists(used)) {
      Files.write(used, new byte[0]);
    }
    Files.setLastModifiedTime(used, FileTime.from(Instant.now()));
  }

  /** Notes that something has arrived. */
  void grow() {
    hasGrown = true;
  }

  /** How many bytes may arrive for one repository. */
  long maxBytes() {
    return maxBytes;
  }

  /** Keeps to the size, or leaves nothing of what was for this run. */
  @Override
  public void close() {
    try {
      if (isTemporary) {
        CopyTrim.delete(directory.path());
      } else if (hasGrown) {
        new CopyTrim(directory.path(), maxBytes).run();
      }
    } catch (IOException e) {
      // The next run will try again, or the system.
    }
  }
}
