package dev.attache.mcp.session;

import dev.attache.mcp.wire.LenientValues;
import io.modelcontextprotocol.spec.McpClientSession.NotificationHandler;
import io.modelcontextprotocol.spec.McpClientSession.RequestHandler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * What a server says unasked: what has become of a request, which resource has changed; and what it
 * asks. All else is ignored, and other requests are refused by the session. Thread-safe.
 */
final class UnaskedMessages {

  static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

  private final boolean acceptsDefaults;
  private final AtomicLong tokens = new AtomicLong();
  private final Map<Object, CallProgress> progress = new ConcurrentHashMap<>();
  private final UpdateListeners subscriptions;

  UnaskedMessages(boolean acceptsDefaults, UpdateListeners subscriptions) {
    this.acceptsDefaults = acceptsDefaults;
    this.subscriptions = subscriptions;
  }

  /** What the server is told that can be asked. */
  Map<String, Object> capabilities() {
    return acceptsDefaults ? Map.of("elicitation", Map.of("form", Map.of())) : Map.of();
  }

  Map<String, RequestHandler<?>> requests() {
    return Map.of(
        "ping", params -> Mono.just(Map.of()),
        "elicitation/create", params -> Mono.just(answer(params)));
  }

  Map<String, NotificationHandler> notifications() {
    return Map.of(
        "notifications/progress", params -> run(() -> progressed(params)),
        "notifications/resources/updated", params -> run(() -> updated(params)),
        "notifications/subscriptions/acknowledged", params -> run(() -> acknowledged(params)),
        "notifications/message", params -> Mono.empty(),
        "notifications/cancelled", params -> run(() -> cancelled(params)));
  }

  private static Mono<Void> run(Runnable task) {
    task.run();
    return Mono.empty();
  }

  /** Has {@code steps} take the progress that names the token that is returned. */
  String follow(CallProgress steps) {
    String token = "progress-" + tokens.incrementAndGet();
    progress.put(token, steps);
    return token;
  }

  void unfollow(String token) {
    progress.remove(token);
  }

  private void progressed(Object params) {
    Map<String, Object> map = LenientValues.object(params);
    Object token = map.get("progressToken");
    CallProgress steps = token == null ? null : progress.get(token);
    if (steps != null) {
      steps.add(map);
    }
  }

  private void updated(Object params) {
    Map<String, Object> map = LenientValues.object(params);
    if (map.get("uri") instanceof String uri) {
      subscriptions.updated(uri, subscription(map));
    }
  }

  private void acknowledged(Object params) {
    Map<String, Object> map = LenientValues.object(params);
    Object id = subscription(map);
    if (id != null) {
      subscriptions.acknowledged(id, LenientValues.object(map.get("notifications")));
    }
  }

  private void cancelled(Object params) {
    Object id = LenientValues.object(params).get("requestId");
    if (id != null) {
      subscriptions.ended(id);
    }
  }

  private static @Nullable Object subscription(Map<String, Object> params) {
    return LenientValues.object(params.get("_meta")).get(SUBSCRIPTION);
  }

  /** The answer to a question to the user: what the form proposes, if that is enough. */
  private Map<String, Object> answer(Object params) {
    Map<String, Object> question = LenientValues.object(params);
    Object mode = question.get("mode");
    if (!acceptsDefaults || !(mode == null || mode.equals("form"))) {
      return Map.of("action", "decline");
    }
    Map<String, Object> schema = LenientValues.object(question.get("requestedSchema"));
    var content = new LinkedHashMap<String, Object>();
    LenientValues.object(schema.get("properties"))
        .forEach(
            (name, property) -> {
              Object proposed = LenientValues.object(property).get("default");
              if (proposed != null) {
                content.put(name, proposed);
              }
            });
    boolean isEnough =
        !(schema.get("required") instanceof List<?> required)
            || content.keySet().containsAll(required);
    return isEnough ? Map.of("action", "accept", "content", content) : Map.of("action", "decline");
  }
}
