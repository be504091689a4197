package dev.attache.mcp.session;

import dev.attache.mcp.wire.Message;
import dev.attache.support.json.LenientValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The receiver of what a server says unasked: what has become of a request, which resource has
 * changed; and of what it asks. All else is ignored, and other questions are refused. Thread-safe.
 */
final class UnaskedMessages {

  static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

  private static final int METHOD_NOT_FOUND = -32601;

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

  /** The answer to a question. */
  Message.Answer answer(Message.Request question) {
    return switch (question.method()) {
      case "ping" -> Message.Answer.result(question.id(), Map.of());
      case "elicitation/create" ->
          Message.Answer.result(question.id(), decision(question.params()));
      case "roots/list" -> refusal(question, "Roots not supported");
      default -> refusal(question, "Method not found: " + question.method());
    };
  }

  private static Message.Answer refusal(Message.Request question, String why) {
    return Message.Answer.error(
        question.id(), new Message.ErrorObject(METHOD_NOT_FOUND, why, null));
  }

  void take(Message.Notification notice) {
    switch (notice.method()) {
      case "notifications/progress" -> progressed(notice.params());
      case "notifications/resources/updated" -> updated(notice.params());
      case "notifications/subscriptions/acknowledged" -> acknowledged(notice.params());
      case "notifications/cancelled" -> cancelled(notice.params());
      default -> {} // of no use here
    }
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

  private void progressed(Map<String, Object> params) {
    Object token = params.get("progressToken");
    CallProgress steps = token == null ? null : progress.get(token);
    if (steps != null) {
      steps.add(params);
    }
  }

  private void updated(Map<String, Object> params) {
    if (params.get("uri") instanceof String uri) {
      subscriptions.updated(uri, subscription(params));
    }
  }

  private void acknowledged(Map<String, Object> params) {
    Object id = subscription(params);
    if (id != null) {
      subscriptions.acknowledged(id, LenientValues.object(params.get("notifications")));
    }
  }

  private void cancelled(Map<String, Object> params) {
    Object id = params.get("requestId");
    if (id != null) {
      subscriptions.ended(id);
    }
  }

  private static @Nullable Object subscription(Map<String, Object> params) {
    return LenientValues.object(params.get("_meta")).get(SUBSCRIPTION);
  }

  /** The answer to a question to the user: what the form proposes, if that is enough. */
  private Map<String, Object> decision(Map<String, Object> question) {
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
