package dev.attache.handlers.file;

import dev.attache.resource.spi.VersionedBytes.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The version of a file: what one look at its path tells of it. It is as good as a look through the
 * open directory, as it counts only for a file that was seen there.
 *
 * @param changed when anything of it last changed, which no program can set back
 */
record FileVersion(long size, FileTime modified, FileTime changed, Object fileKey) {

  private static final int TYPICAL_LENGTH = 96;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /**
   * Looks at a path; null if it does not lead to the file that was seen, or if the file system
   * cannot tell versions, as it has no time that nobody can put back, or only one of whole seconds.
   */
  static @Nullable FileVersion of(Path path, BasicFileAttributes seen) {
    Object key = seen.fileKey();
    if (key == null) {
      return null;
    }
    try {
      Map<String, Object> all =
          Files.readAttributes(
              path, "unix:size,lastModifiedTime,ctime,fileKey", LinkOption.NOFOLLOW_LINKS);
      return key.equals(all.get("fileKey"))
              && all.get("size") instanceof Long size
              && all.get("lastModifiedTime") instanceof FileTime modified
              && all.get("ctime") instanceof FileTime changed
              && changed.to(TimeUnit.NANOSECONDS) % SECOND != 0
          ? new FileVersion(size, modified, changed, key)
          : null;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return null;
    }
  }

  @SuppressWarnings("UnnecessaryStringBuilder") // one that grows is copied, for each file
  Version version() {
    String value =
        new StringBuilder(TYPICAL_LENGTH)
            .append(size)
            .append(' ')
            .append(modified.to(TimeUnit.NANOSECONDS))
            .append(' ')
            .append(changed.to(TimeUnit.NANOSECONDS))
            .append(' ')
            .append(fileKey)
            .toString();
    return new Version(value, changed.toInstant());
  }

  /** Whether the file has the size and the time that were seen. */
  boolean is(BasicFileAttributes seen) {
    return size == seen.size() && modified.equals(seen.lastModifiedTime());
  }

  /** Whether the last change was surely before a moment. */
  boolean isSettledAt(Instant moment) {
    return changed.toInstant().isBefore(moment.minus(FileTimes.DOUBT));
  }
}
