package dev.attache.server.rpc;

import dev.attache.support.json.LenientValues;
import java.math.BigInteger;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message of the client, told apart (JSON-RPC 2.0). Immutable.
 *
 * @param id the id of a request or an answer; of a broken one, if it can be told; else null
 * @param text the method, or what is wrong with a broken message; empty for an answer
 * @param params the parameters as they came, or the result of an answer; null if there are none
 */
public record ClientMessage(Kind kind, @Nullable Object id, String text, @Nullable Object params) {

  /** What a message is. */
  public enum Kind {
    REQUEST,
    NOTIFICATION,
    /** An answer of the client. */
    ANSWER,
    BROKEN
  }

  public static ClientMessage of(@Nullable Object message) {
    if (!(message instanceof Map<?, ?>)) {
      return broken(null, "a message must be a JSON object");
    }
    Map<String, Object> fields = LenientValues.object(message);
    Object id = fields.get("id");
    Object known = isId(id) ? id : null;
    if (!"2.0".equals(fields.get("jsonrpc"))) {
      return broken(known, "jsonrpc must be \"2.0\"");
    }
    if (!fields.containsKey("method")) {
      return fields.containsKey("result") || fields.containsKey("error")
          ? new ClientMessage(Kind.ANSWER, known, "", fields.get("result"))
          : broken(known, "a message must have a method");
    }
    if (!(fields.get("method") instanceof String method)) {
      return broken(known, "method must be a string");
    }
    if (!fields.containsKey("id")) {
      return new ClientMessage(Kind.NOTIFICATION, null, method, fields.get("params"));
    }
    return known == null
        ? broken(null, "id must be a string or an integer")
        : new ClientMessage(Kind.REQUEST, id, method, fields.get("params"));
  }

  /** Whether it is a request or a notification of that method. */
  public boolean is(String method) {
    return (kind == Kind.REQUEST || kind == Kind.NOTIFICATION) && text.equals(method);
  }

  /** The id of a request. */
  public Object requestId() {
    return Objects.requireNonNull(id);
  }

  private static ClientMessage broken(@Nullable Object id, String problem) {
    return new ClientMessage(Kind.BROKEN, id, problem, null);
  }

  private static boolean isId(@Nullable Object value) {
    return value instanceof String
        || value instanceof Integer
        || value instanceof Long
        || value instanceof BigInteger;
  }
}
