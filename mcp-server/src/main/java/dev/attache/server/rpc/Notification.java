package dev.attache.server.rpc;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** A message to the client that needs no answer, as JSON-RPC has it. */
public final class Notification {

  private Notification() {}

  /**
   * The bytes of a notification, in UTF-8, without line breaks.
   *
   * @param params plain values; left out if empty
   */
  public static byte[] of(String method, Map<String, Object> params) {
    var bytes = new AnswerBuffer();
    try (JsonGenerator json = PlainJson.generator(bytes)) {
      json.writeStartObject();
      json.writeStringField("jsonrpc", "2.0");
      json.writeStringField("method", method);
      if (!params.isEmpty()) {
        json.writeFieldName("params");
        PlainJson.write(params, json);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a buffer takes all bytes
    }
    return bytes.toByteArray();
  }
}
