package dev.attache.core.trust;

import java.io.IOException;

/** The reason why trust cannot be recorded or taken back, and what to do about it. */
public final class TrustException extends IOException {

  private static final long serialVersionUID = 1L;

  TrustException(String message) {
    super(message);
  }

  TrustException(String message, IOException cause) {
    super(message, cause);
  }
}
