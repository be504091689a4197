package dev.attache.mcp.session;

import dev.attache.mcp.wire.Message;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request on its way, and its answer when it has come. Thread-safe. */
final class SentRequest {

  private final String method;
  private final Map<String, Object> params;
  private final CompletableFuture<Map<String, Object>> answer = new CompletableFuture<>();
  private volatile @Nullable Object id;

  SentRequest(String method, Map<String, Object> params) {
    this.method = method;
    this.params = params;
  }

  String method() {
    return method;
  }

  Map<String, Object> params() {
    return params;
  }

  /** The id that the session has given it; null if it has not been sent. */
  @Nullable Object id() {
    return id;
  }

  void numbered(Object id) {
    this.id = id;
  }

  /** Takes the answer of the server, which must be an object. */
  @SuppressWarnings("unchecked") // keys are texts in JSON
  void answered(Message.Answer said) {
    if (said.error() != null) {
      answer.completeExceptionally(AnswerException.error(said.error()));
    } else if (said.result() instanceof Map<?, ?> result) {
      answer.complete((Map<String, Object>) result);
    } else {
      answer.completeExceptionally(AnswerException.noObject());
    }
  }

  CompletableFuture<Map<String, Object>> answer() {
    return answer;
  }
}
