package dev.attache.core.store;

import java.io.IOException;

/** What is wrong with stored bytes, in words that follow the name of their file and a colon. */
final class BlobDamage extends IOException {

  private static final long serialVersionUID = 1L;

  private final boolean isOfLaterVersion;

  BlobDamage(String message) {
    this(message, false);
  }

  private BlobDamage(String message, boolean isOfLaterVersion) {
    super(message);
    this.isOfLaterVersion = isOfLaterVersion;
  }

  /** Returns that something is in a form that this version does not know. */
  static BlobDamage ofLaterVersion(String message) {
    return new BlobDamage(message, true);
  }

  /** Whether it may be right, and is only not known here. */
  boolean isOfLaterVersion() {
    return isOfLaterVersion;
  }

  /** The message, which is never null. */
  String message() {
    return String.valueOf(getMessage());
  }
}
