package dev.attache.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** JSON objects of plain values, one a line. */
final class JsonLines {

  private final JsonGenerator json;

  private JsonLines(JsonGenerator json) {
    this.json = json;
  }

  /** Writes to a stream, which stays open. */
  static JsonLines to(OutputStream out) throws IOException {
    return new JsonLines(JsonFormat.generator(out));
  }

  /** Writes one line; what is null is left out. */
  JsonLines write(Map<String, Object> object) throws IOException {
    PlainJson.write(json, object);
    json.writeRaw('\n');
    return this;
  }

  void flush() throws IOException {
    json.flush();
  }
}
