package dev.attache.store;

import dev.attache.history.ConversationStore.Usage;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.store.files.EmbeddedFiles;
import dev.attache.store.files.LogPlace;
import dev.attache.store.files.StoreFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The contents that the logs of a store need and take. A content is needed by whatever stands in a
 * log's directory and has 64 hexadecimal digits in a row, whether it can be read as an event or
 * not: lines that were set aside, edited by hand, or copied beside their log. Only what is derived
 * from the log needs nothing.
 */
final class EmbeddedNeeds {

  private static final int DIGITS = 64;

  private final EmbeddedFiles files;
  private final EmbeddedMarks marks;

  EmbeddedNeeds(EmbeddedFiles files, EmbeddedMarks marks) {
    this.files = files;
    this.marks = marks;
  }

  /**
   * Looks at what no mark tells of yet and nobody has written just now, and marks it.
   *
   * @param isEnough asked after each file that was looked at
   * @return whether all was looked at
   * @throws StoreException if something cannot be read, saying which; then nothing is known
   */
  boolean mark(BooleanSupplier isEnough) throws StoreException {
    var scan =
        new Scan(files) {
          private boolean isDone = true;

          @Override
          FileVisitResult read(Path file, BasicFileAttributes attributes) throws IOException {
            if (!EmbeddedMarks.isOld(attributes) || marks.of(file, attributes) != null) {
              return FileVisitResult.CONTINUE;
            }
            marks.add(file, attributes, digests(file));
            isDone = !isEnough.getAsBoolean();
            return isDone ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
          }
        };
    walk(scan);
    return scan.isDone;
  }

  /**
   * Returns what is needed, by the marks, and by a look at all that has changed since.
   *
   * @throws StoreException if something cannot be read, saying which; then nothing is known
   */
  Set<ContentDigest> all() throws StoreException {
    Set<ContentDigest> needed = new HashSet<>();
    walk(
        new Scan(files) {
          @Override
          FileVisitResult read(Path file, BasicFileAttributes attributes) throws IOException {
            Set<ContentDigest> marked = marks.of(file, attributes);
            needed.addAll(marked == null ? digests(file) : marked);
            return FileVisitResult.CONTINUE;
          }
        });
    return needed;
  }

  private void walk(Scan scan) throws StoreException {
    if (Files.notExists(files.conversations(), LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      files.requireReadable();
      Files.walkFileTree(files.conversations(), scan);
    } catch (IOException e) {
      throw StoreFailure.of("nothing was deleted, because it is not known what is still needed", e);
    }
  }

  private static Set<ContentDigest> digests(Path file) throws IOException {
    Set<ContentDigest> digests = new HashSet<>();
    try (InputStream in = Files.newInputStream(file)) {
      scan(in, digests);
    }
    return digests;
  }

  /** The look at all files but those that are derived, locked, or about to be deleted. */
  private abstract static class Scan extends SimpleFileVisitor<Path> {
    private final EmbeddedFiles files;

    Scan(EmbeddedFiles files) {
      this.files = files;
    }

    abstract FileVisitResult read(Path file, BasicFileAttributes attributes) throws IOException;

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      return directory.equals(files.removed()) || directory.equals(files.locks())
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      String name = String.valueOf(file.getFileName());
      if (name.startsWith(LogPlace.SUMMARY)
          || name.startsWith(LogPlace.ATTACHMENTS)
          || file.equals(files.marks())
          || file.equals(files.format())) {
        return FileVisitResult.CONTINUE;
      }
      if (!attributes.isRegularFile()) {
        throw StoreException.of(
            StoreException.Kind.REFUSED,
            "nothing was deleted, because "
                + file
                + " is a link or another special file, and may point to what needs contents;"
                + " replace it with its target, or delete it");
      }
      try {
        return read(file, attributes);
      } catch (StoreException e) {
        throw e;
      } catch (IOException e) {
        return visitFileFailed(file, e);
      }
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException && Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
        return FileVisitResult.CONTINUE; // it was removed just now
      }
      throw StoreFailure.of("nothing was deleted, because " + file + " cannot be read", e);
    }
  }

  /** Collects all runs of 64 digits; NUL bytes between them are those of an UTF-16 text. */
  static void scan(InputStream in, Set<ContentDigest> digests) throws IOException {
    byte[] piece = new byte[1 << 16];
    var run = new StringBuilder(DIGITS + 1);
    for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
      for (int i = 0; i < length; i++) {
        byte b = piece[i];
        if ((b >= '0' && b <= '9') || (b >= 'a' && b <= 'f') || (b >= 'A' && b <= 'F')) {
          if (run.length() <= DIGITS) {
            run.append((char) (b >= 'A' && b <= 'F' ? b + ('a' - 'A') : b));
          }
        } else if (b != 0) {
          end(run, digests);
        }
      }
    }
    end(run, digests);
  }

  private static void end(StringBuilder run, Set<ContentDigest> digests) {
    if (run.length() == DIGITS) {
      digests.add(new ContentDigest(run.toString()));
    }
    run.setLength(0);
  }

  /** Counts the conversations and the bytes of their histories, with what was set aside of them. */
  static Usage usage(EmbeddedFiles files) throws IOException {
    Usage all = Usage.NONE;
    for (boolean isArchived : new boolean[] {false, true}) {
      for (LogPlace place : files.list(isArchived)) {
        all = all.plus(usage(place));
      }
    }
    return all;
  }

  /** Counts one; none if it was removed just now, or cannot be read, which verify says. */
  static Usage usage(LogPlace place) {
    try {
      return EmbeddedFiles.isThere(place) ? new Usage(1, size(place), 0, 0, 0) : Usage.NONE;
    } catch (IOException | UncheckedIOException e) {
      return Usage.NONE;
    }
  }

  private static long size(LogPlace place) throws IOException {
    long bytes = 0;
    try (Stream<Path> entries = Files.list(place.directory())) {
      for (Path file : (Iterable<Path>) entries::iterator) {
        if (String.valueOf(file.getFileName()).startsWith(LogPlace.EVENTS)
            && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          bytes += Files.size(file);
        }
      }
    }
    return bytes;
  }
}
