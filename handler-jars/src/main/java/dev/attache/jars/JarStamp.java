package dev.attache.jars;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The size, times and place of a file on its disk, which no change of its bytes leaves as they
 * were: who puts the time of modification back changes that of the status.
 *
 * @param size its size in bytes
 * @param modified when its bytes changed
 * @param changed when anything of it changed, which no program can set
 * @param inode its number on the device
 * @param device the number of the device
 */
record JarStamp(long size, Instant modified, Instant changed, long inode, long device) {

  /**
   * How long after a change another one may leave the same times behind: that is how coarse those
   * of some file systems are, and clocks of servers differ a little.
   */
  private static final Duration DOUBT = Duration.ofSeconds(2);

  private static final String UNIX = "unix:size,lastModifiedTime,ctime,ino,dev";

  /** Returns the stamp of a file that a path leads to; null where the system has none. */
  static @Nullable JarStamp of(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return null;
    }
    Map<String, Object> all = Files.readAttributes(file, UNIX);
    return all.get("size") instanceof Long size
            && all.get("lastModifiedTime") instanceof FileTime modified
            && all.get("ctime") instanceof FileTime changed
            && all.get("ino") instanceof Long inode
            && all.get("dev") instanceof Long device
        ? new JarStamp(size, modified.toInstant(), changed.toInstant(), inode, device)
        : null;
  }

  /** Whether all changes were so long before a moment that a later one would show. */
  boolean isSettledAt(Instant moment) {
    Instant latest = moment.minus(DOUBT);
    return modified.isBefore(latest) && changed.isBefore(latest);
  }
}
