package dev.attache.history;

import dev.attache.history.ConversationEvent.ModelAnswer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A failure of the store of conversations, in a message for people. */
public final class StoreException extends IOException {

  private static final long serialVersionUID = 1L;

  /** What kind of problem it is. */
  private final Kind kind;

  /** Whether another try may succeed. */
  private final boolean isTransient;

  /** The answer that could not be recorded; null if it was about something else. */
  private final transient @Nullable ModelAnswer unrecorded;

  private StoreException(
      Kind kind,
      String message,
      boolean isTransient,
      @Nullable ModelAnswer unrecorded,
      @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.isTransient = isTransient;
    this.unrecorded = unrecorded;
  }

  /** What kind of problem it is. */
  public enum Kind {
    /** There is no such conversation. */
    NOT_FOUND,
    /** There is such a conversation already. */
    EXISTS,
    /** Another writer holds it for too long; another try may succeed. */
    BUSY,
    /** What is stored is not what was written. */
    CORRUPT,
    /** What was asked for makes no sense in the state of the conversation. */
    REFUSED,
    /** The store cannot be read or written. */
    FAILED
  }

  /**
   * {@return a problem of which nothing further is known}
   *
   * @param kind what programs tell it by; {@code BUSY} is transient
   * @param message one line for people, without a full stop
   */
  public static StoreException of(Kind kind, String message) {
    return new StoreException(kind, message, kind == Kind.BUSY, null, null);
  }

  /**
   * {@return a problem with what led to it}
   *
   * @param kind what programs tell it by; {@code BUSY} is transient
   * @param message one line for people, without a full stop
   * @param cause what led to it
   */
  public static StoreException of(Kind kind, String message, Throwable cause) {
    return new StoreException(kind, message, kind == Kind.BUSY, null, cause);
  }

  /** {@return what kind of problem it is} */
  public Kind kind() {
    return kind;
  }

  /** {@return the same problem, of which the store knows that another try may succeed} */
  public StoreException asTransient() {
    return with(true, unrecorded);
  }

  /**
   * {@return the same problem, with the answer of a model that is not recorded because of it}
   *
   * @param answer the answer as far as it came
   */
  public StoreException losing(ModelAnswer answer) {
    return with(isTransient, answer);
  }

  private StoreException with(boolean mayPass, @Nullable ModelAnswer answer) {
    var same = new StoreException(kind, message(), mayPass, answer, getCause());
    same.setStackTrace(getStackTrace());
    return same;
  }

  /**
   * {@return the answer of a model that is not recorded because of this problem, so that what was
   * paid for is not lost; null if the problem is about something else} Its text is in {@link
   * ModelAnswer#items}.
   */
  public @Nullable ModelAnswer unrecorded() {
    return unrecorded;
  }

  /**
   * {@return whether another try may succeed without a change by anybody: so it is for {@code
   * BUSY}, and for what the store says it of, such as a connection that broke} Where it is not
   * known what became of an append, the other try has its {@link AppendToken}.
   */
  public boolean isTransient() {
    return isTransient;
  }

  /** {@return the message, which is never null} */
  public String message() {
    return String.valueOf(getMessage());
  }
}
