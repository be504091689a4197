package dev.attache.support.text;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The problem with a file that an option names, in the words of people. */
public final class FileProblem {

  private FileProblem() {}

  /**
   * {@return the path that an option spells}
   *
   * @param spelled as the user wrote it
   * @throws IOException if the platform has no such path
   */
  public static Path path(String spelled) throws IOException {
    try {
      return Path.of(spelled);
    } catch (InvalidPathException e) {
      throw new FileSystemException(spelled, null, "it is not a path: " + e.getReason());
    }
  }

  /**
   * Opens a file or a pipe that an option names.
   *
   * @param spelled as the user wrote it
   * @return its bytes, buffered; the caller closes it
   * @throws IOException that {@link #of} can describe
   */
  public static InputStream open(String spelled) throws IOException {
    Path path = path(spelled);
    if (Files.isDirectory(path)) {
      throw new FileSystemException(spelled, null, "it is a directory");
    }
    path.getFileSystem().provider().checkAccess(path, AccessMode.READ);
    // A channel would ask a pipe for its position, and so does reading many bytes unbuffered.
    return new BufferedInputStream(new FileInputStream(path.toFile()));
  }

  /**
   * {@return what went wrong, with the name of the file where it is known}
   *
   * @param e best one of a file system, which knows the file and a reason
   */
  public static String named(IOException e) {
    if (e instanceof FileSystemException f && f.getFile() != null) {
      return f.getFile() + ": " + of(e);
    }
    return e.getMessage() == null ? e.toString() : lower(e.getMessage());
  }

  /**
   * {@return what went wrong, without the name of the file, which may not be the one named}
   *
   * @param e best one of a file system, which knows a reason
   */
  public static String of(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    @Nullable String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    if (reason == null) {
      return e.toString();
    }
    return reason.toLowerCase(Locale.ROOT);
  }

  /** What the platform says begins with a capital letter. */
  private static String lower(String message) {
    return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
  }
}
