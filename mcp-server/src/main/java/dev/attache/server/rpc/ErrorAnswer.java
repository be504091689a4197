package dev.attache.server.rpc;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.support.json.PlainJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answer to a request that cannot be met, as JSON-RPC has it. */
public final class ErrorAnswer {

  public static final int PARSE_ERROR = -32700;
  public static final int INVALID_REQUEST = -32600;
  public static final int METHOD_NOT_FOUND = -32601;
  public static final int INVALID_PARAMS = -32602;
  public static final int INTERNAL_ERROR = -32603;
  static final int RESOURCE_NOT_FOUND = -32002;

  private ErrorAnswer() {}

  /**
   * The bytes of an answer, in UTF-8, without line breaks.
   *
   * @param id the id of the request; null if it has none that can be told
   * @param data plain values that say more; left out if empty
   */
  public static byte[] of(@Nullable Object id, int code, String message, Map<String, Object> data) {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = PlainJson.generator(bytes)) {
      json.writeStartObject();
      json.writeStringField("jsonrpc", "2.0");
      json.writeFieldName("id");
      PlainJson.write(id, json);
      json.writeObjectFieldStart("error");
      json.writeNumberField("code", code);
      json.writeStringField("message", message);
      if (!data.isEmpty()) {
        json.writeFieldName("data");
        PlainJson.write(data, json);
      }
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // an array takes all bytes
    }
    return bytes.toByteArray();
  }
}
