package dev.attache.mcp.session;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.ServerText;
import dev.attache.mcp.wire.Message;
import dev.attache.support.json.UnreadableException;
import org.jspecify.annotations.Nullable;

/** A fault of an answer, or the error that a server answers with: thrown to who asked. */
public final class AnswerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** How much of the text of an error is repeated. */
  private static final int LONGEST = 1000;

  private final Kind kind;
  private final transient Message.@Nullable ErrorObject error;

  private AnswerException(Kind kind, String message) {
    this(kind, message, null);
  }

  private AnswerException(Kind kind, String message, Message.@Nullable ErrorObject error) {
    super(message, null, false, false);
    this.kind = kind;
    this.error = error;
  }

  static AnswerException error(Message.ErrorObject error) {
    String said = error.message();
    String shown = said.length() > LONGEST ? ServerText.line(said, LONGEST) : said;
    return new AnswerException(Kind.ERROR, "with error " + error.code() + ": " + shown, error);
  }

  public static AnswerException noObject() {
    return new AnswerException(Kind.INVALID, "with a result that is not a JSON object");
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

  /** The same for people, after words that name the server and what it was asked. */
  McpException explained(String answered) {
    return error == null
        ? new McpException(kind, answered + getMessage(), this)
        : new McpException(answered + getMessage(), error.code(), error.data());
  }
}
