package dev.attache.store.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A mark that tells whether a file is the one that was seen before. Immutable.
 *
 * @param size its bytes
 * @param modified when it was written, in nanoseconds since 1970
 * @param file which file it is, as far as the platform tells; null if it does not, or if that is
 *     not known
 */
public record LogStamp(long size, long modified, @Nullable Object file) {

  /** The stamp of a file that there is not. */
  public static final LogStamp NONE = new LogStamp(0, 0, null);

  /**
   * Looks at a file.
   *
   * @throws NoSuchFileException if there is no such file, or something else is there
   */
  public static LogStamp of(Path file) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      throw new NoSuchFileException(file.toString());
    }
    return new LogStamp(
        attributes.size(),
        attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
        attributes.fileKey());
  }

  /** Whether this is the same file, unchanged, as far as both know. */
  public boolean matches(LogStamp other) {
    return size == other.size
        && modified == other.modified
        && (file == null || other.file == null || Objects.equals(file, other.file));
  }
}
