package dev.attache.store;

import dev.attache.history.ConversationId;
import dev.attache.history.StoreException;
import dev.attache.store.files.EmbeddedFiles;
import dev.attache.store.files.LogPlace;
import dev.attache.store.files.StoreFailure;
import dev.attache.store.files.StoreFiles;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps that move conversations: into the archive, out of it, and away. */
final class EmbeddedMove {

  private EmbeddedMove() {}

  /** Moves a conversation, by who holds its lock. */
  static void move(EmbeddedFiles files, LogPlace from, LogPlace to) throws StoreException {
    try {
      if (Files.exists(to.directory(), LinkOption.NOFOLLOW_LINKS)) {
        throw StoreException.of(
            StoreException.Kind.REFUSED,
            to.directory() + " is in the way of " + from.directory() + "; move it away first");
      }
      StoreFiles.makeDirectory(files.archive());
      Files.move(from.directory(), to.directory(), StandardCopyOption.ATOMIC_MOVE);
      files.durability().forceDirectory(files.archive());
      files.durability().forceDirectory(files.conversations());
    } catch (IOException e) {
      throw StoreFailure.of(from.directory() + " cannot be moved", e);
    }
  }

  /**
   * Archives a conversation under the name of another one, and gives that one its own name, by who
   * holds its lock. What was derived holds names.
   */
  static void exchange(EmbeddedFiles files, LogPlace place, LogPlace other, ConversationId name)
      throws StoreException {
    try {
      for (LogPlace each : List.of(place, other)) {
        Files.deleteIfExists(each.summary());
        Files.deleteIfExists(each.attachments());
      }
    } catch (IOException e) {
      throw StoreFailure.of(place.directory() + " cannot be written", e);
    }
    move(files, place, files.place(name, true));
    move(files, other, place);
  }

  /**
   * Deletes a conversation, by who holds its lock: it is gone at once, and its files after that.
   * Files of earlier deletions that were not finished are deleted, too.
   */
  static void remove(EmbeddedFiles files, LogPlace place) throws IOException {
    StoreFiles.makeDirectory(files.removed());
    Files.move(
        place.directory(),
        free(files.removed(), String.valueOf(place.directory().getFileName())),
        StandardCopyOption.ATOMIC_MOVE);
    Path parent = place.directory().getParent();
    if (parent != null) {
      files.durability().forceDirectory(parent);
    }
    delete(files.removed());
  }

  /** Deletes what is left of deletions that were not finished. */
  static void finishRemovals(EmbeddedFiles files) throws StoreException {
    try {
      files.requireReadable();
      if (StoreFiles.isDirectory(files.removed())) {
        delete(files.removed());
      }
    } catch (IOException e) {
      throw StoreFailure.of(files.removed() + " cannot be cleared", e);
    }
  }

  private static Path free(Path directory, String name) {
    for (int number = 1; ; number++) {
      Path free = directory.resolve(name + "-" + number);
      if (Files.notExists(free, LinkOption.NOFOLLOW_LINKS)) {
        return free;
      }
    }
  }

  /**
   * Deletes a tree; of a link the link, never what it leads to. Somebody else may be deleting it at
   * the same time.
   */
  static void delete(Path tree) throws IOException {
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
              throws IOException {
            if (e != null && !(e instanceof NoSuchFileException)) {
              throw e;
            }
            if (!directory.equals(tree)) {
              Files.deleteIfExists(directory);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
