package dev.attache.handlers.git.copy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A trim that keeps all copies together within a size: it takes away what was not used for the
 * longest time until a tenth is free, but nothing of the last hour, which somebody may be reading.
 * What processes that died have left behind goes, too.
 */
final class CopyTrim {

  private static final Duration IN_USE = Duration.ofHours(1);

  private final Path directory;
  private final long maxBytes;

  CopyTrim(Path directory, long maxBytes) {
    this.directory = directory;
    this.maxBytes = maxBytes;
  }

  /** A copy, how large it is, and when it was last used. */
  private record Copy(Path path, long size, Instant used) {}

  void run() throws IOException {
    Instant idle = Instant.now().minus(IN_USE);
    var copies = new ArrayList<Copy>();
    for (Path each : directories()) {
      boolean isLeft = each.getFileName().toString().matches("(?:new|old)-[0-9]+");
      if (!isLeft) {
        copies.add(new Copy(each, size(each), used(each)));
      } else if (modified(each).isBefore(idle)) {
        delete(each);
      }
    }
    long total = copies.stream().mapToLong(Copy::size).sum();
    long wanted = total <= maxBytes ? total : maxBytes - maxBytes / 10;
    copies.sort(Comparator.comparing(Copy::used));
    for (Copy copy : copies) {
      if (total > wanted && copy.used.isBefore(idle) && take(copy.path)) {
        total -= copy.size;
      }
    }
  }

  private List<Path> directories() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  /** Takes a copy away, unless somebody changes it. */
  private boolean take(Path copy) throws IOException {
    Path file = copy.resolveSibling(copy.getFileName() + CopyPlace.LOCK);
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock == null) {
        return false;
      }
      Path gone = Files.createTempDirectory(directory, "old-");
      Files.move(copy, gone, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      delete(gone);
      return true;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static Instant used(Path copy) throws IOException {
    Path used = copy.resolve(CopyPlace.USED);
    return modified(Files.exists(used) ? used : copy);
  }

  private static Instant modified(Path path) throws IOException {
    try {
      return Files.getLastModifiedTime(path).toInstant();
    } catch (NoSuchFileException e) {
      return Instant.now(); // taken away meanwhile
    }
  }

  /** How many bytes the files below a directory have together. */
  static long size(Path directory) throws IOException {
    var visitor = new SizeVisitor();
    Files.walkFileTree(directory, visitor);
    return visitor.size;
  }

  private static final class SizeVisitor extends SimpleFileVisitor<Path> {
    private long size;

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      size += attributes.size();
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE; // taken away meanwhile
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }

  /** Deletes a directory with all that is in it. */
  static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (NoSuchFileException e) {
      // Another process was quicker.
    }
  }
}
