package dev.attache.store.files;

import java.io.IOException;

/** The damage of stored bytes, in words that follow the name of their file and a colon. */
public final class BlobDamage extends IOException {

  private static final long serialVersionUID = 1L;

  private final boolean isOfLaterVersion;

  public BlobDamage(String message) {
    this(message, false);
  }

  private BlobDamage(String message, boolean isOfLaterVersion) {
    super(message);
    this.isOfLaterVersion = isOfLaterVersion;
  }

  /** Returns that something is in a form that this version does not know. */
  public static BlobDamage ofLaterVersion(String message) {
    return new BlobDamage(message, true);
  }

  /** Whether it may be right, and is only not known here. */
  public boolean isOfLaterVersion() {
    return isOfLaterVersion;
  }

  /** The message, which is never null. */
  public String message() {
    return String.valueOf(getMessage());
  }
}
