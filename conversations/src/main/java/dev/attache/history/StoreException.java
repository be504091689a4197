package dev.attache.history;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A failure of the store of conversations, in a message for people. */
public final class StoreException extends IOException {

  private static final long serialVersionUID = 1L;

  private final Kind kind;

  private StoreException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What kind of problem it is. */
  public enum Kind {
    /** There is no such conversation. */
    NOT_FOUND,
    /** There is such a conversation already. */
    EXISTS,
    /** Another writer holds it for too long. */
    BUSY,
    /** What is stored is not what was written. */
    CORRUPT,
    /** What was asked for makes no sense in the state of the conversation. */
    REFUSED,
    /** The store cannot be read or written. */
    FAILED
  }

  /** Returns a problem of which nothing further is known. */
  public static StoreException of(Kind kind, String message) {
    return new StoreException(kind, message, null);
  }

  /** Returns a problem with what led to it. */
  public static StoreException of(Kind kind, String message, Throwable cause) {
    return new StoreException(kind, message, cause);
  }

  /** What kind of problem it is. */
  public Kind kind() {
    return kind;
  }

  /** The message, which is never null. */
  public String message() {
    return String.valueOf(getMessage());
  }
}
