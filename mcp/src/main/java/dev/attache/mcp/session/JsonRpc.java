package dev.attache.mcp.session;

import dev.attache.mcp.wire.MessageJson;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reading of what a server of the modern era sends: answers and notifications. */
public final class JsonRpc {

  /** JSON-RPC's code for what has no code. */
  private static final int INTERNAL_ERROR = -32603;

  private JsonRpc() {}

  /**
   * Reads a message.
   *
   * @param id the request that it is said to; an error without an id is taken for its answer
   * @return null if it is neither an answer to the request nor a notification
   * @throws IOException if it is no JSON object
   */
  public static @Nullable JSONRPCMessage read(byte[] bytes, Object id) throws IOException {
    if (!(MessageJson.read(bytes, 0, bytes.length) instanceof Map<?, ?> message)) {
      throw new IOException("the JSON is no object");
    }
    if (message.get("method") instanceof String method) {
      return message.containsKey("id")
          ? null
          : new JSONRPCNotification("2.0", method, message.get("params"));
    }
    Object answered = message.get("id");
    JSONRPCError error = error(message.get("error"));
    if (error != null && (answered == null || answered.equals(id))) {
      return JSONRPCResponse.error(id, error);
    }
    Object result = message.get("result");
    return result != null && id.equals(answered) ? JSONRPCResponse.result(id, result) : null;
  }

  /** The error of a message; null if it is none. */
  public static @Nullable JSONRPCError error(@Nullable Object error) {
    if (!(error instanceof Map<?, ?> map)) {
      return null;
    }
    boolean isError = map.get("code") instanceof Number || map.get("message") instanceof String;
    if (!isError) {
      return null;
    }
    int code = map.get("code") instanceof Number number ? number.intValue() : INTERNAL_ERROR;
    String text = map.get("message") instanceof String message ? message : "no message";
    return new JSONRPCError(code, text, map.get("data"));
  }
}
