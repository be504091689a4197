package dev.attache.mcp.session;

import dev.attache.mcp.wire.Message;
import dev.attache.support.json.LenientValues;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The receiver of what a server says unasked: what has become of a request, which resource has
 * changed; and of what it asks. All else is ignored, and other questions are refused. Thread-safe.
 */
final class UnaskedMessages {

  static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

  private static final int METHOD_NOT_FOUND = -32601;

  private final UserQuestions questions;
  private final QuestionDesk desk;
  private final AtomicLong tokens = new AtomicLong();
  private final Map<Object, CallProgress> progress = new ConcurrentHashMap<>();
  private final UpdateListeners subscriptions;

  UnaskedMessages(UserQuestions questions, UpdateListeners subscriptions) {
    this.questions = questions;
    this.desk = new QuestionDesk(questions);
    this.subscriptions = subscriptions;
  }

  /** What the server asks the user. */
  UserQuestions questions() {
    return questions;
  }

  /** Takes back what the server has asked the user, for nobody waits for what comes of it. */
  void withdrawQuestions() {
    desk.withdrawAll();
  }

  /**
   * Answers a question.
   *
   * @param reply takes the answer, at once unless it is the user's
   */
  void answer(Message.Request question, Consumer<Message.Answer> reply) {
    switch (question.method()) {
      case "ping" -> reply.accept(Message.Answer.result(question.id(), Map.of()));
      case "elicitation/create" -> desk.ask(question, reply);
      case "roots/list" -> reply.accept(refusal(question, "Roots not supported"));
      default -> reply.accept(refusal(question, "Method not found: " + question.method()));
    }
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
      desk.withdraw(id);
    }
  }

  private static @Nullable Object subscription(Map<String, Object> params) {
    return LenientValues.object(params.get("_meta")).get(SUBSCRIPTION);
  }
}
