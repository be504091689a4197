package dev.attache.handlers.file;

import dev.attache.handlers.file.place.RootedPath;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The size of a file and the times at which it was changed, from which it can be told that it is
 * still as it was.
 *
 * @param attributes those of the entry, reached without following links
 * @param changed when anything of it last changed, which no program can set back; null where the
 *     file system has no such time
 */
record FileTimes(BasicFileAttributes attributes, @Nullable Instant changed) {

  /**
   * How long after a change another one may leave the same time behind: that is how coarse the
   * times of some file systems are, and clocks of servers differ a little.
   */
  static final Duration DOUBT = Duration.ofSeconds(2);

  static FileTimes of(RootedPath place, BasicFileAttributes attributes) {
    return new FileTimes(attributes, changed(place, attributes));
  }

  /**
   * Only by its path can it be asked for, so it may be that of another file, which a link on the
   * way leads to.
   */
  private static @Nullable Instant changed(RootedPath place, BasicFileAttributes attributes) {
    try {
      Map<String, Object> times =
          Files.readAttributes(
              place.root().resolve(place.path()), "unix:ctime,fileKey", LinkOption.NOFOLLOW_LINKS);
      return Objects.equals(times.get("fileKey"), attributes.fileKey())
              && times.get("ctime") instanceof FileTime time
          ? time.toInstant()
          : Instant.MAX;
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return null;
    } catch (IOException e) {
      return Instant.MAX;
    }
  }

  /**
   * Whether the last change was surely before a moment. The time of modification alone can be put
   * back.
   */
  boolean isSettledAt(Instant moment) {
    return changed == null || changed.isBefore(moment.minus(DOUBT));
  }

  /**
   * Whether the file surely has not been written since.
   *
   * @param isPart whether the resource is only some of its lines, so that its size tells nothing
   */
  boolean isUnchanged(Resource known, boolean isPart, Instant readAt) {
    Annotations annotations = known.annotations();
    Instant modified = annotations == null ? null : annotations.lastModified();
    Instant settled = readAt.minus(DOUBT);
    return attributes.isRegularFile()
        && modified != null
        && attributes.lastModifiedTime().toInstant().equals(modified)
        && modified.isBefore(settled)
        && isSettledAt(readAt)
        && (isPart || attributes.size() == known.content().size());
  }
}
