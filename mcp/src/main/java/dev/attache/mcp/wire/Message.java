package dev.attache.mcp.wire;

import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message of JSON-RPC 2.0 as plain values: what one end asks, tells or answers. */
public sealed interface Message {

  /** {@return the message as it is written, its fields in the usual order} */
  Map<String, @Nullable Object> json();

  /**
   * {@return the message in UTF-8, on one line}
   *
   * @throws IOException if it is nested deeper than can be written
   * @throws IllegalArgumentException if there is a value in it that JSON does not have
   */
  default byte[] bytes() throws IOException {
    return PlainJson.write(json());
  }

  /**
   * A question, to which an answer is wanted.
   *
   * @param id what the answer has to repeat: a text or an integer
   */
  record Request(Object id, String method, Map<String, Object> params) implements Message {

    @Override
    public Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = envelope();
      json.put("id", id);
      json.put("method", method);
      json.put("params", params);
      return json;
    }
  }

  /** A word to which no answer is wanted. */
  record Notification(String method, Map<String, Object> params) implements Message {

    @Override
    public Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = envelope();
      json.put("method", method);
      json.put("params", params);
      return json;
    }
  }

  /**
   * An answer: a result, or an error.
   *
   * @param id that of the request; null in an error of an end that could not make it out
   * @param result any JSON value, and should be an object; null if there is an error
   */
  record Answer(@Nullable Object id, @Nullable Object result, @Nullable ErrorObject error)
      implements Message {

    /**
     * {@return the answer to a request that went well}
     *
     * @param id that of the request
     * @param result any JSON value, and should be an object
     */
    public static Answer result(Object id, @Nullable Object result) {
      return new Answer(id, result, null);
    }

    /**
     * {@return the answer to a request that failed}
     *
     * @param id that of the request
     * @param error what went wrong
     */
    public static Answer error(Object id, ErrorObject error) {
      return new Answer(id, null, error);
    }

    /**
     * {@return this answer, if it is to that request; null if it is to another} An error without an
     * id is taken for one to any.
     *
     * @param request the id of the request
     */
    public @Nullable Answer to(Object request) {
      boolean isMeant = id == null ? error != null : id.equals(request);
      return isMeant ? new Answer(request, result, error) : null;
    }

    @Override
    public Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = envelope();
      json.put("id", id);
      if (error == null) {
        json.put("result", result);
      } else {
        json.put("error", error.json());
      }
      return json;
    }
  }

  /**
   * An error as an answer has it.
   *
   * @param data what is said besides; null if nothing
   */
  record ErrorObject(int code, String message, @Nullable Object data) {

    /** JSON-RPC's code for what has no code. */
    private static final int INTERNAL_ERROR = -32603;

    /**
     * {@return an error, which may lack its code or its message, or have the name of an error for
     * its code; null if it is none}
     *
     * @param json the value of {@code error} in an answer
     */
    public static @Nullable ErrorObject of(@Nullable Object json) {
      if (!(json instanceof Map<?, ?> error)) {
        return null;
      }
      Object code = error.get("code");
      String text = error.get("message") instanceof String message ? message : "no message";
      if (code instanceof Number number) {
        return new ErrorObject(number.intValue(), text, error.get("data"));
      }
      boolean isName = code instanceof String name && !text.contains(name);
      return code instanceof String || error.get("message") instanceof String
          ? new ErrorObject(INTERNAL_ERROR, isName ? code + ": " + text : text, error.get("data"))
          : null;
    }

    private Map<String, Object> json() {
      var json = new LinkedHashMap<String, Object>();
      json.put("code", code);
      json.put("message", message);
      if (data != null) {
        json.put("data", data);
      }
      return json;
    }
  }

  /**
   * {@return the message that an object is; null if it is none} Parameters that are no object are
   * none.
   *
   * @param json one JSON object, as JSON values
   */
  static @Nullable Message of(Map<?, ?> json) {
    Object id = isId(json.get("id")) ? json.get("id") : null;
    if (json.get("method") instanceof String method) {
      Map<String, Object> params = LenientValues.object(json.get("params"));
      return id == null ? new Notification(method, params) : new Request(id, method, params);
    }
    ErrorObject error = ErrorObject.of(json.get("error"));
    if (error != null) {
      return new Answer(id, null, error);
    }
    return json.containsKey("result") ? new Answer(id, json.get("result"), null) : null;
  }

  /** Whether a value can be the id of a request. */
  private static boolean isId(@Nullable Object id) {
    return id instanceof String
        || id instanceof Integer
        || id instanceof Long
        || id instanceof BigInteger;
  }

  private static Map<String, @Nullable Object> envelope() {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("jsonrpc", "2.0");
    return json;
  }
}
