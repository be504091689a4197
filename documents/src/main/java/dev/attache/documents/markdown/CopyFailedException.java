package dev.attache.documents.markdown;

import java.io.IOException;
import java.nio.file.FileSystemException;

/**
 * A failure to write a temporary file, as on a full disk, for which the document can do nothing.
 */
public final class CopyFailedException extends IOException {

  private static final long serialVersionUID = 1;

  private final String words;

  /** Creates one of what the file system said. */
  public CopyFailedException(IOException cause) {
    super(cause);
    String why = cause instanceof FileSystemException of ? of.getReason() : cause.getMessage();
    this.words = "its process cannot write temporary files" + (why == null ? "" : ": " + why);
  }

  /** {@return what is wrong, in a few words} */
  public String words() {
    return words;
  }
}
