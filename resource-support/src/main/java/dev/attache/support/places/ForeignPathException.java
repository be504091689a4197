package dev.attache.support.places;

import java.io.IOException;

/** A path that others own or can change. */
public final class ForeignPathException extends IOException {

  private static final long serialVersionUID = 1;

  /** What to do about it, as a phrase or a command. */
  private final String fix;

  ForeignPathException(String message, String fix) {
    super(message);
    this.fix = fix;
  }

  /** {@return what to do about it} */
  public String fix() {
    return fix;
  }
}
