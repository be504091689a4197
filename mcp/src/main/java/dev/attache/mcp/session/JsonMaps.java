package dev.attache.mcp.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.mcp.wire.MessageJson;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the SDK reads and writes JSON with: plain values, of which its messages are made by hand.
 * Thread-safe.
 */
public final class JsonMaps implements McpJsonMapper {

  public static final JsonMaps INSTANCE = new JsonMaps();

  private JsonMaps() {}

  /** The text of a message, or of plain values. */
  @Override
  public String writeValueAsString(Object value) throws IOException {
    return new String(writeValueAsBytes(value), UTF_8);
  }

  @Override
  public byte[] writeValueAsBytes(Object value) throws IOException {
    return MessageJson.write(value instanceof JSONRPCMessage message ? object(message) : value);
  }

  /** A message as plain values, as it is written. */
  private static Map<String, @Nullable Object> object(JSONRPCMessage message) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("jsonrpc", "2.0");
    if (message instanceof JSONRPCRequest request) {
      json.put("id", request.id());
      json.put("method", request.method());
      putIfNotNull(json, "params", request.params());
    } else if (message instanceof JSONRPCNotification notification) {
      json.put("method", notification.method());
      putIfNotNull(json, "params", notification.params());
    } else if (message instanceof JSONRPCResponse response) {
      json.put("id", response.id());
      JSONRPCError error = response.error();
      if (error == null) {
        json.put("result", response.result());
      } else {
        json.put("error", Map.of("code", error.code(), "message", error.message()));
      }
    }
    return json;
  }

  private static void putIfNotNull(
      Map<String, @Nullable Object> json, String name, @Nullable Object value) {
    if (value != null) {
      json.put(name, value);
    }
  }

  /** Reads an object, which is all that the SDK asks for. */
  @Override
  @SuppressWarnings("unchecked") // keys are texts in JSON
  public <T> T readValue(String content, TypeRef<T> type) throws IOException {
    Object value = MessageJson.read(content); // within the limits
    if (!(value instanceof Map)) {
      throw new IOException("the JSON is no object");
    }
    return (T) value;
  }

  /** Makes a message of the object that it was read as. */
  @Override
  public <T> T convertValue(Object value, Class<T> type) {
    Map<?, ?> message = value instanceof Map<?, ?> map ? map : Map.of();
    Object id = message.get("id");
    Object params = message.get("params");
    if (type == JSONRPCRequest.class && message.get("method") instanceof String method) {
      return type.cast(new JSONRPCRequest("2.0", method, id, params));
    }
    if (type == JSONRPCNotification.class && message.get("method") instanceof String method) {
      return type.cast(new JSONRPCNotification("2.0", method, params));
    }
    if (type == JSONRPCResponse.class) {
      var error = JsonRpc.error(message.get("error"));
      return type.cast(new JSONRPCResponse("2.0", id, message.get("result"), error));
    }
    throw notNeeded(type);
  }

  @Override
  public <T> T readValue(String content, Class<T> type) {
    throw notNeeded(type);
  }

  @Override
  public <T> T readValue(byte[] content, Class<T> type) {
    throw notNeeded(type);
  }

  @Override
  public <T> T readValue(byte[] content, TypeRef<T> type) {
    throw notNeeded(type.getType());
  }

  /** Takes a result as it was read. */
  @Override
  @SuppressWarnings("unchecked") // keys are texts in JSON
  public <T> T convertValue(Object value, TypeRef<T> type) {
    if (!(value instanceof Map)) {
      throw AnswerException.noObject();
    }
    return (T) value;
  }

  /** Sessions and transports of the SDK ask for nothing else; its stock client is not used. */
  private static IllegalArgumentException notNeeded(Type type) {
    return new IllegalArgumentException(
        "type (" + type.getTypeName() + ") must be a message, or an object");
  }
}
