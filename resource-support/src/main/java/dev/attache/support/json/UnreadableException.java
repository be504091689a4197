package dev.attache.support.json;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;

/** The reason why a message cannot be read; the text goes on with what names it: "is no JSON". */
public final class UnreadableException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Whether there is too much of it, rather than something wrong with it. */
  private final boolean isTooLarge;

  private UnreadableException(boolean isTooLarge, String message) {
    super(message);
    this.isTooLarge = isTooLarge;
  }

  static UnreadableException noJson() {
    return new UnreadableException(false, "is not JSON");
  }

  static UnreadableException noText() {
    return new UnreadableException(false, "is not in UTF-8");
  }

  static UnreadableException tooManyValues(int most) {
    return new UnreadableException(true, "has more than " + most + " values, the limit");
  }

  /** {@return the exception for what does not fit into the memory} */
  public static UnreadableException noMemory() {
    return new UnreadableException(
        true, "is too large for the memory: lower --max-bytes, or set ATTACHE_JAVA_OPTS=-Xmx1g");
  }

  /** For what is beyond the limits of the parser, which it names in words only. */
  static UnreadableException of(StreamConstraintsException beyond) {
    String message = String.valueOf(beyond.getMessage());
    String what =
        message.contains("depth")
            ? "is nested deeper than 1000 levels"
            : message.startsWith("Number")
                ? "has a number of more than 1000 characters"
                : message.startsWith("Name")
                    ? "has a name of more than 50000 characters"
                    : "exceeds what can be read";
    return new UnreadableException(false, what);
  }

  /** {@return whether it is too large to be read, and may be well otherwise} */
  public boolean isTooLarge() {
    return isTooLarge;
  }

  /** {@return the text, which is always there} */
  public String text() {
    return String.valueOf(getMessage());
  }
}
