package dev.attache.store.files;

import dev.attache.history.ConversationId;
import dev.attache.history.StoreException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** The words for what went wrong with files. */
public final class StoreFailure {

  private StoreFailure() {}

  /** Returns a problem with something, which the message begins with. */
  public static StoreException of(String what, IOException e) {
    return e instanceof StoreException known
        ? known
        : StoreException.of(StoreException.Kind.FAILED, what + ": " + reason(e), e);
  }

  /** Returns a problem with a file that cannot be read. */
  public static StoreException reading(Path file, IOException e) {
    return of(file + " cannot be read", e);
  }

  /** Returns what the platform says, without the file where it is named anyway. */
  public static String reason(IOException e) {
    if (e instanceof ClosedByInterruptException) {
      return "interrupted";
    }
    if (e instanceof AccessDeniedException denied) {
      return "permission denied (" + denied.getFile() + ")";
    }
    if (e instanceof NoSuchFileException missing) {
      return "no such file: " + missing.getFile();
    }
    if (e instanceof NotDirectoryException other) {
      return other.getFile() + " is not a directory";
    }
    if (e instanceof FileAlreadyExistsException exists) {
      return exists.getFile() + " is in the way";
    }
    if (e instanceof FileSystemException f && f.getReason() != null) {
      return f.getReason() + " (" + f.getFile() + ")";
    }
    return String.valueOf(e.getMessage());
  }

  /** Says that a conversation is not as it has to be for a change. */
  public static StoreException changed(ConversationId id, boolean isArchived) {
    if (isArchived) {
      return StoreException.of(
          StoreException.Kind.REFUSED, "conversation " + id + " is archived; unarchive it first");
    }
    return StoreException.of(
            StoreException.Kind.REFUSED,
            "conversation "
                + id
                + " was just changed by another process, so nothing was done; try again")
        .asTransient();
  }

  /** Says that something is no place where a page or a part has ended. */
  public static StoreException noPlace(String text) {
    return StoreException.of(
        StoreException.Kind.REFUSED,
        text + " is no place where this store has stopped; begin again, without a place");
  }

  public static StoreException exists(ConversationId id) {
    return StoreException.of(
        StoreException.Kind.EXISTS,
        "conversation " + id + " already exists; resume it, or choose another name");
  }
}
