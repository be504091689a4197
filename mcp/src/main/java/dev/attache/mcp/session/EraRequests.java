package dev.attache.mcp.session;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.ServerText;
import dev.attache.mcp.session.ServerLink.Era;
import dev.attache.support.json.LenientValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests of one connection, as its era has them: what each carries, what each answers. */
final class EraRequests {

  /** How much of a question is repeated. */
  private static final int LONGEST_QUESTION = 200;

  private final McpServer server;
  private final RequestChannel calls;
  private final Handshake.Greeting greeting;

  EraRequests(McpServer server, RequestChannel calls, Handshake.Greeting greeting) {
    this.server = server;
    this.calls = calls;
    this.greeting = greeting;
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
    Map<String, Object> result = calls.request(method, enveloped(params), progress, timeout);
    return complete(result, method);
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

  /** A result may be only the first half of an answer (2026-07-28, "Multi Round-Trip Requests"). */
  private Map<String, Object> complete(Map<String, Object> result, String method)
      throws McpException {
    Object type = greeting.era() == Era.MODERN ? result.get("resultType") : null;
    if (type == null || type.equals("complete")) {
      return result;
    }
    if (type.equals("input_required")) {
      throw failure(
          Kind.INPUT_REQUIRED,
          "wants to know something before it answers "
              + method
              + ", which is not possible here: "
              + questions(result));
    }
    throw failure(
        Kind.INVALID,
        "answered "
            + method
            + " with a result of the unknown type "
            + ServerText.line(String.valueOf(type), 100));
  }

  /** What the server wants to know, in words, by a result of the type {@code input_required}. */
  private static String questions(Map<String, Object> result) {
    List<String> questions = new ArrayList<>();
    LenientValues.object(result.get("inputRequests"))
        .forEach((key, request) -> questions.add(question(key, LenientValues.object(request))));
    return questions.isEmpty() ? "it wants to be asked again later" : String.join("; ", questions);
  }

  private static String question(String key, Map<String, Object> request) {
    Object method = request.get("method");
    Object message = LenientValues.object(request.get("params")).get("message");
    return ServerText.line(
        key + " (" + method + ")" + (message == null ? "" : ": " + message), LONGEST_QUESTION);
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
    return new McpException(kind, "the MCP server " + server.name() + " " + what, null);
  }
}
