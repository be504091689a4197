package dev.attache.mcp;

import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceException;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a server gave no answer, or which error it answered with. The message names the server, is
 * complete, and is meant for people: what the server said is in it as the server said it.
 */
public final class McpException extends IOException {

  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Kind {
    /** There is no such server, it is disabled, or its definition is wrong. */
    UNUSABLE,
    /** The policy says no, or the server wants an authorization that it was not given. */
    DENIED,
    /** The server could not be started or reached, or it is none. */
    UNREACHABLE,
    /** The server ended, or closed the connection, before it answered. */
    CLOSED,
    /** The time was up, or the thread was interrupted, before the server answered. */
    TIMEOUT,
    /** The answer is larger than it may be. */
    TOO_LARGE,
    /** The server answered with an error; see {@link #code}. */
    ERROR,
    /** The answer is not what the protocol asks for. */
    INVALID,
    /** The server wants something from the user first, which is not possible here. */
    INPUT_REQUIRED
  }

  /** What went wrong. */
  private final Kind kind;

  /** The JSON-RPC error code of the server; null if it answered with no error. */
  private final @Nullable Integer code;

  private final transient @Nullable Object data;
  private final transient @Nullable Remedy remedy;

  /**
   * Carries whatever went wrong but an error that the server answered with.
   *
   * @param kind what went wrong
   * @param message a sentence for people, which names the server
   * @param cause what was thrown; null if nothing was
   */
  public McpException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.code = null;
    this.data = null;
    this.remedy = null;
  }

  /**
   * A refusal.
   *
   * @param message a sentence for people, which names the server
   * @param remedy what the user can do about it; null if nothing is known
   */
  public McpException(String message, @Nullable Remedy remedy) {
    super(message);
    this.kind = Kind.DENIED;
    this.code = null;
    this.data = null;
    this.remedy = remedy;
  }

  /**
   * @param message a sentence for people, which names the server and has its words
   * @param code the JSON-RPC error code of the server
   * @param data what the server says besides, as JSON values; null if it says nothing
   */
  public McpException(String message, int code, @Nullable Object data) {
    super(message);
    this.kind = Kind.ERROR;
    this.code = code;
    this.data = data;
    this.remedy = null;
  }

  /** {@return what the user can do, which the message does not say; null if nothing is known} */
  public @Nullable Remedy remedy() {
    return remedy;
  }

  /** {@return what went wrong} */
  public Kind kind() {
    return kind;
  }

  /** {@return the JSON-RPC error code, if the server answered with an error} */
  public Optional<Integer> code() {
    return Optional.ofNullable(code);
  }

  /**
   * {@return the same as a problem of a resource or a tool, with what the user can do about it, on
   * one line}
   *
   * @param uri what the server was asked about; null if that has no URI
   */
  public ResourceException about(@Nullable String uri) {
    ResourceException problem =
        ResourceException.of(problemKind(), uri, line(), this).withRemedy(remedy);
    return kind == Kind.CLOSED || kind == Kind.TIMEOUT ? problem.asTransient() : problem;
  }

  /** {@return the message as one line of limited length} */
  public String line() {
    String message = getMessage();
    return message == null ? kind.name() : ServerText.line(message);
  }

  private ResourceException.Kind problemKind() {
    return switch (kind) {
      case DENIED -> ResourceException.Kind.DENIED;
      case TIMEOUT -> ResourceException.Kind.TIMEOUT;
      case TOO_LARGE -> ResourceException.Kind.TOO_LARGE;
      case UNUSABLE, UNREACHABLE, CLOSED, ERROR, INVALID, INPUT_REQUIRED ->
          ResourceException.Kind.FAILED;
    };
  }

  /** {@return what the server says about its error besides, as JSON values} */
  public Optional<Object> data() {
    return Optional.ofNullable(data);
  }
}
