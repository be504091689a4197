package dev.attache.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as plain values: maps in the order of the text, lists, String, Boolean, Integer, Long,
 * BigInteger, Double and null. The SDK reads and writes with it, too. Thread-safe.
 *
 * <p>Values are read and written token by token, and the SDK's messages are made by hand: setting
 * up a mapper of beans takes longer than a short run does otherwise.
 */
final class JsonMaps implements McpJsonMapper {

  static final JsonMaps INSTANCE = new JsonMaps();

  /** The length of what is read is bounded by who reads it. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private JsonMaps() {}

  /**
   * Reads one value.
   *
   * @throws UnreadableException if the bytes are not one JSON value in UTF-8, or it is too large
   */
  static @Nullable Object read(byte[] bytes, int offset, int length) throws UnreadableException {
    return new JsonReader(FACTORY).read(bytes, offset, length);
  }

  /** The bytes of a value, in UTF-8, without line breaks. */
  static byte[] write(@Nullable Object value) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator generator = FACTORY.createGenerator(bytes)) {
      write(value, generator);
    }
    return bytes.toByteArray();
  }

  private static void write(@Nullable Object value, JsonGenerator generator) throws IOException {
    if (value instanceof Map<?, ?> map) {
      generator.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        generator.writeFieldName(String.valueOf(entry.getKey()));
        write(entry.getValue(), generator);
      }
      generator.writeEndObject();
    } else if (value instanceof Iterable<?> items) {
      generator.writeStartArray();
      for (Object item : items) {
        write(item, generator);
      }
      generator.writeEndArray();
    } else {
      writeScalar(value, generator);
    }
  }

  private static void writeScalar(@Nullable Object value, JsonGenerator generator)
      throws IOException {
    if (value == null) {
      generator.writeNull();
    } else if (value instanceof String text) {
      generator.writeString(text);
    } else if (value instanceof Boolean is) {
      generator.writeBoolean(is);
    } else if (value instanceof Integer || value instanceof Long) {
      generator.writeNumber(((Number) value).longValue());
    } else if (value instanceof BigInteger number) {
      generator.writeNumber(number);
    } else if (value instanceof BigDecimal number) {
      generator.writeNumber(number);
    } else if (value instanceof Double number) {
      generator.writeNumber(number);
    } else {
      throw new IllegalArgumentException(
          "value of " + value.getClass().getName() + " must be one that JSON has");
    }
  }

  /** The text of a message, or of plain values. */
  @Override
  public String writeValueAsString(Object value) throws IOException {
    return new String(writeValueAsBytes(value), UTF_8);
  }

  @Override
  public byte[] writeValueAsBytes(Object value) throws IOException {
    return write(value instanceof JSONRPCMessage message ? StdioTransport.json(message) : value);
  }

  /** Reads an object, which is all that the SDK asks for. */
  @Override
  @SuppressWarnings("unchecked") // keys are texts in JSON
  public <T> T readValue(String content, TypeRef<T> type) throws IOException {
    Object value = new JsonReader(FACTORY).read(content); // within the limits
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
