package dev.attache.mcp.session;

import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.wire.UnreadableException;

/** What is wrong with an answer, thrown through the session of the SDK to who asked. */
public final class AnswerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Kind kind;

  private AnswerException(Kind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  public static AnswerException noObject() {
    return new AnswerException(Kind.INVALID, "with a result that is no JSON object");
  }

  public static AnswerException neither() {
    return new AnswerException(Kind.INVALID, "with neither a result nor an error");
  }

  public static AnswerException unreadable(UnreadableException why) {
    return new AnswerException(
        why.isTooLarge() ? Kind.TOO_LARGE : Kind.INVALID, "with a line that " + why.text());
  }

  public static AnswerException tooLong(long length, long limit) {
    return new AnswerException(
        Kind.TOO_LARGE, "with a line of " + length + " bytes; at most " + limit + " are read");
  }

  static AnswerException without(String field) {
    return new AnswerException(Kind.INVALID, "without \"" + field + "\", or not as it should be");
  }

  Kind kind() {
    return kind;
  }
}
