package dev.attache.mcp.session;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.ServerText;
import dev.attache.mcp.session.ServerLink.Era;
import dev.attache.support.json.LenientValues;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests of one connection, as its era has them: what each carries, what each answers. */
final class EraRequests {

  private final McpServer server;
  private final RequestChannel calls;
  private final Handshake.Greeting greeting;
  private final UserQuestions questions;

  EraRequests(
      McpServer server,
      RequestChannel calls,
      Handshake.Greeting greeting,
      UserQuestions questions) {
    this.server = server;
    this.calls = calls;
    this.greeting = greeting;
    this.questions = questions;
  }

  boolean offers(String capability) {
    return greeting.capabilities().get(capability) != null;
  }

  /** How long to wait for one answer: the server may be known to need less. */
  Duration patience(Duration timeout) {
    Duration own = server.requestTimeout();
    return own != null && own.compareTo(timeout) < 0 ? own : timeout;
  }

  Map<String, Object> ask(String method, Map<String, Object> params, Duration timeout)
      throws McpException {
    return ask(method, params, null, timeout);
  }

  Map<String, Object> ask(
      String method, Map<String, Object> params, @Nullable CallProgress progress, Duration timeout)
      throws McpException {
    var time = new CallTime(questions, timeout);
    Map<String, Object> result = calls.request(method, enveloped(params), progress, timeout);
    Asking asking = each -> calls.request(method, enveloped(each), progress, time.left());
    return complete(result, method, new InputRounds(questions, params), asking);
  }

  /** The parameters with what every request of the era carries besides its own {@code _meta}. */
  Map<String, Object> enveloped(Map<String, Object> params) {
    if (greeting.envelope().isEmpty()) {
      return params;
    }
    var meta = new LinkedHashMap<>(LenientValues.object(params.get("_meta")));
    meta.putAll(greeting.envelope());
    var enveloped = new LinkedHashMap<>(params);
    enveloped.put("_meta", meta);
    return enveloped;
  }

  /**
   * The whole answer. A result may be only the first half of it (2026-07-28, "Multi Round-Trip
   * Requests"): then the user is asked, and the server again.
   */
  private Map<String, Object> complete(
      Map<String, Object> result, String method, InputRounds rounds, Asking asking)
      throws McpException {
    Map<String, Object> last = result;
    while (isIncomplete(last, method)) {
      Map<String, Object> next = null;
      try {
        next = rounds.isOver() ? null : rounds.next(last);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw failure(
            Kind.TIMEOUT, "asked for input before it answered " + method + "; interrupted");
      }
      if (next == null) {
        throw inputRequired(last, method, rounds);
      }
      last = asking.ask(next);
    }
    return last;
  }

  /** One request of several. */
  @FunctionalInterface
  private interface Asking {
    Map<String, Object> ask(Map<String, Object> params) throws McpException;
  }

  private McpException inputRequired(
      Map<String, Object> result, String method, InputRounds rounds) {
    return failure(
        Kind.INPUT_REQUIRED,
        rounds.isOver()
            ? "still asks for input after " + InputRounds.MOST + " answers to " + method
            : "asks for input before it answers "
                + method
                + ", which is not supported here: "
                + InputRounds.inWords(result));
  }

  private boolean isIncomplete(Map<String, Object> result, String method) throws McpException {
    Object type = greeting.era() == Era.MODERN ? result.get("resultType") : null;
    if (type == null || type.equals("complete")) {
      return false;
    }
    if (type.equals("input_required")) {
      return true;
    }
    throw failure(
        Kind.INVALID,
        "answered "
            + method
            + " with a result of the unknown type "
            + ServerText.line(String.valueOf(type), 100));
  }

  /** The list of objects that must be in a result. */
  List<Map<String, Object>> objects(Map<String, Object> result, String field, String method)
      throws McpException {
    List<Map<String, Object>> items = LenientValues.objects(result.get(field));
    if (items == null) {
      throw calls.failure(AnswerException.without(field), method);
    }
    return items;
  }

  McpException failure(Kind kind, String what) {
    return new McpException(kind, about(what), null);
  }

  /** Puts the name of the server before what it does. */
  String about(String what) {
    return "the MCP server " + server.name() + " " + what;
  }
}
