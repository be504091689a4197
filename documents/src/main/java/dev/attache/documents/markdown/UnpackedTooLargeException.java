package dev.attache.documents.markdown;

import java.io.IOException;

/** An archive that unpacks to more than it may. */
public final class UnpackedTooLargeException extends IOException {

  private static final long serialVersionUID = 1;

  private final String words;

  /** Creates one with what is wrong, in a few words. */
  public UnpackedTooLargeException(String words) {
    super(words);
    this.words = words;
  }

  /** {@return what is wrong, in a few words} */
  public String words() {
    return words;
  }
}
