package dev.attache.resource.convert;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The reason why no Markdown could be made of a document. The message is a few words that follow
 * {@code not converted:}, such as {@code the document is encrypted}; they hold neither its name nor
 * anything of its content.
 */
public final class ConversionException extends Exception {

  private static final long serialVersionUID = 1;

  /** What stood in the way, for programs. */
  private final Reason reason;

  /** What stood in the way, for programs. */
  public enum Reason {
    /** It needs a password. */
    ENCRYPTED,
    /** Its author does not allow text to be taken out. */
    FORBIDDEN,
    /** It is not what it claims to be, or nothing of it can be read. */
    BROKEN,
    /** There is nothing in it that could be text. */
    EMPTY,
    /** It, or what is unpacked from it, is larger than it may be. */
    TOO_LARGE,
    /** It took longer than it may. */
    TIMED_OUT,
    /** It needed more memory than there is. */
    OUT_OF_MEMORY,
    /** No converter takes this kind of document. */
    UNSUPPORTED,
    /** It has no such page, sheet or slide. */
    NO_SUCH_PART,
    /** The converter itself failed: its process ended, or said what nobody understands. */
    CRASHED;

    /** The word for it in JSON: lower case, with hyphens. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Creates an exception with this reason.
   *
   * @param reason what stood in the way, for programs
   * @param message the same for people, in a few words
   */
  public ConversionException(Reason reason, String message) {
    this(reason, message, null);
  }

  /**
   * Creates an exception with the failure that led to it.
   *
   * @param reason what stood in the way, for programs
   * @param message the same for people, in a few words
   * @param cause kept for who debugs, and not shown; null if there is none
   */
  public ConversionException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** {@return what stood in the way, for programs} */
  public Reason reason() {
    return reason;
  }

  /** {@return the few words for people; never null} */
  public String message() {
    String message = getMessage();
    return message == null ? "" : message; // always set in the constructor
  }
}
