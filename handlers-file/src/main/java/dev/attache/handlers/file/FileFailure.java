package dev.attache.handlers.file;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The one place that turns what the file system says into what users are told. */
final class FileFailure {

  private FileFailure() {}

  static ResourceException of(String reference, IOException e) {
    if (e instanceof ResourceException known) {
      return known;
    }
    if (e instanceof AccessDeniedException) {
      return ResourceException.of(Kind.DENIED, reference, "permission denied", e);
    }
    String reason = reason(e);
    boolean isFileOnTheWay = e instanceof NotDirectoryException || reason.equals("not a directory");
    if (e instanceof NoSuchFileException || isFileOnTheWay) { // newer JDKs do not tell them apart
      return ResourceException.of(Kind.NOT_FOUND, reference, "no such file or directory", e);
    }
    if (reason.contains("symbolic links")) {
      return ResourceException.of(
          Kind.DENIED, reference, "a symbolic link blocks the path, or links form a loop", e);
    }
    return ResourceException.of(Kind.FAILED, reference, "cannot be read: " + describe(e), e);
  }

  private static String reason(IOException e) {
    @Nullable String reason = e instanceof FileSystemException f ? f.getReason() : null;
    return reason == null ? "" : reason.toLowerCase(Locale.ROOT);
  }

  private static String describe(IOException e) {
    String reason = reason(e);
    return reason.isEmpty() ? String.valueOf(e.getMessage()) : reason;
  }
}
