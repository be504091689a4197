package dev.attache.examples.zip;

import dev.attache.resource.Annotations;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.HandlerContext;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The file that an archive is, once it is known that it may be read: which it is, and when it
 * changed.
 *
 * @param key what tells it from other files; null where the file system has no such thing
 * @param size how many bytes it has
 * @param modified when its content changed, which programs can set as they like
 * @param changed when anything of it changed, which they cannot; null where there is no such time
 */
record ArchiveStamp(@Nullable Object key, long size, Instant modified, @Nullable Instant changed) {

  /** How coarse the times of some file systems are, and how much clocks of servers differ. */
  private static final Duration DOUBT = Duration.ofSeconds(2);

  /**
   * Looks at an archive.
   *
   * @param archive its real path
   * @throws ResourceException {@code DENIED} if it may not be read, {@code NOT_FOUND} if it is not
   *     there
   */
  static ArchiveStamp require(Path archive, String uri, HandlerContext context)
      throws ResourceException {
    try {
      context.open(archive).close(); // by the rules for files, and no further
      return of(archive);
    } catch (IOException e) {
      throw failure(uri, e);
    }
  }

  private static ArchiveStamp of(Path archive) throws IOException {
    var file = Files.readAttributes(archive, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return new ArchiveStamp(
        file.fileKey(), file.size(), file.lastModifiedTime().toInstant(), changed(archive));
  }

  private static @Nullable Instant changed(Path archive) throws IOException {
    try {
      return Files.getAttribute(archive, "unix:ctime", LinkOption.NOFOLLOW_LINKS)
              instanceof FileTime time
          ? time.toInstant()
          : null;
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * Whether the file surely has not been written since, if it then had the time of change known.
   */
  boolean isUnchanged(@Nullable Annotations known, Instant readAt) {
    Instant settled = readAt.minus(DOUBT);
    return known != null
        && modified.equals(known.lastModified())
        && modified.isBefore(settled)
        && changed != null
        && changed.isBefore(settled);
  }

  /** What users are told when the file system, or the JDK's reader of archives, fails. */
  static ResourceException failure(String uri, IOException e) {
    if (e instanceof ResourceException known) {
      return known;
    }
    if (e instanceof NoSuchFileException) {
      return ResourceException.of(Kind.NOT_FOUND, uri, "there is no such archive", e);
    }
    if (e instanceof AccessDeniedException) {
      return ResourceException.of(Kind.DENIED, uri, "permission denied", e);
    }
    return ResourceException.of(Kind.FAILED, uri, "cannot be read: " + e.getMessage(), e);
  }

  static ResourceException denied(String uri, String why) {
    return ResourceException.of(Kind.DENIED, uri, why);
  }
}
