package dev.attache.mcp.session;

import dev.attache.mcp.ServerText;
import dev.attache.support.json.LenientValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of one request that is not answered before the user is (2026-07-28, "Multi Round-Trip
 * Requests"): each is the same request with the answers to the questions of the one before. Used
 * for one request.
 */
final class InputRounds {

  /** How often a request may be answered with questions. */
  static final int MOST = 20;

  /** How much of a question is repeated. */
  private static final int LONGEST_QUESTION = 200;

  private static final String ELICITATION = "elicitation/create";

  private final UserQuestions questions;
  private final Map<String, Object> params;
  private int rounds;

  /**
   * @param params those of the request as it was made first
   */
  InputRounds(UserQuestions questions, Map<String, Object> params) {
    this.questions = questions;
    this.params = params;
  }

  /** Whether there were as many rounds as there may be. */
  boolean isOver() {
    return rounds == MOST;
  }

  /**
   * Returns the parameters of the next round, after the user was asked; null if that cannot be.
   *
   * @param result one of the type {@code input_required}
   */
  @Nullable Map<String, Object> next(Map<String, Object> result) throws InterruptedException {
    Map<String, Object> requests = LenientValues.object(result.get("inputRequests"));
    boolean isAnswerable =
        questions.canAsk()
            && requests.values().stream().allMatch(InputRounds::isElicitation)
            && !(requests.isEmpty() && result.get("requestState") == null);
    if (!isAnswerable) {
      return null;
    }
    rounds++;
    var responses = new LinkedHashMap<String, Object>();
    questions.opened();
    try {
      for (Map.Entry<String, Object> request : requests.entrySet()) {
        Map<String, Object> asked = LenientValues.object(request.getValue());
        responses.put(request.getKey(), questions.ask(LenientValues.object(asked.get("params"))));
      }
    } finally {
      questions.closed();
    }
    var next = new LinkedHashMap<>(params);
    if (!responses.isEmpty()) {
      next.put("inputResponses", responses);
    }
    if (result.get("requestState") != null) {
      next.put("requestState", result.get("requestState"));
    }
    return next;
  }

  private static boolean isElicitation(@Nullable Object request) {
    return ELICITATION.equals(LenientValues.object(request).get("method"));
  }

  /** What the server wants to know, in words. */
  static String inWords(Map<String, Object> result) {
    List<String> questions = new ArrayList<>();
    LenientValues.object(result.get("inputRequests"))
        .forEach((key, request) -> questions.add(question(key, LenientValues.object(request))));
    return questions.isEmpty() ? "it asks to try again later" : String.join("; ", questions);
  }

  private static String question(String key, Map<String, Object> request) {
    Object method = request.get("method");
    Object message = LenientValues.object(request.get("params")).get("message");
    return ServerText.line(
        key + " (" + method + ")" + (message == null ? "" : ": " + message), LONGEST_QUESTION);
  }
}
