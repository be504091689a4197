package dev.attache.server.http;

import dev.attache.server.rpc.ErrorAnswer;
import dev.attache.server.rpc.RequestException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reason why a request over HTTP is not served, as its client is told. */
final class RefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient byte[] body;
  private final transient Map<String, String> headers;

  private RefusedException(int status, String message, byte[] body, Map<String, String> headers) {
    super(message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  static RefusedException of(int status, String message) {
    return of(status, message, Map.of());
  }

  /**
   * @param headers what the answer has besides the message
   */
  static RefusedException of(int status, String message, Map<String, String> headers) {
    int code = status >= 500 ? ErrorAnswer.INTERNAL_ERROR : ErrorAnswer.INVALID_REQUEST;
    return new RefusedException(
        status, message, ErrorAnswer.of(null, code, message, Map.of()), headers);
  }

  /**
   * @param id the id of the request in the message; null if it has none
   * @param data what tells programs more
   */
  static RefusedException of(
      int status, @Nullable Object id, int code, String message, Map<String, Object> data) {
    return new RefusedException(status, message, ErrorAnswer.of(id, code, message, data), Map.of());
  }

  /** The same as an error of the protocol, with a status. */
  static RefusedException of(int status, @Nullable Object id, RequestException e) {
    return new RefusedException(status, String.valueOf(e.getMessage()), e.answer(id), Map.of());
  }

  int status() {
    return status;
  }

  /** An error as JSON-RPC has it. */
  byte[] body() {
    return body;
  }

  Map<String, String> headers() {
    return headers;
  }
}
