package dev.attache.model.call;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a model did not answer, or not to the end. The message is one line without a key
 * that says what is wrong; it never needs the stack trace to be understood.
 */
public final class ModelException extends IOException {

  private static final long serialVersionUID = 1;

  /** What went wrong. */
  private final Kind kind;

  /** The status of HTTP that was answered; 0 if none was. */
  private final int status;

  /** How long the server wants nobody to ask again; null if it does not say. */
  private final @Nullable Duration retryAfter;

  /** What the provider calls the request; null if it does not say. */
  private final @Nullable String requestId;

  /** What went wrong, for programs. */
  public enum Kind {
    /** There is no key, or it is wrong, may not do this, or has nothing left to pay with. */
    AUTH,
    /** The account has asked too often for now. */
    RATE_LIMIT,
    /** The provider cannot answer now; it may later. */
    OVERLOADED,
    /** The request has more bytes than the provider takes. */
    TOO_LARGE,
    /** The request has more tokens than the window of the model. */
    CONTEXT_FULL,
    /** The provider refuses to have its model answer this. */
    REFUSED,
    /** The request is wrong: a field, a block, the model's name. */
    BAD_REQUEST,
    /** The way to the provider is wrong: its address, a header, a proxy. No model was asked. */
    ADDRESS,
    /** Nothing came back, only a part, or nothing that can be read. */
    NETWORK,
    /** Somebody has ended the call, or the thread was interrupted. */
    CANCELLED
  }

  private ModelException(
      Kind kind,
      String message,
      int status,
      @Nullable Duration retryAfter,
      @Nullable String requestId,
      @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.status = status;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }

  /**
   * {@return an exception with a message of one line}
   *
   * @param kind what went wrong, for programs
   * @param message what is wrong, without a key
   */
  public static ModelException of(Kind kind, String message) {
    return of(kind, message, null);
  }

  /**
   * {@return an exception with a message of one line, and the failure that led to it}
   *
   * @param kind what went wrong, for programs
   * @param message what is wrong, without a key
   * @param cause the failure; null if there is none
   */
  public static ModelException of(Kind kind, String message, @Nullable Throwable cause) {
    return new ModelException(kind, message, 0, null, null, cause);
  }

  /**
   * {@return the same exception, as the answer of a server: with the status of HTTP}
   *
   * @param value the status, such as 429
   * @param retryAfterValue how long the server wants nobody to ask again; null if it does not say
   * @param requestIdValue what the provider calls the request, for its support; null if it does not
   *     say
   */
  public ModelException answered(
      int value, @Nullable Duration retryAfterValue, @Nullable String requestIdValue) {
    return new ModelException(kind, message(), value, retryAfterValue, requestIdValue, getCause());
  }

  /** {@return what went wrong, for programs} */
  public Kind kind() {
    return kind;
  }

  /** {@return the status of HTTP that was answered; 0 if none, or if the answer had begun well} */
  public int status() {
    return status;
  }

  /** {@return how long to wait before another try, as the provider says; null if it does not} */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  /** {@return what the provider calls the request, for its support; null if it does not say} */
  public @Nullable String requestId() {
    return requestId;
  }

  /** {@return the one line for people; never null} */
  public String message() {
    String message = getMessage();
    return message == null ? "" : message; // always set in the constructor
  }
}
