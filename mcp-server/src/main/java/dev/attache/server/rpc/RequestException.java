package dev.attache.server.rpc;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reason why a request is answered with an error of the protocol, and not with a result. */
public final class RequestException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int code;
  private final transient Map<String, Object> data;

  private RequestException(int code, String message, Map<String, Object> data) {
    super(message, null, false, false); // it is an answer: nobody looks at where it comes from
    this.code = code;
    this.data = data;
  }

  public static RequestException of(int code, String message) {
    return new RequestException(code, message, Map.of());
  }

  /**
   * @param data what tells programs more
   */
  static RequestException of(int code, String message, Map<String, Object> data) {
    return new RequestException(code, message, data);
  }

  /** For what failed for a reason that passes: programs learn from the data to try again. */
  public static RequestException passing(int code, String message) {
    return new RequestException(code, message, Map.of("transient", true));
  }

  public static RequestException invalidParams(String message) {
    return of(ErrorAnswer.INVALID_PARAMS, message);
  }

  /** For a resource that there is not. */
  public static RequestException notFound(String uri, String message) {
    return new RequestException(ErrorAnswer.RESOURCE_NOT_FOUND, message, Map.of("uri", uri));
  }

  /** The same with the code that it has since the revision 2026-07-28. */
  public RequestException ofStateless() {
    return code == ErrorAnswer.RESOURCE_NOT_FOUND
        ? of(ErrorAnswer.INVALID_PARAMS, String.valueOf(getMessage()), data)
        : this;
  }

  /**
   * The bytes of the answer.
   *
   * @param id the id of the request; null if it has none that can be told
   */
  public byte[] answer(@Nullable Object id) {
    return ErrorAnswer.of(id, code, String.valueOf(getMessage()), data);
  }
}
