package dev.attache.store;

import dev.attache.history.ConversationId;
import dev.attache.history.StoreException;
import dev.attache.store.files.EmbeddedFiles;
import dev.attache.store.files.LogPlace;
import dev.attache.store.files.StoreFailure;
import dev.attache.store.log.LogLock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The remains that writers who died have left of conversations that never began. */
final class EmbeddedLeftovers {

  private EmbeddedLeftovers() {}

  /** Deletes it, but for what somebody is writing or may not be deleted. */
  static void delete(EmbeddedFiles files) throws StoreException {
    try {
      for (LogPlace place : files.list(false)) {
        if (isLeft(place)) {
          delete(files, place);
        }
      }
    } catch (IOException e) {
      throw StoreFailure.of("what is left in " + files.conversations() + " cannot be deleted", e);
    }
  }

  private static void delete(EmbeddedFiles files, LogPlace place) throws IOException {
    ConversationId id = place.id();
    Path lockFile = files.lock(id);
    if (LogLock.isHeld(lockFile)) {
      return;
    }
    LogLock lock;
    try {
      lock = LogLock.acquire(lockFile, "what is left of " + id + " cannot be deleted", 0);
    } catch (StoreException e) {
      if (e.isTransient()) {
        return; // it is just about to begin
      }
      throw e;
    }
    try {
      if (isLeft(place)) {
        Files.deleteIfExists(unnamed(place));
        Files.deleteIfExists(place.directory());
      }
    } finally {
      lock.close();
    }
  }

  /** Whether there is nothing in the directory but a log that has no name yet. */
  private static boolean isLeft(LogPlace place) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(place.directory())) {
      all.forEach(entries::add);
    } catch (IOException e) {
      return false; // removed just now, or not to be read, which others say
    }
    entries.remove(unnamed(place));
    return entries.isEmpty() && !Files.isDirectory(unnamed(place), LinkOption.NOFOLLOW_LINKS);
  }

  private static Path unnamed(LogPlace place) {
    return place.directory().resolve(LogPlace.EVENTS + ".new");
  }
}
