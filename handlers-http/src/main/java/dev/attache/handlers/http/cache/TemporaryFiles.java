package dev.attache.handlers.http.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The place of large answers while they arrive: beside the cache, or where the system has room.
 * Thread-safe.
 */
public final class TemporaryFiles {

  /** Says whose it is, as the directory is everybody's. */
  private static final String PREFIX = "attache-" + ProcessHandle.current().pid() + "-";

  private final @Nullable Path directory;

  /**
   * @param directory a directory that exists, or null for the system's
   */
  public TemporaryFiles(@Nullable Path directory) {
    this.directory = directory;
  }

  /**
   * Creates an empty file that nobody else can read.
   *
   * @param bytes how much there has to be room for
   */
  Path create(long bytes) throws IOException {
    if (directory != null && directory.toFile().getUsableSpace() >= bytes) {
      try {
        return Files.createTempFile(directory, "", ".body");
      } catch (IOException e) {
        // Gone since, or full: what was asked for need not suffer from it.
      }
    }
    return Files.createTempFile(PREFIX, ".body");
  }

  /**
   * Deletes a file if it can be; else that is done when the cache is trimmed, or by the system.
   *
   * @param file the file, which need not be there
   * @return whether there is none any more
   */
  public static boolean delete(Path file) {
    try {
      Files.deleteIfExists(file);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
