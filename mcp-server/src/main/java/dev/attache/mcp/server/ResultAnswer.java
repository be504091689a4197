package dev.attache.mcp.server;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.mcp.wire.JsonValues;
import java.io.IOException;

/** The answer to a request that was met, as JSON-RPC has it. */
final class ResultAnswer {

  private ResultAnswer() {}

  /** The bytes of the answer, in UTF-8, without line breaks. */
  static byte[] of(RunningRequest request, ResultBody body) throws RequestException, IOException {
    var bytes = new AnswerBuffer();
    var out = new LeadingFields(bytes, body.leading());
    JsonGenerator json = JsonValues.generator(out); // not closed when it fails: it is let go of
    json.writeStartObject();
    json.writeStringField("jsonrpc", "2.0");
    json.writeFieldName("id");
    JsonValues.write(request.id(), json);
    json.writeFieldName("result");
    if (body.leading().length > 0) {
      json.flush();
      out.next();
    }
    body.write(request, json);
    json.writeEndObject();
    json.close();
    return bytes.toByteArray();
  }
}
