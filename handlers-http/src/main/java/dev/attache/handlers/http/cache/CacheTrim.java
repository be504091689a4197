package dev.attache.handlers.http.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A trim that keeps a cache within its size: it deletes what was not used for the longest time
 * until a tenth is free. One process at a time does it, and not at the end of every run, as it
 * looks at all files: only if the run wrote much, or nobody has looked for a while.
 */
final class CacheTrim {

  private static final Duration INTERVAL = Duration.ofMinutes(10);

  /** Older ones were left behind by a process that died. */
  private static final Duration TEMPORARY = Duration.ofHours(1);

  private final Path directory;
  private final Path stamp;
  private final long maxBytes;

  CacheTrim(Path directory, long maxBytes) {
    this.directory = directory;
    this.stamp = directory.resolve("trimmed");
    this.maxBytes = maxBytes;
  }

  /** Notes that a cache was made just now, which has nothing to trim for a while. */
  void begin() throws IOException {
    Files.write(stamp, new byte[0]); // there already, if another process has trimmed meanwhile
  }

  /** Trims if it is time, after a run that wrote so many bytes. */
  void run(long written) {
    if (written == 0 || (written < maxBytes / 20 && !isDue())) {
      return;
    }
    try (FileChannel channel =
            FileChannel.open(stamp, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock != null) {
        trim(System.currentTimeMillis());
        Files.setLastModifiedTime(stamp, FileTime.from(Instant.now()));
      }
    } catch (IOException | UncheckedIOException | OverlappingFileLockException e) {
      // Another run will try again.
    }
  }

  private boolean isDue() {
    try {
      long last = Files.getLastModifiedTime(stamp).toMillis();
      return isLongerAgo(last, INTERVAL, System.currentTimeMillis());
    } catch (IOException e) {
      return true;
    }
  }

  private void trim(long now) throws IOException {
    long total = 0;
    for (Entry entry : entries("tmp")) {
      boolean isGone = isLongerAgo(entry.used, TEMPORARY, now) && TemporaryFiles.delete(entry.file);
      total += isGone ? 0 : entry.size;
    }
    List<Entry> kept = entries("records");
    kept.addAll(entries("bodies"));
    for (Entry entry : kept) {
      total += entry.size;
    }
    if (total > maxBytes) {
      delete(kept, total - (maxBytes - maxBytes / 10));
    }
  }

  private static void delete(List<Entry> entries, long bytes) {
    entries.sort(Comparator.comparingLong(Entry::used));
    long left = bytes;
    for (Entry entry : entries) {
      if (left > 0 && TemporaryFiles.delete(entry.file)) {
        left -= entry.size;
      }
    }
  }

  /** What is as far ahead was so by a clock that was wrong. */
  private static boolean isLongerAgo(long time, Duration duration, long now) {
    return Math.abs(now - time) > duration.toMillis();
  }

  private List<Entry> entries(String name) throws IOException {
    List<Entry> entries = new ArrayList<>();
    Files.walkFileTree(
        directory.resolve(name),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
              long used = attributes.lastModifiedTime().toMillis();
              entries.add(new Entry(file, attributes.size(), used));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // deleted meanwhile
          }
        });
    return entries;
  }

  /** A file of the cache, and when it was last used, in milliseconds since 1970. */
  private record Entry(Path file, long size, long used) {}
}
