package dev.attache.mcp.session;

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

  CompletableFuture<Map<String, Object>> answer() {
    return answer;
  }
}
