package dev.attache.mcp;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.attache.mcp.McpException.Kind;
import java.io.IOException;

/** Why a message cannot be read; the text goes on with what names it: "is no JSON". */
final class UnreadableException extends IOException {

  private static final long serialVersionUID = 1L;

  private final Kind kind;

  private UnreadableException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  static UnreadableException noJson() {
    return new UnreadableException(Kind.INVALID, "is no JSON");
  }

  static UnreadableException noText() {
    return new UnreadableException(Kind.INVALID, "is not in UTF-8");
  }

  static UnreadableException tooManyValues(int most) {
    return new UnreadableException(
        Kind.TOO_LARGE, "has more than " + most + " values, which is the most");
  }

  static UnreadableException noMemory() {
    return new UnreadableException(
        Kind.TOO_LARGE,
        "the memory does not suffice for: lower --max-bytes, or set ATTACHE_JAVA_OPTS=-Xmx1g");
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
                    : "is beyond what is read";
    return new UnreadableException(Kind.INVALID, what);
  }

  Kind kind() {
    return kind;
  }

  /** The text, which is always there. */
  String text() {
    return String.valueOf(getMessage());
  }
}
