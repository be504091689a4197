package dev.attache.core.index;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A trim that keeps all indexes together within a size, by deleting those that were written the
 * longest time ago, and what a process left behind that died while it wrote.
 *
 * @param directory where the indexes are
 */
record IndexTrim(Path directory) {

  /** What names of files begin with that are not finished. */
  static final String TEMPORARY = ".new-";

  /** The name of the file that is locked by who writes. */
  static final String LOCK = "lock";

  private static final long MAX_BYTES = 256L << 20;
  private static final int MAX_FILES = 200;
  private static final Duration LEFT_BEHIND = Duration.ofHours(1);

  private record Each(Path path, long size, Instant written) {}

  /** Trims, and spares the one that was just written. */
  void run(Path spared, Instant now) throws IOException {
    List<Each> newestFirst = list();
    newestFirst.sort(Comparator.comparing(Each::written).reversed());
    Instant lately = now.minus(LEFT_BEHIND);
    long bytes = 0;
    int files = 0;
    for (Each each : newestFirst) {
      boolean isOver;
      if (each.path.getFileName().toString().startsWith(TEMPORARY)) {
        isOver = each.written.isBefore(lately);
      } else {
        bytes += each.size;
        isOver = (++files > MAX_FILES || bytes > MAX_BYTES) && !each.path.equals(spared);
      }
      if (isOver) {
        Files.deleteIfExists(each.path);
      }
    }
  }

  private List<Each> list() throws IOException {
    var all = new ArrayList<Each>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path each : entries) {
        try {
          var attributes =
              Files.readAttributes(each, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
          if (attributes.isRegularFile() && !each.endsWith(LOCK)) {
            all.add(new Each(each, attributes.size(), attributes.lastModifiedTime().toInstant()));
          }
        } catch (NoSuchFileException e) {
          // Another process has deleted it.
        }
      }
    }
    return all;
  }
}
